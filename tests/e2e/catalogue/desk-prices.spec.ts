import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { employ } from '../../support/data/employees.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { countPresses } from '../../support/pages/presses.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

/** Variants of a draft: no other test sells them. */
async function someSkus(site: BuiltSite): Promise<readonly string[]> {
  const word = randomUUID().slice(0, 8).toUpperCase();
  const rows = await withDatabase(
    site,
    (sql) => sql<{ sku: string }[]>`
      insert into public.variants (product_id, sku, title, availability, price_minor, weight_grams)
      select p.id, 'PRICE-' || ${word} || '-' || n, 'Of ' || n, 'group_buy', 1990 + n * 1000, 100
      from public.products p, generate_series(1, 2) n
      where p.id = (select id from public.products where status = 'draft' order by id limit 1)
      returning sku`,
  );
  return rows.map(({ sku }) => sku);
}

const priceOf = (site: BuiltSite, sku: string) =>
  withDatabase(
    site,
    (sql) => sql<{ price: number }[]>`
      select price_minor as price from public.variants where sku = ${sku}`,
  ).then(([row]) => row?.price ?? 0);

async function openPrices(page: Page, site: BuiltSite, search = '') {
  await page.goto(`${site.siteUrl}/admin/products?tab=prices&q=${search}`);
  await expect(page.getByRole('grid', { name: 'Prices' })).toBeVisible({ timeout: 15_000 });
}

test('a price is changed where it stands in two presses, and a wrong one is said', async ({
  page,
  site,
}) => {
  const [sku = ''] = await someSkus(site);
  await signInAs(page, site, await employ(site, 'editor'));
  await openPrices(page, site, sku);
  const row = page.getByRole('row').filter({ hasText: sku });
  const cell = row.getByRole('gridcell', { name: '€29.90' });
  const presses = await countPresses(page);
  await cell.dblclick();
  const field = row.getByRole('textbox');
  await expect(field).toHaveValue('29.90');
  await field.fill('-1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A price is 0 or more.')).toBeVisible();
  await field.fill('12.40');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('gridcell', { name: '€12.40' })).toBeVisible();
  await expect.poll(() => priceOf(site, sku)).toBe(1240);
  expect(presses()).toBe(2);
});

test('many prices change at once, each before and after seen first, and are put back', async ({
  page,
  site,
}) => {
  const [one = '', two = ''] = await someSkus(site);
  await signInAs(page, site, await employ(site, 'editor'));
  await openPrices(page, site, one.slice(0, -2));
  for (const sku of [one, two])
    await page.getByRole('row').filter({ hasText: sku }).getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Change prices' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Per cent').fill('10');
  await dialog.getByLabel('Rounded to').selectOption('50 cents');
  await expect(dialog).toContainText(`${one}, €29.90 → €33.00`);
  await dialog.getByRole('button', { name: /^Change prices/ }).click();
  const prices = async () => [await priceOf(site, one), await priceOf(site, two)];
  await expect.poll(prices).toEqual([3300, 4400]);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(prices).toEqual([2990, 3990]);
});

test('prices come back from a file by their SKU, and each change is shown first', async ({
  page,
  site,
}) => {
  const [sku = ''] = await someSkus(site);
  await signInAs(page, site, 'owner@keywright.test');
  await openPrices(page, site);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import prices' });
  await dialog.locator('input[type="file"]').setInputFiles({
    name: 'prices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`SKU,Price\n${sku},13.70\nNO-SUCH,1\n`),
  });
  await expect(dialog).toContainText('Price: 29.90 → 13.70');
  await expect(dialog).toContainText('NO-SUCH');
  await dialog
    .getByRole('button', { name: /^Import/ })
    .last()
    .click();
  await expect.poll(() => priceOf(site, sku)).toBe(1370);
});

test('the list of products shows picture, price, stock and SKU of each', async ({ page, site }) => {
  await signInAs(page, site, await employ(site, 'editor'));
  await page.goto(`${site.siteUrl}/admin/products?q=pebble`);
  const row = page.getByRole('row').filter({ hasText: 'Pebble, linear' });
  await expect(row).toContainText(/€\d+\.\d\d/, { timeout: 15_000 });
  await expect(row).toContainText(/PEBBLE|variants/);
  const drawn = () => row.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth);
  await expect.poll(drawn).toBeGreaterThan(0);
});

for (const width of [320, 1440])
  test(`axe finds nothing among prices at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 844 });
    await signInAs(page, site, 'owner@keywright.test');
    await openPrices(page, site);
    expect(await findFaults(page)).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
  });
