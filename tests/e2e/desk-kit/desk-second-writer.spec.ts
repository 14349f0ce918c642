import { expect, type Page } from 'playwright/test';
import { test, type BuiltSite } from '../../support/site.ts';
import { dropProducts } from '../../support/pages/dropped-products.ts';
import { askApi, bothValues, signInAs, type SignedIn } from '../../support/pages/staff-page.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Of the test's own, with a batch that makes one kit. */
async function makeProduct(site: BuiltSite, person: SignedIn) {
  const mark = Math.random().toString(36).slice(2, 8);
  const post = async (table: string, values: unknown) =>
    ((await askApi(site, person, 'POST', `/rest/v1/${table}`, values)) as { id: string }[])[0]
      ?.id ?? '';
  const product = await post('products', {
    kind: 'product',
    category: 'part',
    url: `written-twice-${mark}`,
    title: `Written twice ${mark}`,
    summary: 'As it was',
  });
  const variant = await post('variants', {
    product_id: product,
    sku: `TWICE-${mark.toUpperCase()}`,
    title: 'Base',
    price_minor: 5000,
    weight_grams: 100,
    availability: 'archived',
  });
  const code = `TWICE-${mark.toUpperCase()}`;
  const batch = await post('batches', { product_id: product, code, title: 'Round one' });
  await askApi(site, person, 'POST', '/rest/v1/rpc/save_batch_kit', {
    p_batch: batch,
    p_variant: variant,
    p_terms: { moq: 10, capacity: null, tiers: [] },
    p_expected: null,
  });
  return { product, variant, batch };
}

test('two editors on two pages are told of each other in every part of a product, and nothing typed is lost', async ({
  context,
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'editor@keywright.test');
  const { product, variant, batch: batchId } = await makeProduct(site, person);
  const other = await context.newPage();
  await signInAs(other, site, 'editor@keywright.test');
  for (const each of [page, other]) {
    await each.goto(`${site.siteUrl}/admin/batches?batch=${batchId}`);
    await expect(part(each, 'Batch').getByLabel('Title')).toHaveValue('Round one');
  }

  // The batch.
  const batch = (of: Page) => part(of, 'Batch');
  const saveBatch = (of: Page) => batch(of).getByRole('button', { name: 'Save this batch' });
  await batch(other).getByLabel('Title').fill('Round theirs');
  await saveBatch(other).click();
  await expect(other.getByText('The batch is saved.')).toBeVisible();
  await batch(page).getByLabel('Title').fill('Round mine');
  await batch(page).getByLabel('Note (Markdown)').fill('A note of mine');
  await saveBatch(page).click();
  await expect(bothValues(batch(page), 'Title')).toHaveText(['Round theirs', 'Round mine']);
  await expect(batch(page).getByLabel('Title')).toHaveValue('Round mine');
  await batch(page).getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(page.getByText('The batch is saved.')).toBeVisible();
  await expect(batch(page).getByLabel('Note (Markdown)')).toHaveValue('A note of mine');

  // A kit with its prices.
  const kit = (of: Page) => of.getByRole('dialog', { name: 'Base' });
  for (const each of [page, other]) {
    await batch(each).getByRole('button', { name: 'Change Base' }).click();
    await kit(each)
      .getByLabel('Minimum to make it')
      .fill(each === page ? '30' : '20');
  }
  await kit(other).getByRole('button', { name: 'Add a price' }).click();
  await kit(other).getByLabel('From units, price 1').fill('50');
  await kit(other).getByLabel('Price in euro, price 1').fill('45.00');
  await kit(other).getByRole('button', { name: 'Save the kit' }).click();
  await expect(kit(other)).toBeHidden();
  await kit(page).getByRole('button', { name: 'Save the kit' }).click();
  await expect(bothValues(kit(page), 'Minimum')).toHaveText(['20', '30']);
  await expect(bothValues(kit(page), 'Better prices')).toHaveText(['45.00 from 50', 'nothing']);
  await kit(page).getByRole('button', { name: 'Keep theirs' }).click();
  await expect(kit(page).getByLabel('Price in euro, price 1')).toHaveValue('45.00');
  await kit(page).getByRole('button', { name: 'Cancel' }).click();

  for (const each of [page, other]) {
    await each.goto(`${site.siteUrl}/admin/products?product=${product}`);
    await expect(part(each, 'Batches')).toContainText('Round mine');
  }

  // The product with its variants: what only one of both changed stays as that one made it.
  const texts = (of: Page) => part(of, 'Texts');
  const save = (of: Page) => of.getByRole('button', { name: 'Save', exact: true }).click();
  for (const each of [page, other])
    await part(each, 'Variants and kits').locator('summary', { hasText: 'Base' }).click();
  await texts(other).getByLabel('Summary').fill('Theirs');
  await texts(other).getByLabel('Story (Markdown)').fill('Their story');
  await part(other, 'Variants and kits').getByLabel('Price in euro').fill('60.00');
  await save(other);
  await expect(other.getByText('Saved.')).toBeVisible();
  await texts(page).getByLabel('Summary').fill('Mine');
  await part(page, 'Variants and kits').getByLabel('Price in euro').fill('70.00');
  await save(page);
  const alert = page.getByRole('alert').filter({ hasText: 'Someone else saved this product' });
  await expect(bothValues(alert, 'Summary')).toHaveText(['Theirs', 'Mine']);
  await expect(bothValues(alert, 'Variant Base: Price in euro')).toHaveText(['60.00', '70.00']);
  await alert.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(texts(page).getByLabel('Summary')).toHaveValue('Mine');
  await expect(texts(page).getByLabel('Story (Markdown)')).toHaveValue('Their story');
  const stored = `/rest/v1/variants?id=eq.${variant}&select=price_minor`;
  expect(await askApi(site, person, 'GET', stored)).toEqual([{ price_minor: 7000 }]);

  // The history tells of all of it, and puts back what has a form.
  const history = part(page, 'History');
  await history.getByRole('button', { name: 'Show what was changed' }).click();
  await expect(history.getByText('Kit of the batch Base: Minimum to make it')).toBeVisible();
  await expect(history.getByText(/^Buyers saw this price. Change the kit/).first()).toBeVisible();
  await history
    .getByRole('button', { name: /^Put back Batch TWICE-\w+: Title$/ })
    .first()
    .click();
  await expect(part(page, 'Batches').getByLabel('Title')).toHaveValue('Round theirs');
  await part(page, 'Specifications').getByRole('button', { name: 'Add a specification' }).click();
  await part(page, 'Specifications').getByLabel('Name').fill('Stem');
  await part(page, 'Specifications').getByLabel('Value', { exact: true }).fill('MX');
  await part(page, 'Specifications').getByLabel('Code').fill('stem');
  await save(page);
  await expect(page.getByText('Saved.')).toBeVisible();
  const facts = `/rest/v1/product_facts?product_id=eq.${product}&select=label,value`;
  expect(await askApi(site, person, 'GET', facts)).toEqual([{ label: 'Stem', value: 'MX' }]);
  await dropProducts(site, product);
});
