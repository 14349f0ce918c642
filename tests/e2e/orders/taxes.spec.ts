import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { mailsTo, newAddress } from '../../support/data/people.ts';
import { plantCart } from '../../support/pages/cart.ts';
import {
  fillInOrder,
  lineOf,
  orderKey,
  placeGuestOrder,
  storedCart,
  thanks,
} from '../../support/pages/checkout-page.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { askApi, signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { registerNumbers } from '../../support/vat-register.ts';

const overview = (page: Page) => page.getByRole('region', { name: 'Your order' });

/** Gives the mailbox that it orders for. */
async function openCheckout(page: Page, site: BuiltSite, country: string, postcode: string) {
  const email = newAddress('taxes');
  await plantCart(page.context(), storedCart([await lineOf(site, 'PEBBLE-10')]));
  await page.goto(`${site.siteUrl}/cart/confirm`);
  await fillInOrder(page, email);
  await page.getByLabel('Country').selectOption(country);
  await page.getByLabel('Postcode').fill(postcode);
  await page.locator('input[name="method"]:not(:disabled)').first().check();
  return email;
}

async function orderAsCompany(page: Page, number: string): Promise<void> {
  await page.getByLabel('Order as a company').check();
  await page.getByLabel('Company', { exact: true }).fill('Sample GmbH');
  await page.getByLabel('VAT number').fill(number);
}

test('a company with a valid VAT number in another EU country sees the VAT come off and pays that', async ({
  page,
  site,
}) => {
  const email = await openCheckout(page, site, 'DE', '10115');
  await expect(overview(page)).toContainText('including VAT');
  await orderAsCompany(page, 'de 123 456 789');
  await expect(page.getByText('Valid: SAMPLE GMBH.')).toBeVisible();
  await expect(page.getByText('You buy without VAT')).toBeVisible();
  await expect(overview(page)).toContainText('VAT taken off');
  await expect(overview(page)).not.toContainText('including VAT');
  const total = await overview(page).locator('dt:text("Total") + dd').textContent();
  await expect(orderKey(page)).toContainText(total ?? '-');
  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible();
  let mail = '';
  await expect
    .poll(async () => {
      mail = (await mailsTo(site.apiUrl, email)).map(({ text }) => text).join(' ');
      return mail;
    })
    .toContain('VAT taken off');
  await page.goto(/https?:\/\/\S+\/orders\?order=\S+#token=\S+/.exec(mail)?.[0] ?? '');
  await expect(page.getByText('VAT taken off')).toBeVisible();
});

test('a number that is unknown, or can’t be checked, leaves the VAT in the price and says so', async ({
  page,
  site,
}) => {
  await openCheckout(page, site, 'DE', '10115');
  await orderAsCompany(page, registerNumbers.unknown);
  await expect(page.getByText('does not know this number')).toBeVisible();
  await page.getByLabel('VAT number').fill(registerNumbers.countryAway);
  await expect(page.getByText('can’t be checked at the moment')).toBeVisible();
  await page.route('**/functions/v1/check-vat-number', (route) => route.abort());
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('can’t be checked at the moment')).toBeVisible();
  await page.unroute('**/functions/v1/check-vat-number');
  await page.getByLabel('VAT number').fill(registerNumbers.nameless);
  await expect(page.getByText('VAT stays in the price')).toBeVisible();
  await expect(overview(page)).toContainText('including VAT');
  await orderKey(page).click();
  await expect(thanks(page)).toBeVisible();
});

test('a number that could not be checked takes the VAT off once it can', async ({ page, site }) => {
  await openCheckout(page, site, 'DE', '10115');
  await page.route('**/functions/v1/check-vat-number', (route) => route.abort());
  await orderAsCompany(page, `DE${String(Date.now()).slice(-9)}`);
  await expect(page.getByText('can’t be checked at the moment')).toBeVisible();
  await expect(overview(page)).toContainText('including VAT');
  await page.unroute('**/functions/v1/check-vat-number');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Valid: SAMPLE GMBH.')).toBeVisible();
  await expect(page.getByText('You buy without VAT')).toBeVisible();
  await expect(overview(page)).toContainText('VAT taken off');
});

test('outside the EU the VAT comes off, customs are told of, and the countries page says the same', async ({
  page,
  site,
}) => {
  await openCheckout(page, site, 'CH', '8001');
  await expect(overview(page)).toContainText('VAT taken off');
  await overview(page).getByRole('link', { name: 'What to expect' }).click();
  const swiss = page.locator('#ch');
  await swiss.locator('summary').click();
  await expect(swiss).toContainText(
    'We take our VAT of 21% off at checkout. Customs may charge VAT of 8.1%.',
  );
  await page.locator('#gb summary').click();
  await expect(page.locator('#gb')).toContainText('for parcels worth up to €156.00');
});

test('the owner reads the VAT of a period, exports it, and keeps registrations', async ({
  page,
  site,
}) => {
  const order = await placeGuestOrder(site, newAddress('vat'), 'PEBBLE-10');
  const who = await signInAs(page, site, 'owner@keywright.test');
  await askApi(site, who, 'POST', '/rest/v1/rpc/record_payment', {
    p_order: order.id,
    p_reference: `VAT ${order.number}`,
  });
  await page.goto(`${site.siteUrl}/admin/money?tab=vat`);
  const row = page.getByRole('row').filter({ hasText: 'Netherlands' });
  await expect(row.filter({ hasText: 'Domestic VAT' })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain('NL,Domestic VAT,21%');
  await page.getByLabel('Period').selectOption({ index: 7 });
  await expect(page.getByText('No invoices or credit notes in this period')).toBeVisible();

  await page.getByRole('tab', { name: 'Tax registrations' }).click();
  await page.getByRole('button', { name: 'New registration' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Country').selectOption('IS');
  await dialog.getByLabel('Name').fill('VSK');
  await dialog.getByLabel('Valid from').fill('2026-01-01');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'VSK' })).toContainText('any value');
  await withDatabase(
    site,
    (sql) => sql`delete from public.tax_registrations where country_code = 'IS'`,
  );
});
