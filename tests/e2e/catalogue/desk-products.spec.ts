import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import postgres from 'postgres';
import { test, type BuiltSite } from '../../support/site.ts';
import { dropProducts } from '../../support/pages/dropped-products.ts';
import { askApi, signInAs, type SignedIn } from '../../support/pages/staff-page.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const title = (page: Page) => region(page, 'Texts').getByLabel('Title', { exact: true });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** How many lines these buttons take. */
async function linesOf(page: Page, names: readonly string[]) {
  const tops = names.map(async (name) => {
    const button = page.getByRole('button', { name, exact: true });
    return (await button.boundingBox())?.y;
  });
  return new Set(await Promise.all(tops)).size;
}

/** A draft of the test's own, open on the desk. */
async function openDraft(page: Page, site: BuiltSite, person: SignedIn) {
  const url = `draft-${randomUUID().slice(0, 8)}`;
  const made = await askApi(site, person, 'POST', '/rest/v1/products', {
    kind: 'product',
    category: 'part',
    url,
    title: 'A draft of a test',
  });
  const [product] = made as readonly { readonly id: string }[];
  const id = product?.id ?? '';
  await page.goto(`${site.siteUrl}/admin/products?product=${id}`);
  await expect(title(page)).toHaveValue('A draft of a test');
  return { id, url, remove: () => dropProducts(site, id) };
}

for (const role of ['owner', 'editor'])
  test(`an ${role} who saves stays where they are, and reads beside the button what became of it`, async ({
    page,
    site,
  }) => {
    const person = await signInAs(page, site, `${role}@keywright.test`);
    const { url, remove } = await openDraft(page, site, person);
    const end = page.getByRole('button', { name: 'Add a specification' });
    await end.scrollIntoViewIfNeeded();
    await end.click();
    await page.getByRole('button', { name: 'Remove New fact' }).click();
    await region(page, 'Texts').getByLabel('URL', { exact: true }).fill('saltmarsh');
    await end.scrollIntoViewIfNeeded();
    await saveButton(page).click();
    const refusal = page.getByRole('alert').filter({
      hasText: 'URL: another product has it already. Nothing was saved.',
    });
    await expect(refusal).toBeInViewport();
    await region(page, 'Texts').getByLabel('URL', { exact: true }).fill(`${url}-too`);
    await expect(refusal).toHaveCount(0);
    await end.scrollIntoViewIfNeeded();
    await expect(end).toBeInViewport();
    await saveButton(page).click();
    await expect(page.getByText('Saved. The old URL redirects to the new one.')).toBeInViewport();
    await expect(end).toBeInViewport();
    await remove();
  });

test('what is typed while a product is being saved is kept, and not saved yet', async ({
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'editor@keywright.test');
  const { id, remove } = await openDraft(page, site, person);
  const isTyped = Promise.withResolvers<void>();
  await page.route('**/rpc/save_product', async (route) => {
    await isTyped.promise;
    await route.continue();
  });
  await title(page).fill('Sent');
  await saveButton(page).click();
  await region(page, 'Texts').getByLabel('Summary').fill('Typed meanwhile');
  isTyped.resolve();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(region(page, 'Texts').getByLabel('Summary')).toHaveValue('Typed meanwhile');
  const stored = () =>
    askApi(site, person, 'GET', `/rest/v1/products?id=eq.${id}&select=title,summary`);
  expect(await stored()).toEqual([{ title: 'Sent', summary: '' }]);
  await saveButton(page).click();
  await expect.poll(stored).toEqual([{ title: 'Sent', summary: 'Typed meanwhile' }]);
  await remove();
});

test('every problem leads to where it is mended', async ({ page, site }) => {
  const person = await signInAs(page, site, 'editor@keywright.test');
  const { remove } = await openDraft(page, site, person);
  const missing = page.getByRole('list', { name: 'What is missing' });
  await title(page).fill('x');
  await page.getByRole('button', { name: 'Add a specification' }).focus();
  await page.getByRole('button', { name: '1 problem' }).click();
  await expect(title(page)).toBeFocused();
  await title(page).fill('A draft of a test');
  await missing
    .getByRole('button', { name: 'Add a variant, so that there is something to buy.' })
    .click();
  await expect(region(page, 'Variants and kits').getByLabel('Price in euro')).toBeFocused();
  await page.getByRole('button', { name: 'Add a variant', exact: true }).click();
  await missing.getByRole('button', { name: 'A variant: the title is missing.' }).click();
  const named = region(page, 'Variants and kits').getByLabel('Title');
  await expect(named).toBeFocused();
  await expect(named).toBeInViewport();
  const variants = named.locator('xpath=ancestor::*[@data-part][1]');
  await expect(variants.getByLabel('Availability')).toHaveValue('in_stock');
  await expect(variants.getByLabel('Price in euro')).toHaveValue('');
  await variants.getByLabel('Availability').selectOption('Archived');
  await variants.getByLabel('Price in euro').fill('12');
  await expect(missing).toContainText(
    'Not for sale: A variant: nobody can buy it, because it is archived',
  );
  await missing.getByRole('button', { name: 'A summary is missing.' }).click();
  await expect(region(page, 'Texts').getByLabel('Summary')).toBeFocused();
  await page.keyboard.type('Now there is one.');
  await expect(missing.getByText('A summary is missing.')).toHaveCount(0);
  await remove();
});

