import { expect, type Page } from 'playwright/test';
import { embeddedKeys } from '../../scripts/settings.ts';
import { plantCart, storedLines } from '../support/cart.ts';
import { awaitMail, newAddress } from '../support/people.ts';
import { test, watchPage, type BuiltSite } from '../support/site.ts';
import { makeAccount, signInAs } from '../support/staff-page.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

async function readRows(site: BuiltSite, path: string): Promise<Rows> {
  const { secretKey } = embeddedKeys;
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  const answer = await fetch(`${site.apiUrl}/rest/v1/${path}`, { headers });
  return (await answer.json()) as Rows;
}

const line = (variantId: unknown, options: Readonly<Record<string, string>> = {}) => ({
  variant_id: String(variantId),
  quantity: 1,
  options,
  design_id: null,
  offer_id: null,
});

async function variantId(site: BuiltSite, sku: string): Promise<unknown> {
  return (await readRows(site, `variants?sku=eq.${sku}&select=id`))[0]?.['id'];
}

/** A line of a product with its default answers. */
async function lineOf(site: BuiltSite, sku: string) {
  const [variant] = await readRows(site, `variants?sku=eq.${sku}&select=id,product_id`);
  const options = await readRows(
    site,
    `product_options?product_id=eq.${String(variant?.['product_id'])}&select=id`,
  );
  const answers = await Promise.all(
    options.map(async ({ id }) => {
      const asked = `option_values?option_id=eq.${String(id)}&is_default=is.true&select=id`;
      return [String(id), String((await readRows(site, asked))[0]?.['id'])] as const;
    }),
  );
  return line(variant?.['id'], Object.fromEntries(answers));
}

const stored = (lines: readonly object[]) => JSON.stringify({ version: 1, revision: 1, lines });

async function fillIn(page: Page, email: string | null): Promise<void> {
  if (email !== null) await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Country').selectOption('NL');
  await page.getByLabel('Name').fill('Canary Person');
  await page.getByLabel('Street and number').fill('Canary Street 1');
  await page.getByLabel('Postcode').fill('3511 AB');
  await page.getByLabel('Town').fill('Utrecht');
  await page.locator('input[name="method"]:not(:disabled)').first().check();
  await page.getByLabel('I agree to the terms').check();
  const groupBuy = page.getByLabel('I know that a group buy');
  if ((await groupBuy.count()) > 0) await groupBuy.check();
}

const orderKey = (page: Page) => page.getByRole('button', { name: 'Order with obligation to pay' });
const thanks = (page: Page) => page.getByRole('heading', { name: 'Your order is in' });

async function ordersOf(site: BuiltSite, email: string): Promise<Rows> {
  return readRows(site, `orders?email=eq.${encodeURIComponent(email)}&select=number,status`);
}

test('a guest buys from stock, ahead of its date and in a group buy, by invoice, and finds it again', async ({
  page,
  context,
  site,
}) => {
  const email = newAddress('buyer');
  const skus = ['PEBBLE-10', 'TALLYMAN-KIT', 'BRAEFELL-KIT'];
  await plantCart(context, stored(await Promise.all(skus.map((sku) => lineOf(site, sku)))));
  const watched = await watchPage(page);
  await page.goto(`${site.siteUrl}/cart`);
  await page.getByLabel('Ship to').selectOption('NL');
  await expect(page.getByText('This cart leaves in 3 parcels')).toBeVisible();
  await page.getByRole('link', { name: 'Continue to address and payment' }).click();
  await fillIn(page, email);
  await page.getByRole('radio', { name: /Invoice/ }).check();
  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
  expect(await storedLines(page)).toEqual([]);
  const [order] = await ordersOf(site, email);
  const number = String(order?.['number']);
  await expect(page.getByText(number).first()).toBeVisible();
  expect((await awaitMail(site.apiUrl, email)).text).toContain(number);

  await page.getByRole('link', { name: 'Follow the order' }).click();
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByLabel('E-mail of the order').fill('someone@else.test');
  await page.getByRole('button', { name: 'Find the order' }).click();
  await expect(page.getByText('There is no order with this number and this e-mail')).toBeVisible();
  await page.getByLabel('E-mail of the order').fill(email);
  await page.getByRole('button', { name: 'Find the order' }).click();
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  await expect(page.getByText('Waiting for payment').first()).toBeVisible();
  await expect(page.locator('body')).not.toContainText('Canary Street');
  for (const address of watched.requests) {
    expect(decodeURIComponent(address)).not.toContain(email);
    expect(decodeURIComponent(address)).not.toContain('Canary');
  }
});

test('somebody with an account buys with the demo payment, and cancels in time', async ({
  page,
  context,
  site,
}) => {
  const email = await makeAccount(site, newAddress('account'));
  await signInAs(page, site, email);
  await plantCart(context, stored([line(await variantId(site, 'PEBBLE-10'))]));
  await page.goto(`${site.siteUrl}/cart/confirm`);
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(email);
  await fillIn(page, null);
  await page.getByRole('radio', { name: /Demo payment/ }).check();
  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
  await page.getByRole('link', { name: 'Pay and follow the order' }).click();
  await expect(page.getByText('This order waits for its payment')).toBeVisible();
  await expect(page.getByText('Canary Street 1')).toBeVisible();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Your payment arrived')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Cancel this order' }).click();
  await page.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByText('Cancelled').first()).toBeVisible();
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(page.getByRole('list').getByText('Cancelled')).toBeVisible();
});

