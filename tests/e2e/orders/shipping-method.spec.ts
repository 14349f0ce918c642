import { expect, type Page } from 'playwright/test';
import { plantCart } from '../../support/pages/cart.ts';
import { newAddress } from '../../support/data/people.ts';
import {
  fillInOrder,
  lineOf,
  orderKey,
  ordersOf,
  storedCart,
  thanks,
} from '../../support/pages/checkout-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

const chosen = (page: Page) => page.getByRole('radio', { checked: true, name: /parcel|Express/i });
const note = (page: Page) => page.getByText('Your earlier shipping method can’t be used');

async function openCheckout(page: Page, site: BuiltSite): Promise<void> {
  await plantCart(page.context(), storedCart([await lineOf(site, 'PEBBLE-10')]));
  await page.goto(`${site.siteUrl}/cart/confirm`);
}

const price = /€(\d+\.\d\d)/;

test('with the country the cheapest method is chosen and counted', async ({ page, site }) => {
  await openCheckout(page, site);
  await page.getByLabel('Country').selectOption('NL');
  await expect(chosen(page)).toHaveCount(1);
  const label = page.locator('label', { has: chosen(page) });
  await expect(label).toContainText('Letterbox parcel');
  const sums = page.locator('dl', { hasText: 'Goods' });
  const cost = price.exec((await label.textContent()) ?? '')?.[1] ?? 'no price';
  await expect(sums.locator('div', { hasText: /^Shipping/ })).toContainText(cost);
  await expect(orderKey(page)).toBeVisible();
  await expect(note(page)).toHaveCount(0);
});

test('what somebody chose stays with a country that it serves, and comes back', async ({
  page,
  site,
}) => {
  await openCheckout(page, site);
  await page.getByLabel('Country').selectOption('DE');
  await page.getByRole('radio', { name: /^Express/ }).check();
  await page.getByLabel('Country').selectOption('FR');
  await expect(page.locator('dl', { hasText: 'Goods' })).not.toHaveAttribute('aria-busy', 'true');
  await expect(chosen(page)).toHaveAccessibleName(/^Express/);
  await page.getByLabel('Country').selectOption('NL');
  await expect(chosen(page)).toHaveAccessibleName(/^Letterbox parcel/);
  await expect(note(page)).toContainText('We chose Letterbox parcel.');
  await page.getByLabel('Country').selectOption('DE');
  await expect(chosen(page)).toHaveAccessibleName(/^Express/);
  await expect(note(page)).toHaveCount(0);
});

test('a press while the shop still counts is kept: it shows the new sum, and the next orders at that', async ({
  page,
  site,
}) => {
  const email = newAddress('counting');
  await openCheckout(page, site);
  await fillInOrder(page, email);
  await page.getByLabel('Country').selectOption('DE');
  await page.getByLabel('Postcode').fill('10115');
  await expect(orderKey(page)).toHaveText(/€/);
  await expect(page.getByRole('radio', { name: /^Express/ })).toBeEnabled();
  await expect(page.locator('dl', { hasText: 'Goods' })).not.toHaveAttribute('aria-busy', 'true');
  const waiting: (() => Promise<void>)[] = [];
  let isHolding = true;
  await page.route('**/rpc/quote_cart', (route) =>
    isHolding ? void waiting.push(() => route.continue()) : route.continue(),
  );
  await page.getByRole('radio', { name: /^Express/ }).check();
  await orderKey(page).click();
  await expect(orderKey(page)).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  isHolding = false;
  await Promise.all(waiting.map((go) => go()));
  const news = page.getByRole('alert').filter({ hasText: 'The price has changed' });
  await expect(news).toContainText('Shipping');
  expect(await ordersOf(site, email)).toEqual([]);

  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
  expect(await ordersOf(site, email)).toHaveLength(1);
});

test('before there is a sum the order key is busy, and nothing is called missing', async ({
  page,
  site,
}) => {
  const held: (() => Promise<void>)[] = [];
  await page.route('**/rpc/quote_cart', (route) => void held.push(() => route.continue()));
  await openCheckout(page, site);
  const key = page.getByRole('button', { name: 'Order', exact: true });
  await expect(key).toHaveAttribute('aria-busy', 'true');
  await key.click({ force: true });
  await expect(page.getByText('Enter your e-mail address.')).toHaveCount(0);
  await Promise.all(held.map((go) => go()));
  await orderKey(page).click();
  await expect(page.getByText('Enter your e-mail address.')).toBeVisible();
});
