import { expect, type Page } from 'playwright/test';
import { plantCart } from '../../support/pages/cart.ts';
import {
  fillInOrder,
  lineOf,
  orderKey,
  ordersOf,
  storedCart,
  thanks,
} from '../../support/pages/checkout-page.ts';
import { newAddress } from '../../support/data/people.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const together = (page: Page) => page.getByRole('radio', { name: /^Send everything together/ });
const total = (page: Page) => page.locator('dl > div', { hasText: /^Total/ }).locator('dd');

/** In whole cents. */
async function centsOf(page: Page): Promise<number> {
  await expect(page.locator('dl', { hasText: 'Goods' })).not.toHaveAttribute('aria-busy', 'true');
  const text = (await total(page).textContent()) ?? '';
  return Number(
    /€([\d,]+)\.(\d\d)/.exec(text.replaceAll(',', ''))?.slice(1).join('') ?? Number.NaN,
  );
}

/** A bag of switches from stock and a board that is made. */
async function openSplitCart(page: Page, site: BuiltSite): Promise<void> {
  const lines = await Promise.all(['PEBBLE-10', 'BRAEFELL-KIT'].map((sku) => lineOf(site, sku)));
  await plantCart(page.context(), storedCart(lines));
  await page.goto(`${site.siteUrl}/cart`);
  await page.getByLabel('Ship to').selectOption('DE');
}

test('a buyer on a phone has a split order sent together, pays less for it, and the desk waits', async ({
  page,
  browser,
  site,
}) => {
  const email = newAddress('together');
  await openSplitCart(page, site);
  await expect(page.getByText('2 parcels, each with its own postage')).toBeVisible();
  await expect(page.getByText('saves €')).toBeVisible();
  const apart = await centsOf(page);
  const saved = /saves €(\d+)\.(\d\d)/.exec(
    (await page.locator('label', { has: together(page) }).textContent()) ?? '',
  );
  await together(page).check();
  await expect.poll(() => centsOf(page)).toBe(apart - Number(saved?.slice(1).join('')));
  await expect(page.getByRole('heading', { name: /^Parcel 2/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^Ships in \w+ 20\d\d$/ })).toBeVisible();

  await page.reload();
  await expect(together(page)).toBeChecked();
  await page.getByRole('link', { name: 'Continue to checkout' }).click();
  await expect(together(page)).toBeChecked();
  await fillInOrder(page, email);
  await page.getByRole('radio', { name: /Bank transfer/ }).check();
  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
  await page.getByRole('link', { name: 'See your order' }).click();
  const parcels = page.getByRole('heading', { name: /^Parcel \d/ });
  await expect(parcels).toHaveCount(1);
  await expect(parcels).toHaveText(/^Parcel 1 waits for Braefell 65, planned for \w+ 20\d\d$/);

  const [order] = await ordersOf(site, email);
  const number = String(order?.['number']);
  await withDatabase(
    site,
    (sql) => sql`
      update public.order_records set status = 'paid', paid_at = now(), confirmed_at = now(), keep_until = null,
        captured_minor = total_minor where id = ${String(order?.['id'])}`,
  );
  const staff = await browser.newPage();
  await signInAs(staff, site, 'fulfilment@keywright.test');
  await staff.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  const actions = staff.getByRole('region', { name: 'Actions' });
  await expect(actions).toContainText('Waits for Braefell 65.');
  await expect(actions.getByRole('button', { name: 'Start production' })).toBeVisible();
  await expect(actions.getByRole('button', { name: 'Mark as packed' })).toHaveCount(0);
  await staff.goto(`${site.siteUrl}/admin/orders?slips=${number}`);
  await expect(staff.getByText('Nothing to pack')).toBeVisible();

  await staff.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  await staff.getByRole('button', { name: 'Edit order' }).click();
  const changing = staff.getByRole('dialog', { name: /^Change KW-/ });
  await changing.getByLabel('Send each part when it is ready').check();
  await changing.getByRole('button', { name: 'Preview' }).click();
  await changing.getByLabel('Why').fill('The customer needs the switches now');
  await changing.getByRole('button', { name: 'Save changes' }).click();
  await expect(changing).toHaveCount(0);
  await expect(actions.getByRole('button', { name: 'Mark as packed' })).toBeVisible();
  await staff.goto(`${site.siteUrl}/admin/orders?slips=${number}`);
  await expect(staff.getByRole('article', { name: `${number}, parcel 1 of 2` })).toContainText(
    'PEBBLE-10',
  );
  await staff.close();
});

test('the choice is the same in two tabs, and is gone with the cart that it was made for', async ({
  page,
  site,
}) => {
  await openSplitCart(page, site);
  const other = await page.context().newPage();
  await other.goto(`${site.siteUrl}/cart`);
  await expect(together(other)).not.toBeChecked();
  await together(page).check();
  await expect(together(other)).toBeChecked();
  await expect.poll(async () => (await centsOf(other)) === (await centsOf(page))).toBe(true);
  await other.close();
  await page.getByRole('button', { name: 'Remove Pebble, linear' }).click();
  await expect(together(page)).toHaveCount(0);
  await page.goto(`${site.siteUrl}/products/pebble-linear`);
  await page.locator('keywright-sticky').getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('link', { name: /^Go to the cart/ }).click();
  await expect(page.getByText('2 parcels, each with its own postage')).toBeVisible();
  await expect(together(page)).not.toBeChecked();
});