test('from anywhere in the form any of its parts is a press away', async ({ page, site }) => {
  const person = await signInAs(page, site, 'editor@keywright.test');
  const { remove } = await openDraft(page, site, person);
  const list = page.getByRole('navigation', { name: 'Sections' });
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const name of ['History', 'Specifications', 'Texts']) {
    await list.getByRole('button', { name }).click();
    await expect(region(page, name)).toBeFocused();
    await expect(region(page, name)).toBeInViewport();
    await expect(list).toBeInViewport();
  }
  await expect(list.getByRole('button', { name: 'Texts' })).toContainText('1 missing');
  await expect(list.getByRole('button', { name: 'Rules' })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const jump = page.getByLabel('Go to section');
  await jump.selectOption('Selling and customs');
  await expect(region(page, 'Selling and customs')).toBeFocused();
  await expect(region(page, 'Selling and customs').getByLabel('Handling days')).toBeVisible();
  await expect(jump).toBeInViewport({ ratio: 1 });
  await remove();
});

test('values move among those of their own option, and the arrow keeps the focus', async ({
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'editor@keywright.test');
  const { remove } = await openDraft(page, site, person);
  const options = region(page, 'Options');
  for (const name of ['Case', 'Plate']) {
    await options.getByRole('button', { name: 'Add an option' }).click();
    await options.getByLabel('Title').last().fill(name);
  }
  for (const name of ['Case', 'Plate'])
    await options.getByLabel(`Add a value of ${name}`).fill(`${name} 1, ${name} 2,`);
  for (const value of ['Case 1', 'Case 2', 'Plate 1', 'Plate 2'])
    await options
      .locator('summary')
      .filter({ hasText: new RegExp(`^${value}`) })
      .click();
  const order = () =>
    options
      .getByRole('button', { name: /^Move \w+ \d up$/ })
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  expect(await order()).toEqual(
    ['Case 1', 'Case 2', 'Plate 1', 'Plate 2'].map((name) => `Move ${name} up`),
  );
  const down = options.getByRole('button', { name: 'Move Case 1 down' });
  await down.click();
  await expect
    .poll(order)
    .toEqual(['Case 2', 'Case 1', 'Plate 1', 'Plate 2'].map((name) => `Move ${name} up`));
  await expect(down).toBeFocused();
  await remove();
});

test('whoever leaves with a batch half typed is told that it is not kept', async ({
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'editor@keywright.test');
  const { url, remove } = await openDraft(page, site, person);
  await region(page, 'Batches').getByRole('button', { name: 'New batch' }).click();
  await expect(page.getByText('The batch is saved.')).toBeInViewport();
  await page.getByRole('link', { name: `${url.toUpperCase()}-R1` }).click();
  const batch = region(page, 'Batch');
  await batch.getByLabel('Title').fill('Half typed');
  await page.getByRole('button', { name: '← All group buys' }).click();
  const leaving = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await leaving.getByRole('button', { name: 'Keep editing' }).click();
  await expect(batch.getByLabel('Title')).toHaveValue('Half typed');
  await batch.getByRole('button', { name: 'Save this batch' }).click();
  await expect(page.getByText('The batch is saved.')).toBeVisible();
  await page.getByRole('button', { name: '← All group buys' }).click();
  await expect(page.getByRole('grid', { name: 'Group buys' })).toBeVisible();
  await askApi(site, person, 'DELETE', `/rest/v1/batches?code=eq.${url.toUpperCase()}-R1`);
  await remove();
});

