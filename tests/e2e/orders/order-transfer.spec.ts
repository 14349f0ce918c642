import { expect, type Page } from 'playwright/test';
import { embeddedKeys } from '../../../scripts/settings.ts';
import { asSomeone, call, prepareOrder } from '../../support/data/buyers.ts';
import { lineOf } from '../../support/pages/checkout-page.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import type { PlacedOrder } from '../../support/data/orders.ts';
import { awaitMail, newAddress } from '../../support/data/people.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';

/** A place in the open group buy, bought and paid by an account. */
async function buyPlace(site: BuiltSite, email: string, accessToken: string) {
  const api = { url: site.apiUrl, publishableKey: embeddedKeys.publishableKey };
  const body = asSomeone(await prepareOrder(api, [await lineOf(site, 'BRAEFELL-KIT')]));
  const placed = await call<PlacedOrder>(
    api,
    'place_order',
    { ...body, p_email: email },
    accessToken,
  );
  const { order } = placed.body;
  await withDatabase(
    site,
    (sql) => sql`select private.move_order(${order.id}, 'awaiting_payment', 'paid', 'shop')`,
  );
  return order;
}

async function ask(giver: Page, email: string): Promise<void> {
  await giver.getByRole('button', { name: 'Transfer to someone else' }).click();
  await giver.getByLabel('Their e-mail address').fill(email);
  await giver.getByRole('button', { name: 'Send request' }).click();
  await expect(giver.getByText(`Waiting for ${email}`)).toBeVisible();
}

test('a place in a group buy is passed on: both say so, and then it is the other’s alone', async ({
  page: giver,
  browser,
  site,
}) => {
  const [from, to] = [newAddress('giver'), newAddress('taker')];
  await Promise.all([makeAccount(site, from), makeAccount(site, to)]);
  const { accessToken } = await signInAs(giver, site, from);
  const order = await buyPlace(site, from, accessToken);
  const errors: string[] = [];
  giver.on('pageerror', ({ message }) => errors.push(message));
  await giver.goto(`${site.siteUrl}/orders?order=${order.number}`);
  await giver.getByRole('button', { name: 'Transfer to someone else' }).click();
  await giver.getByLabel('Their e-mail address').fill(from);
  await giver.getByRole('button', { name: 'Send request' }).click();
  await expect(giver.getByText('This order is already yours.')).toBeVisible();
  await giver.getByRole('button', { name: 'Close', exact: true }).click();
  await ask(giver, to);
  expect((await awaitMail(site.apiUrl, to)).subject).toContain(order.number);

  const taker = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await signInAs(taker, site, to);
  await taker.goto(`${site.siteUrl}/orders`);
  const question = taker.getByText(`${from} would like to transfer ${order.number} to you`);
  await expect(question).toBeVisible();
  await expect(taker.locator('main')).not.toContainText('Oudegracht');
  // Taken back while the other looks at it: told, and gone.
  await giver.getByRole('button', { name: 'Withdraw the request' }).click();
  await expect(giver.getByRole('button', { name: 'Transfer to someone else' })).toBeVisible();
  await taker.getByRole('button', { name: 'No, thank you' }).click();
  await expect(question).toBeHidden();
  await ask(giver, to);

  await taker.reload();
  await taker.getByRole('button', { name: 'Accept the order' }).click();
  const dialog = taker.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Accept the order' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Name').fill('Bea Taker');
  await dialog.getByLabel('Street and number').fill('Vismarkt 2');
  await dialog.getByLabel('Postcode').fill('9712 CA');
  await dialog.getByLabel('Town').fill('Groningen');
  await dialog.getByRole('button', { name: 'Accept the order' }).click();
  await expect(dialog).toBeHidden();
  const row = taker.getByRole('listitem').filter({ hasText: order.number });
  await expect(row).toContainText('Braefell 65');
  await row.getByRole('link', { name: order.number }).click();
  await expect(taker.getByText('Vismarkt 2')).toBeVisible();
  await expect(taker.getByText('Transferred to another account')).toBeVisible();
  expect((await awaitMail(site.apiUrl, to, 3)).subject).toContain('is yours now');

  await giver.reload();
  await expect(giver.getByText('Not in this account?')).toBeVisible();
  expect(errors).toEqual([]);
});
