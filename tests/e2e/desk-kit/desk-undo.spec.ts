import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from 'playwright/test';
import { dropProducts } from '../../support/pages/dropped-products.ts';
import { askApi, signInAs, type SignedIn } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

test('a rate that was removed comes back whole by Undo, with the id it had', async ({
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'fulfilment@keywright.test');
  const rates = '/rest/v1/listed_shipping_rates?order=place&limit=1';
  const [before] = (await askApi(site, person, 'GET', rates)) as { id: string }[];
  if (!before) throw new Error('The demo shop has rates');
  await page.goto(`${site.siteUrl}/admin/shipping?tab=rates`);
  // Sorted by zone, method and weight: the first one of the table is the first of the list.
  await page.getByRole('grid').getByRole('row').nth(1).getByRole('button').first().click();
  const dialog = page.getByRole('dialog', { name: /^Shipping rate: / });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(dialog).toBeHidden();
  const one = `/rest/v1/listed_shipping_rates?id=eq.${before.id}`;
  expect(await askApi(site, person, 'GET', one)).toEqual([]);
  await undo(page, 'Removed.');
  await expect(toast(page, 'Undone.')).toBeVisible();
  expect(await askApi(site, person, 'GET', one)).toEqual([before]);
});

test('an undo that comes too late says so, and nothing of what is there is touched', async ({
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'owner@keywright.test');
  const code = `LATE${randomUUID().slice(0, 6).toUpperCase()}`;
  const values = { code, title: `Late ${code}`, percent: 5 };
  await askApi(site, person, 'POST', '/rest/v1/discount_codes', values);
  await page.goto(`${site.siteUrl}/admin/money?tab=codes&q=${code}`);
  await page.getByRole('button', { name: code }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(dialog).toBeHidden();
  // A colleague was faster with a code of the same name.
  await askApi(site, person, 'POST', '/rest/v1/discount_codes', { ...values, title: 'Theirs' });
  await undo(page, 'Removed.');
  await expect(toast(page, 'Not undone: something else has taken its place')).toBeVisible();
  const path = `/rest/v1/discount_codes?code=eq.${code}`;
  expect(await askApi(site, person, 'GET', `${path}&select=title`)).toEqual([{ title: 'Theirs' }]);
  await askApi(site, person, 'DELETE', path);
});

test('a country that is served no more is served again by Undo, unless a colleague was there since', async ({
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'fulfilment@keywright.test');
  const code = await makeCountry(site, person);
  const path = `/rest/v1/countries?code=eq.${code}`;
  const isServed = () => askApi(site, person, 'GET', `${path}&select=ships`);
  await page.goto(`${site.siteUrl}/admin/shipping?tab=countries&q=${code}`);
  const untick = async () => {
    await page.getByRole('button', { name: `Country ${code}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Country' });
    await dialog.getByLabel('Orders may go there').uncheck();
    await dialog.getByLabel('Why not, where we don’t').fill('Not at the moment.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await untick();
  expect(await isServed()).toEqual([{ ships: false }]);
  await undo(page, 'Saved.');
  await expect(toast(page, 'Undone.')).toBeVisible();
  expect(await isServed()).toEqual([{ ships: true }]);
  await untick();
  await askApi(site, person, 'PATCH', path, { duties_note: 'Theirs' });
  await undo(page, 'Saved.');
  await expect(toast(page, 'Not undone: someone else changed it in the meantime.')).toBeVisible();
  expect(await isServed()).toEqual([{ ships: false }]);
  await askApi(site, person, 'DELETE', path);
});

test('a product that was archived is on sale again by Undo', async ({ page, site }) => {
  const person = await signInAs(page, site, 'editor@keywright.test');
  const url = `undo-${randomUUID().slice(0, 8)}`;
  const [made] = (await askApi(site, person, 'POST', '/rest/v1/products', {
    kind: 'product',
    category: 'desk_mat',
    url,
    title: `Undo ${url}`,
    summary: 'A mat that comes back.',
    body: 'It is soft.',
    status: 'published',
    publish_at: new Date().toISOString(),
  })) as { id: string }[];
  if (!made) throw new Error('The product was not made');
  await askApi(site, person, 'POST', '/rest/v1/variants', {
    product_id: made.id,
    sku: url.toUpperCase(),
    title: 'Mat',
    price_minor: 1000,
    weight_grams: 100,
    availability: 'in_stock',
    is_made_to_order: true,
  });
  const status = () => askApi(site, person, 'GET', `/rest/v1/products?url=eq.${url}&select=status`);
  await page.goto(`${site.siteUrl}/admin/products?product=${made.id}`);
  await page.getByLabel('Status').selectOption({ label: 'Archived' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'is archived.')).toBeVisible();
  expect(await status()).toEqual([{ status: 'archived' }]);
  await undo(page, 'is archived.');
  await expect(toast(page, 'Undone.')).toBeVisible();
  expect(await status()).toEqual([{ status: 'published' }]);
  await expect(page.getByLabel('Status')).toHaveValue('published');
  await dropProducts(site, url);
});

const toast = (page: Page, text: string): Locator =>
  page.locator('[data-toasts] > div').filter({ hasText: text });

const undo = (page: Page, text: string) =>
  toast(page, text).getByRole('button', { name: 'Undo' }).click();

/** One that is in no zone, so that no basket is in the way. */
async function makeCountry(site: BuiltSite, person: SignedIn): Promise<string> {
  const code = 'FJ';
  await askApi(site, person, 'DELETE', `/rest/v1/countries?code=eq.${code}`);
  await askApi(site, person, 'POST', '/rest/v1/countries', {
    code,
    name: `Country ${code}`,
    currency: 'EUR',
    duties_payer: 'customer',
  });
  return code;
}