test('all that is missing is told at once, and the first of it gets the focus', async ({
  page,
  context,
  site,
}) => {
  await plantCart(context, stored([line(await variantId(site, 'PEBBLE-10'))]));
  await page.goto(`${site.siteUrl}/cart/confirm`);
  await orderKey(page).click();
  await expect(page.getByText('Write the address that our mails should go to.')).toBeVisible();
  await expect(page.getByText('Choose the country.')).toBeVisible();
  await expect(page.getByText('Name is missing.')).toBeVisible();
  await expect(page.getByText('We need your agreement to the terms.')).toBeVisible();
  await expect(page.getByLabel('E-mail', { exact: true })).toBeFocused();
});

test('pressed twice, with the first answer lost on the way, it is one order', async ({
  page,
  context,
  site,
}) => {
  const email = newAddress('twice');
  await plantCart(context, stored([line(await variantId(site, 'PEBBLE-10'))]));
  let isFirst = true;
  await page.route('**/rpc/place_order', async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.goto(`${site.siteUrl}/cart/confirm`);
  await fillIn(page, email);
  await orderKey(page).dblclick();
  await expect(thanks(page)).toBeVisible({ timeout: 30_000 });
  expect(await ordersOf(site, email)).toHaveLength(1);
});

test('a shop that stays silent keeps what was typed, and a reload later still makes one order', async ({
  page,
  context,
  site,
}) => {
  const email = newAddress('silent');
  await plantCart(context, stored([line(await variantId(site, 'PEBBLE-10'))]));
  await page.route('**/rpc/place_order', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Oops</h1>' });
  });
  await page.goto(`${site.siteUrl}/cart/confirm`);
  await fillIn(page, email);
  await orderKey(page).click();
  await expect(page.getByText('We did not hear back from the shop')).toBeVisible();
  await page.unroute('**/rpc/place_order');
  await page.reload();
  await expect(page.getByLabel('Street and number')).toHaveValue('Canary Street 1');
  await page.getByLabel('I agree to the terms').check();
  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
  expect(await ordersOf(site, email)).toHaveLength(1);
});

test('a quote that has changed is shown again before anything is ordered', async ({
  page,
  context,
  site,
}) => {
  const email = newAddress('changed');
  await plantCart(context, stored([line(await variantId(site, 'PEBBLE-10'))]));
  await page.route('**/rpc/quote_cart', async (route) => {
    const response = await route.fetch();
    const quote: { total_minor: number } = await response.json();
    const json = { ...quote, total_minor: quote.total_minor - 1, quote_hash: 'an earlier one' };
    await route.fulfill({ response, json });
  });
  await page.goto(`${site.siteUrl}/cart/confirm`);
  await fillIn(page, email);
  await orderKey(page).click();
  await expect(page.getByText('The price has changed: please look again')).toBeVisible();
  await page.unroute('**/rpc/quote_cart');
  expect(await ordersOf(site, email)).toHaveLength(0);
  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
});

test('what stands in the way of a line is at the line, with the way out', async ({
  page,
  context,
  site,
}) => {
  const many = { ...line(await variantId(site, 'PEBBLE-10')), quantity: 1 };
  const gone = line('11111111-1111-4111-8111-111111111111');
  await plantCart(context, stored([many, gone]));
  await page.goto(`${site.siteUrl}/cart`);
  await expect(page.getByText('This is not in the shop (any more).')).toBeVisible();
  await page.getByRole('button', { name: 'Take it out' }).click();
  await expect(page.getByText('This is not in the shop (any more).')).toBeHidden();
  expect(await storedLines(page)).toHaveLength(1);
  await page.getByRole('button', { name: /^Take out/ }).click();
  await expect(page.getByText('The cart is empty')).toBeVisible();
  await page.getByRole('button', { name: 'Put it back' }).click();
  expect(await storedLines(page)).toHaveLength(1);
  await page.getByText('Discount code').click();
  await page.getByLabel('Code').fill('NOSUCHCODE');
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect(page.getByText('There is no such code.')).toBeVisible();
});

test('a cart in a link is shown before it becomes one’s own', async ({ page, context, site }) => {
  await plantCart(context, stored([line(await variantId(site, 'PEBBLE-10'))]));
  await page.goto(`${site.siteUrl}/cart`);
  await page.getByRole('button', { name: 'Copy a link to this cart' }).click();
  const link = await page.getByLabel(/^The link/).inputValue();
  const other = await context.browser()?.newPage();
  if (!other) throw new Error('A second browser is needed');
  await other.goto(link);
  await expect(other.getByText('Somebody shared this cart with you')).toBeVisible();
  expect(await storedLines(other)).toEqual([]);
  await other.getByRole('button', { name: 'Add it to mine' }).click();
  expect(await storedLines(other)).toHaveLength(1);
  expect(new URL(other.url()).hash).toBe('');
  await other.close();
});