test('what could not be read is never taken for what is not there', async ({ page, site }) => {
  const person = await signInAs(page, site, 'editor@keywright.test');
  await page.goto(`${site.siteUrl}/admin/products?product=nothing`);
  await expect(page.getByRole('alert')).toContainText('There is no such product.');
  await page.route('**/rest/v1/batches?*', (route) => route.abort());
  const { remove } = await openDraft(page, site, person);
  await expect(
    page.getByRole('alert').filter({ hasText: 'batches and stock could not be loaded' }),
  ).toBeVisible();
  await remove();
});

test('a product reads the stock that it is sold from alone, and finds other by its label', async ({
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'editor@keywright.test');
  const { id, url, remove } = await openDraft(page, site, person);
  const post = (table: string, values: unknown) =>
    askApi(site, person, 'POST', `/rest/v1/${table}`, values);
  const mark = url.toUpperCase();
  const made = await post('stock_pools', [
    { code: `${mark}-A`, title: `Own pile ${url}` },
    { code: `${mark}-B`, title: `Other pile ${url}` },
  ]);
  const [own] = made as readonly { readonly id: string }[];
  await post('variants', {
    product_id: id,
    sku: mark,
    title: 'Base',
    price_minor: 900,
    weight_grams: 40,
    stock_pool_id: own?.id,
  });
  const read = new Set<string>();
  await page.route('**/rest/v1/stock_pools?*', async (route) => {
    const response = await route.fetch();
    for (const row of (await response.json()) as readonly { readonly id: string }[])
      read.add(row.id);
    await route.fulfill({ response });
  });
  await page.reload();
  await expect(region(page, 'Stock')).toContainText(`Own pile ${url}`);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect.poll(() => [...read]).toEqual([own?.id]);
  await page.unroute('**/rest/v1/stock_pools?*');
  const variants = region(page, 'Variants and kits');
  await variants.getByText(mark, { exact: true }).click();
  await expect(variants).toContainText(`Stock pool: ${mark}-A Own pile ${url}`);
  await variants.getByRole('combobox', { name: 'Another stock pool' }).fill(`${url}-b`);
  await variants.getByRole('option', { name: `Other pile ${url}` }).click();
  await expect(variants).toContainText(`Stock pool: ${mark}-B Other pile ${url}`);
  await saveButton(page).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(region(page, 'Stock')).toContainText(`Other pile ${url}`);
  await remove();
  await askApi(site, person, 'DELETE', `/rest/v1/stock_pools?code=like.${mark}-*`);
});

test('an import is read by the words of the form, line by line', async ({ page, site }) => {
  const person = await signInAs(page, site, 'editor@keywright.test');
  const { url, remove } = await openDraft(page, site, person);
  await page.goto(`${site.siteUrl}/admin/products`);
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  const choose = (text: string) =>
    dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('Title\nNew');
  await expect(dialog.getByRole('alert')).toContainText(
    'The first line has neither a column “URL” nor a column “SKU”.',
  );
  await choose(`URL,Title,Sort order\n${url},Came by file,many\n`);
  await expect(dialog).toContainText('Sort order: A whole number from 0 to 100,000');
  await choose(`URL,Title,Sort order\n${url},Came by file,4\n`);
  await expect(dialog).toContainText('Title: A draft of a test → Came by file');
  await dialog.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(dialog).toContainText('1 imported, 0 refused');
  await remove();
});

test('at the width of a phone no product pushes its page aside', async ({ page, site }) => {
  const person = await signInAs(page, site, 'editor@keywright.test');
  await page.setViewportSize({ width: 390, height: 844 });
  const boards = (await askApi(
    site,
    person,
    'GET',
    '/rest/v1/products?url=in.(braefell-65,saltmarsh,curlew-coiled-cable)&select=id',
  )) as readonly { readonly id: string }[];
  expect(boards).toHaveLength(3);
  for (const { id } of boards) {
    await page.goto(`${site.siteUrl}/admin/products?product=${id}`);
    await expect(title(page)).not.toHaveValue('');
    const beyond = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    expect(await beyond()).toBe(0);
    expect(await linesOf(page, ['Preview', 'Duplicate', 'Undo all'])).toBe(1);
    expect(await linesOf(page, ['Save', 'Save and publish'])).toBe(1);
  }
});

