import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { askApi, bothValues, signInAs, type SignedIn } from '../../support/pages/staff-page.ts';

/** Of the test's own: a draft with one variant, sold from a pile that nobody has counted. */
async function makePile(site: BuiltSite, person: SignedIn) {
  const mark = Math.random().toString(36).slice(2, 8);
  const post = async (table: string, values: unknown) =>
    ((await askApi(site, person, 'POST', `/rest/v1/${table}`, values)) as { id: string }[])[0]
      ?.id ?? '';
  const code = `PILE-${mark.toUpperCase()}`;
  const pile = `Pile ${mark}`;
  const pool = await post('stock_pools', { code, title: pile });
  const product = await post('products', {
    kind: 'product',
    category: 'part',
    url: `pile-${mark}`,
    title: `Piled ${mark}`,
    summary: 'For a count',
  });
  await post('variants', {
    product_id: product,
    sku: code,
    title: 'Base',
    price_minor: 900,
    weight_grams: 40,
    availability: 'archived',
    stock_pool_id: pool,
  });
  return { pool, pile, product, mark };
}

const dialogIn = (page: Page, pile: string) =>
  page.getByRole('dialog', { name: `Count: ${pile}`, exact: true });

async function count(page: Page, pile: string, pieces: string, why: string) {
  const dialog = dialogIn(page, pile);
  await dialog.getByLabel(/^Units/).fill(pieces);
  await dialog.getByLabel('Why').fill(why);
  await dialog.getByRole('button', { name: /^Save \d+ on hand$/ }).click();
}

test('goods are counted on the products and the shipping desk, and the second of two counters sees both numbers', async ({
  browser,
  page,
  site,
}) => {
  const owner = await signInAs(page, site, 'owner@keywright.test');
  const { pile, product, mark } = await makePile(site, owner);
  await page.goto(`${site.siteUrl}/admin/products?product=${product}`);
  const stock = page.getByRole('region', { name: 'Stock', exact: true });
  await expect(stock).toContainText('0 on hand');
  await stock.getByRole('button', { name: `Count ${pile}` }).click();
  await expect(dialogIn(page, pile)).toContainText('Not counted yet');
  expect(await findFaults(page, 'dialog[open]')).toEqual([]);
  await count(page, pile, '12', 'First delivery');
  await expect(page.getByText(`${pile}: 12 on hand now.`)).toBeVisible();
  await expect(stock).toContainText('12 on hand, 0 reserved for orders, 12 free');

  const other = await browser.newPage();
  await signInAs(other, site, 'fulfilment@keywright.test');
  await other.goto(`${site.siteUrl}/admin/shipping?tab=stock&q=${mark}`);
  const row = other.getByRole('grid', { name: 'Stock' }).getByRole('row').filter({ hasText: pile });
  await expect(row).toContainText(`Piled ${mark}, Base`);
  await row.getByRole('button', { name: pile }).click();
  const dialog = dialogIn(other, pile);
  await expect(dialog.getByRole('heading', { name: `Count: ${pile}` })).toBeVisible();
  const delivery = dialog.getByRole('row', { name: /First delivery/ });
  await expect(delivery).toContainText('+12');
  await expect(delivery).toContainText('by owner');
  await dialog.getByText('Change by').click();

  // Both have it open; the owner is faster.
  await stock.getByRole('button', { name: `Count ${pile}` }).click();
  await count(page, pile, '10', 'Two were broken');
  await expect(stock).toContainText('10 on hand');
  await count(other, pile, '-3', 'Samples went out');
  await expect(dialog.getByRole('alert')).toContainText('you saw 12');
  await expect(bothValues(dialog, 'On hand')).toHaveText(['10', '−3, so 7']);
  await expect(dialog.getByRole('row', { name: /Two were broken/ })).toContainText('−2');
  await expect(dialog.getByRole('row', { name: /Two were broken/ })).not.toContainText('@');
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(dialog).toBeHidden();
  await expect(other.getByText(`${pile}: 7 on hand now.`)).toBeVisible();
  await expect(row.getByRole('gridcell', { name: '7', exact: true }).first()).toBeVisible();
  await other.close();

  await stock.getByRole('button', { name: `Count ${pile}` }).click();
  const counts = dialogIn(page, pile);
  await expect(counts.getByRole('row', { name: /Samples went out/ })).toContainText(
    'by fulfilment@keywright.test',
  );
  await expect(counts.getByRole('row', { name: /First delivery/ })).toContainText('by you');
  await counts.getByRole('button', { name: 'Close' }).first().click();
  await page.route('**/rpc/stock_actors', (route) => route.abort());
  await stock.getByRole('button', { name: `Count ${pile}` }).click();
  await expect(counts).toContainText('The names of who counted could not be loaded.');
  await expect(counts.getByRole('row', { name: /First delivery/ })).toContainText('+12');
});

test('a count that is answered late stands with its own goods, whatever lies open by then', async ({
  page,
  site,
}) => {
  const owner = await signInAs(page, site, 'owner@keywright.test');
  const first = await makePile(site, owner);
  const second = await makePile(site, owner);
  await page.goto(`${site.siteUrl}/admin/shipping?tab=stock&q=Pile`);
  const rowOf = ({ pile }: { readonly pile: string }) =>
    page.getByRole('grid', { name: 'Stock' }).getByRole('row').filter({ hasText: pile });
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/rpc/adjust_stock', async (route) => {
    await held;
    await route.continue();
  });
  await rowOf(first).getByRole('button', { name: first.pile }).click();
  await count(page, first.pile, '12', 'First delivery');
  await dialogIn(page, first.pile).getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await rowOf(second).getByRole('button', { name: second.pile }).click();
  await expect(dialogIn(page, second.pile)).toBeVisible();
  answer();
  await expect(page.getByText(`${first.pile}: 12 on hand now.`)).toBeVisible();
  await dialogIn(page, second.pile).getByRole('button', { name: 'Close' }).first().click();
  await expect(
    rowOf(first).getByRole('gridcell', { name: '12', exact: true }).first(),
  ).toBeVisible();
  await expect(rowOf(second).getByRole('gridcell', { name: '12', exact: true })).toHaveCount(0);
});

test('an editor sees what lies there, and no way to change it', async ({ page, site }) => {
  const editor = await signInAs(page, site, 'editor@keywright.test');
  const { product } = await makePile(site, editor);
  await page.goto(`${site.siteUrl}/admin/products?product=${product}`);
  const stock = page.getByRole('region', { name: 'Stock', exact: true });
  await expect(stock).toContainText('0 on hand');
  await expect(stock).toContainText('Owners and fulfilment count it.');
  await expect(stock.getByRole('button', { name: 'Count' })).toHaveCount(0);
});
