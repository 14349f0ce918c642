/**
 * What an owner and a first customer do in a shop that has just been deployed: behind nginx, on a project
 * that the site knows by its address and its publishable key.
 */
import { expect, test as base, type Page } from 'playwright/test';
import { addressOf, dialogOf, openDialog, passwordOf, press } from '../../support/data/accounts.ts';
import { storedLines } from '../../support/pages/cart.ts';
import { fillInOrder, orderKey } from '../../support/pages/checkout-page.ts';
import { plantGoods, startLiveShop, type LiveShop } from '../../support/hosted/live-shop.ts';
import type { ProvidedMail } from '../../support/hosted/mail-provider.ts';

const test = base.extend<object, { readonly shop: LiveShop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shop = await startLiveShop();
      const { code, output } = await shop.run('deploy');
      expect(code, output).toBe(0);
      await use(shop);
      await shop.close();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

async function mailTo(
  shop: LiveShop,
  address: string,
  door: ProvidedMail['door'],
): Promise<ProvidedMail> {
  await expect.poll(() => shop.provider.to(address, door).length).toBeGreaterThan(0);
  const mail = shop.provider.to(address, door).at(-1);
  if (mail === undefined) throw new Error(`no mail to ${address}`);
  return mail;
}

const linkIn = ({ text }: ProvidedMail) =>
  /https?:\/\/[^\s"]+verify[^\s"]+/.exec(text)?.[0].replaceAll('&amp;', '&') ?? '';

async function takeOver(page: Page, shop: LiveShop): Promise<void> {
  const { text } = await mailTo(shop, shop.owner, 'smtp');
  await page.goto(/href="([^"]+auth=invitation)"/.exec(text)?.[1] ?? '');
  await expect(addressOf(page)).toBeFocused();
  await addressOf(page).fill(shop.owner);
  const alert = dialogOf(page).getByRole('alert');
  await dialogOf(page).getByLabel('Code').fill('12');
  await press(page, 'Accept the invitation');
  await expect(alert).toContainText('The code has six digits.');
  const code = /\b\d{6}\b(?=<)/.exec(text)?.[0] ?? '';
  const wrong = code === '000000' ? '000001' : '000000';
  await dialogOf(page).getByLabel('Code').fill(wrong);
  await press(page, 'Accept the invitation');
  await expect(alert).toContainText('This code or link is wrong, or no longer works.');
  await dialogOf(page).getByLabel('Code').fill(code);
  await press(page, 'Accept the invitation');
  await dialogOf(page).getByLabel('New password').fill('a-long-enough-one');
  await press(page, 'Save password');
  await expect(dialogOf(page)).toBeHidden();
  await expect(page).toHaveURL(`${shop.siteUrl}/user/details`);
}

test('an owner comes in by the invitation, publishes from the desk, and a customer signs up, orders and pays', async ({
  page: owner,
  browser,
  shop,
}) => {
  test.setTimeout(300_000);
  owner.setDefaultTimeout(30_000);
  await takeOver(owner, shop);

  await plantGoods(shop.sql);
  await shop.sql`update public.payment_methods set is_offered = true where code = 'demo'`;
  const address = `${shop.siteUrl}/products/first-switch`;
  expect((await fetch(address)).status).toBe(404);
  await owner.goto(`${shop.siteUrl}/admin/products`);
  const bar = owner.getByRole('region', { name: 'Publish' });
  await bar.getByRole('button', { name: /^Publish/ }).click();
  await owner
    .getByRole('dialog', { name: 'Publish' })
    .getByRole('button', { name: 'Publish now' })
    .click();
  await expect(owner.getByText('Live', { exact: true }).first()).toBeVisible({ timeout: 120_000 });
  await shop.builder.settled();
  expect(shop.builder.runs).toHaveLength(1);
  const [run] = await shop.sql`select status, log_url from public.publish_requests`;
  expect(run).toMatchObject({ status: 'live', log_url: expect.stringContaining('/runs/1') });
  expect((await fetch(address)).status).toBe(200);

  const context = await browser.newContext();
  const customer = await context.newPage();
  customer.setDefaultTimeout(30_000);
  const email = 'iris@customers.example';
  await openDialog(customer, address);
  await press(customer, /Create an account/);
  await addressOf(customer).fill(email);
  await passwordOf(customer).fill('four-unrelated-words');
  await press(customer, 'Create account');
  await expect(dialogOf(customer).getByText(/is on its way to/)).toContainText(email);
  await customer.goto(linkIn(await mailTo(shop, email, 'smtp')));
  await expect(customer.getByText(`Signed in as ${email}`)).toBeVisible();

  await customer.goto(address);
  await customer.locator('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await expect.poll(async () => (await storedLines(customer)).length).toBe(1);
  await customer.goto(`${shop.siteUrl}/cart/confirm`);
  await fillInOrder(customer, null);
  await customer.getByRole('radio', { name: /Demo payment/ }).check();
  await orderKey(customer).click();
  await customer.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(customer.getByText('Your payment arrived')).toBeVisible({ timeout: 20_000 });
  const [order] = await shop.sql`select number, status from public.order_records`;
  expect(order?.['status']).toBe('paid');
  await shop.platform.project.tick();
  const mail = await mailTo(shop, email, 'api');
  expect(mail.text).toContain(String(order?.['number']));

  await owner.goto(`${shop.siteUrl}/admin/orders?order=${String(order?.['number'])}`);
  await expect(owner.getByRole('button', { name: 'Start production' })).toBeVisible();
  await context.close();

  const again = await shop.run('deploy');
  expect(again.output).toContain('Nothing changed');
});
