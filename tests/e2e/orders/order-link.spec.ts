// browsers: chromium, firefox
import { expect } from 'playwright/test';
import { awaitMail, newAddress } from '../../support/data/people.ts';
import { plantOrder } from '../../support/data/employees.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { test } from '../../support/site.ts';

test('an old link shows an order and has a new one sent, which changes it', async ({
  page,
  site,
}) => {
  const email = newAddress('guest');
  const { id, number } = await plantOrder(site, email);
  const secret = 'ab'.repeat(32);
  await withDatabase(site, async (sql) => {
    await sql`
      update public.order_records set status = 'paid', paid_at = now(), captured_minor = total_minor,
        placed_at = now() - interval '2 days' where id = ${id}`;
    await sql`
      update private.order_contacts set mailbox_token_hash = private.hash_of(${secret}), mailbox_proven_at = now()
      where order_id = ${id}`;
  });
  const cancel = page.getByRole('button', { name: 'Cancel order' });
  await page.goto(`${site.siteUrl}/orders?order=${number}#token=${secret}`);
  await page.getByRole('button', { name: 'Send me a link to change this order' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'We’ve sent a link' })).toBeVisible();
  await expect(cancel).toBeHidden();

  const mail = await awaitMail(site.apiUrl, email);
  // In the same tab, where only what stands behind the # is another.
  await page.goto(/https?:\/\/\S+#token=\S+/.exec(mail.text)?.[0] ?? '');
  await cancel.click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();

  // An account claims it: the link shows it still, and says who may change it.
  await withDatabase(
    site,
    (sql) => sql`
      update public.order_records set status = 'paid', user_id = (
        select id from auth.users where email = 'second@keywright.test') where id = ${id}`,
  );
  await page.reload();
  await expect(page.getByText('This order belongs to an account')).toBeVisible();
  await expect(cancel).toBeHidden();
});

test('an order that a guest has open stays when it can’t be read again', async ({ page, site }) => {
  const email = newAddress('stays');
  const { id, number } = await plantOrder(site, email);
  const secret = 'cd'.repeat(32);
  await withDatabase(
    site,
    (sql) => sql`
      update private.order_contacts set mailbox_token_hash = private.hash_of(${secret}), mailbox_proven_at = now()
      where order_id = ${id}`,
  );
  await page.goto(`${site.siteUrl}/orders?order=${number}#token=${secret}`);
  const order = page.getByRole('heading', { name: `Order ${number}` });
  await expect(order).toBeVisible();
  // Gone for a moment is gone: whoever writes into one of its forms has lost what they wrote.
  await page.evaluate(() => {
    const shown = document.querySelector('#order-number');
    new MutationObserver(() => {
      if (shown?.isConnected !== true) document.body.dataset['orderLeft'] = '';
    }).observe(document.body, { childList: true, subtree: true });
  });
  const lookAgain = () =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  await page.route('**/rpc/open_order', (route) => route.abort('connectionreset'));
  const lost = page.waitForEvent('requestfailed', (asked) => asked.url().endsWith('/open_order'));
  await lookAgain();
  await lost;
  await page.waitForTimeout(500);
  await page.unroute('**/rpc/open_order');
  const read = page.waitForResponse('**/rpc/open_order');
  await lookAgain();
  await read;
  await expect(order).toBeVisible();
  expect(await page.evaluate(() => document.body.dataset['orderLeft'])).toBeUndefined();
});
