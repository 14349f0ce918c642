import { expect, type Locator, type Page } from 'playwright/test';
import { embeddedKeys } from '../../../scripts/settings.ts';
import { asSomeone, place, prepareOrder } from '../data/buyers.ts';
import type { PlacedOrder } from '../data/orders.ts';
import type { BuiltSite } from '../site.ts';

export type Rows = readonly Readonly<Record<string, unknown>>[];

/** As the service, for what a test has to know beside the page. */
export async function readRows(site: BuiltSite, path: string): Promise<Rows> {
  const { secretKey } = embeddedKeys;
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  const answer = await fetch(`${site.apiUrl}/rest/v1/${path}`, { headers });
  return (await answer.json()) as Rows;
}

export const cartLine = (variantId: unknown, options: Readonly<Record<string, string>> = {}) => ({
  variant_id: String(variantId),
  quantity: 1,
  options,
  design_id: null,
  offer_id: null,
});

/** A line of a product with its default answers. */
export async function lineOf(site: BuiltSite, sku: string) {
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
  return cartLine(variant?.['id'], Object.fromEntries(answers));
}

export const storedCart = (lines: readonly object[]): string =>
  JSON.stringify({ version: 1, revision: 1, lines });

/** From stock, ahead of its date, and in a group buy with answers to its questions. */
export async function mixedCart(site: BuiltSite): Promise<string> {
  const skus = ['PEBBLE-10', 'TALLYMAN-KIT', 'BRAEFELL-KIT'];
  return storedCart(await Promise.all(skus.map((sku) => lineOf(site, sku))));
}

/** Nobody means to order before the sum holds the shipping. */
async function sumCounts(page: Page): Promise<void> {
  const chosen = page.locator('label', { has: page.locator('input[name="method"]:checked') });
  const cost = /€[\d.,]+/.exec((await chosen.textContent()) ?? '')?.[0] ?? 'a price';
  const shipping = page.locator('dl > div', { hasText: /^Shipping/ });
  await expect(shipping).toContainText(cost);
}

/** Everything that an order needs but the payment; no e-mail where an account has one. */
export async function fillInOrder(page: Page, email: string | null): Promise<void> {
  if (email !== null) await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Country').selectOption('NL');
  await page.getByLabel('Name').fill('Canary Person');
  await page.getByLabel('Street and number').fill('Canary Street 1');
  await page.getByLabel('Postcode').fill('3511 AB');
  await page.getByLabel('Town').fill('Utrecht');
  await page.locator('input[name="method"]:not(:disabled)').first().check();
  await sumCounts(page);
  await page.getByLabel('I agree to the terms').check();
  const groupBuy = page.getByLabel('I understand that a group buy');
  if ((await groupBuy.count()) > 0) await groupBuy.check();
}

export const orderKey = (page: Page): Locator =>
  page.getByRole('button', { name: 'Place order and pay' });

export const thanks = (page: Page): Locator =>
  page.getByRole('heading', { name: 'Your order is in' });

export async function ordersOf(site: BuiltSite, email: string): Promise<Rows> {
  return readRows(site, `orders?email=eq.${encodeURIComponent(email)}&select=id,number,status`);
}

/** Bought without an account and without clicking, of goods that outlast every test of a run. */
export async function placeGuestOrder(
  site: BuiltSite,
  email: string,
  sku = 'TOOL-SWPULL',
): Promise<PlacedOrder['order']> {
  const api = { url: site.apiUrl, publishableKey: embeddedKeys.publishableKey };
  const body = asSomeone(await prepareOrder(api, [await lineOf(site, sku)]));
  const { status, reason, body: answer } = await place(api, { ...body, p_email: email });
  expect(status, reason).toBe(200);
  return answer.order;
}
