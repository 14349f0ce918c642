import { expect, type Page } from 'playwright/test';
import { plantCart } from '../../support/pages/cart.ts';
import { lineOf, orderKey, storedCart } from '../../support/pages/checkout-page.ts';
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