test('a draft made by mistake is deleted once that was confirmed, unless it was published before', async ({
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'editor@keywright.test');
  const published = await openDraft(page, site, person);
  const key = page.getByRole('button', { name: 'Delete draft' });
  const confirmed = page.getByRole('dialog').getByRole('button', { name: 'Delete draft' });
  const path = `/rest/v1/products?id=eq.${published.id}`;
  const shown = { status: 'archived', summary: 'Seen', publish_at: '2020-01-01T00:00:00Z' };
  await askApi(site, person, 'PATCH', path, shown);
  await askApi(site, person, 'PATCH', path, { status: 'draft' });
  await page.reload();
  await key.click();
  await confirmed.click();
  await expect(page.getByRole('alert')).toContainText('was published or scheduled before');
  await published.remove();

  const { id } = await openDraft(page, site, person);
  await key.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await key.click();
  await confirmed.click();
  await expect(page.getByRole('grid', { name: 'Products' })).toBeVisible();
  await expect(page.getByText('“A draft of a test” is deleted.')).toBeVisible();
  expect(await askApi(site, person, 'GET', `/rest/v1/products?id=eq.${id}&select=id`)).toEqual([]);
});

test('a form that was only opened tells nobody off', async ({ page, site }) => {
  await signInAs(page, site, 'editor@keywright.test');
  await page.goto(`${site.siteUrl}/admin/products?product=new`);
  const wrong = page.locator('[aria-invalid="true"]');
  await expect(title(page)).toBeVisible();
  await expect(wrong).toHaveCount(0);
  await title(page).fill('x');
  await expect(page.getByText('The title needs two letters or more.').first()).toBeVisible();
  await expect(wrong).not.toHaveCount(0);
});

test('news that nobody would be told of says so, and news left unfinished says what is in the way', async ({
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'editor@keywright.test');
  const { id, url, remove } = await openDraft(page, site, person);
  const batch = { product_id: id, code: `${url.toUpperCase()}-R1`, title: 'Round one', number: 1 };
  const [made] = (await askApi(site, person, 'POST', '/rest/v1/batches', batch)) as readonly {
    readonly id: string;
  }[];
  const ofBatch = `/rest/v1/batches?code=eq.${batch.code}`;
  await askApi(site, person, 'PATCH', ofBatch, {
    stage: 'announced',
    opens_at: '2100-01-01T00:00:00Z',
    closes_at: '2100-02-01T00:00:00Z',
  });
  const write = async () => {
    await page.goto(`${site.siteUrl}/admin/batches?batch=${made?.id}`);
    await page.getByRole('button', { name: 'E-mail its buyers…' }).click();
    const news = page.getByRole('dialog', { name: `News for the buyers of ${batch.code}` });
    await news.getByLabel('Headline').fill('The cases are here');
    await news.getByLabel('In one sentence').fill('They came on Friday.');
    await news.getByLabel('Article (Markdown)').fill('They look as they should.');
    await news.getByRole('button', { name: 'Preview recipients' }).click();
    return news;
  };
  const first = await write();
  await expect(first).toContainText(`Nobody has paid for anything in ${batch.code} yet`);
  await expect(first.getByRole('button', { name: 'Publish it' })).toBeVisible();
  const again = await write();
  await expect(again.getByRole('alert')).toContainText('already has an update with that headline');
  await askApi(site, person, 'DELETE', `/rest/v1/updates?url=like.*${url}*`);
  await askApi(site, person, 'DELETE', ofBatch);
  await remove();
});

test('what is ordered while a batch is being written shows by itself, and leaves what is typed', async ({
  page,
  site,
}) => {
  const person = await signInAs(page, site, 'editor@keywright.test');
  const [product] = (await askApi(
    site,
    person,
    'GET',
    '/rest/v1/products?url=eq.saltmarsh&select=id,batches(id)',
  )) as readonly { readonly id: string; readonly batches: readonly { readonly id: string }[] }[];
  await page.goto(`${site.siteUrl}/admin/batches?batch=${product?.batches[0]?.id}`);
  const batches = region(page, 'Batch');
  const ordered = batches.getByRole('row').filter({ hasText: 'Base' }).getByRole('cell').first();
  await expect(ordered).toHaveText(/^\d+ of \d+/);
  const [before = 0] = (await ordered.innerText()).split(' of ').map(Number);
  await batches.getByLabel('Title').first().fill('Half typed');
  const sql = postgres(site.databaseUrl, { max: 1, onnotice: () => undefined });
  const count = (more: number) => sql`
    update public.batch_kits k set ordered_count = ordered_count + ${more}
    from public.variants v where v.id = k.variant_id and v.product_id = ${product?.id ?? ''}
      and v.title like 'Base%'`;
  await count(1);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(ordered).toHaveText(new RegExp(`^${before + 1} of `));
  await expect(batches.getByLabel('Title').first()).toHaveValue('Half typed');
  await count(-1);
  await sql.end();
});
