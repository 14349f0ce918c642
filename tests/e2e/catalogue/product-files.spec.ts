import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { dropProducts } from '../../support/pages/dropped-products.ts';
import { askApi, signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

async function openImport(page: Page, site: BuiltSite) {
  await page.goto(`${site.siteUrl}/admin/products`);
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  const choose = (text: string) =>
    dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  return { dialog, choose };
}

const read = (site: BuiltSite, who: Parameters<typeof askApi>[1], url: string) =>
  askApi(
    site,
    who,
    'GET',
    `/rest/v1/products?url=eq.${url}&select=title,status,variants(sku,price_minor,choices,stock:stock_pools(on_hand))&variants.order=position`,
  );

test('a file creates a product with its variants, changes it, and does nothing the second time', async ({
  page,
  site,
}) => {
  const owner = await signInAs(page, site, 'owner@keywright.test');
  const url = `filed-mat-${randomUUID().slice(0, 6)}`;
  const sku = url.toUpperCase();
  const head = 'URL,Title,Category,Summary,Option 1,Option 1 value,SKU,Price,In stock';
  const file = (price: string, count: number) =>
    `${head}\n${url},Filed mat,Desk mat,"=A mat",Size,S,${sku}-S,${price},${count}\n${url},,,,,M,${sku}-M,25,3\n`;
  const { dialog, choose } = await openImport(page, site);
  await choose(file('cheap', 4));
  await expect(dialog.getByText('Price: An amount looks like 12.50.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import 0 products' })).toBeDisabled();
  await choose(file('20', 4));
  await expect(
    dialog.getByText(`new product “Filed mat”: S, ${sku}-S, 20.00 EUR, 4 in stock`),
  ).toBeVisible();
  expect(await read(site, owner, url)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(dialog.getByText('1 imported, 0 refused, 0 unknown, 0 not touched')).toBeVisible();
  const made = (price: number, count: number) => [
    {
      title: 'Filed mat',
      status: 'draft',
      variants: [
        { sku: `${sku}-S`, price_minor: price, choices: ['S'], stock: { on_hand: count } },
        { sku: `${sku}-M`, price_minor: 2500, choices: ['M'], stock: { on_hand: 3 } },
      ],
    },
  ];
  expect(await read(site, owner, url)).toEqual(made(2000, 4));
  await choose(file('20', 4));
  await expect(dialog.getByText('0 would change, 2 unchanged, 0 can’t be used.')).toBeVisible();
  await choose(file('22', 9));
  await expect(dialog.getByText('Price: 20.00 → 22.00')).toBeVisible();
  await expect(dialog.getByText('In stock: 4 → 9')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(dialog.getByText('1 imported, 0 refused, 0 unknown, 0 not touched')).toBeVisible();
  expect(await read(site, owner, url)).toEqual(made(2200, 9));
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.goto(`${site.siteUrl}/admin/products?q=${url}`);
  await expect(page.getByRole('grid').getByText('Filed mat')).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const written = await readFile(await (await saving).path(), 'utf8');
  expect(written).toContain(`,'=A mat,`);
  expect(written).toContain(`,Size,S,,,,,S,${sku}-S,22.00,9,no,In stock,`);
  const back = await openImport(page, site);
  await back.choose(written);
  await expect(
    back.dialog.getByText('0 would change, 2 unchanged, 0 can’t be used.'),
  ).toBeVisible();
  await dropProducts(site, url);
});

test('Shopify’s file is previewed with what is left out, and becomes a product', async ({
  page,
  site,
}) => {
  const owner = await signInAs(page, site, 'owner@keywright.test');
  const url = `cable-${randomUUID().slice(0, 6)}`;
  const sku = url.toUpperCase();
  const { dialog, choose } = await openImport(page, site);
  await choose(
    [
      'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Image Src,Image Alt Text,Status',
      `${url},Coiled cable,<p>Made of <b>brass</b>.</p>,Wires,Cables,new,true,Colour,Moss,${sku}-MOSS,180,shopify,6,45.00,https://cdn.example/a.jpg,A cable,draft`,
      `${url},,,,,,,,Slate,${sku}-SLATE,180,shopify,2,49.00,,,`,
      `${url},,,,,,,,,,,,,,https://cdn.example/b.jpg,,`,
    ].join('\n'),
  );
  const left = dialog.getByRole('list', { name: 'Left out' });
  await expect(left).toContainText('2 pictures given by address: they are not fetched.');
  await expect(left).toContainText('Tags without a shelf: new.');
  await expect(left).toContainText('Vendors: Wires.');
  await dialog.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(dialog.getByText('1 imported, 0 refused, 0 unknown, 0 not touched')).toBeVisible();
  expect(await read(site, owner, url)).toEqual([
    {
      title: 'Coiled cable',
      status: 'draft',
      variants: [
        { sku: `${sku}-MOSS`, price_minor: 4500, choices: ['Moss'], stock: { on_hand: 6 } },
        { sku: `${sku}-SLATE`, price_minor: 4900, choices: ['Slate'], stock: { on_hand: 2 } },
      ],
    },
  ]);
  await dropProducts(site, url);
});
