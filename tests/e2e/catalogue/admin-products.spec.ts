import { expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import { test, watchPage, type BuiltSite } from '../../support/site.ts';
import { drawPreview, showPreview } from '../../support/pages/preview-page.ts';
import { dropProducts } from '../../support/pages/dropped-products.ts';
import { askApi, signInAs } from '../../support/pages/staff-page.ts';

/** Each try has names of its own: a failed one leaves its product behind. */
const mark = () => Math.random().toString(36).slice(2, 8);

const part = (page: Page, name: string) => page.getByRole('region', { name });

async function openNew(page: Page, site: BuiltSite, title: string, url: string) {
  await page.goto(`${site.siteUrl}/admin/products?product=new`);
  const texts = part(page, 'Texts');
  await texts.getByLabel('Title', { exact: true }).fill(title);
  await texts.getByLabel('URL', { exact: true }).fill(url);
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const said = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible();

test('an editor makes a product with a variant, a choice, a rule and a picture', async ({
  page,
  site,
}) => {
  const owner = await signInAs(page, site, 'editor@keywright.test');
  const own = mark();
  await openNew(page, site, 'Made by a test', `made-${own}`);
  const variants = part(page, 'Variants and kits');
  await variants.getByRole('button', { name: 'Add a variant' }).click();
  await variants.getByLabel('Title').fill('Base');
  await variants.getByLabel('SKU').fill(`MADE-${own.toUpperCase()}`);
  await variants.getByLabel('Price in euro').last().fill('12,5');
  await variants.getByRole('button', { name: 'New stock count for this variant' }).click();
  await variants.getByLabel('Availability').selectOption('in_stock');
  const options = part(page, 'Options');
  for (const name of ['Case', 'Plate']) {
    await options.getByRole('button', { name: 'Add an option' }).click();
    await options.getByLabel('Title').last().fill(name);
    const adder = options.getByLabel(`Add a value of ${name}`);
    await adder.fill(`${name} one`);
    await adder.press('Enter');
  }
  const rules = part(page, 'Rules');
  await rules.getByLabel('This value').selectOption({ label: 'Case: Case one' });
  await rules.getByLabel('not with').selectOption({ label: 'Plate: Plate one' });
  await rules.getByLabel(/^Reason/).fill('The screws are in the way.');
  await rules.getByRole('button', { name: 'Add the rule' }).click();
  await rules.getByLabel('Case', { exact: true }).selectOption({ label: 'Case one' });
  await rules.getByLabel('Plate', { exact: true }).selectOption({ label: 'Plate one' });
  await expect(rules.getByText('Impossible: The screws are in the way.')).toBeVisible();

  const pictures = part(page, 'Pictures');
  const buffer = await sharp({
    create: { width: 3000, height: 1500, channels: 3, background: '#336699' },
  })
    .withExif({ IFD0: { Copyright: 'canary-of-the-camera' } })
    .jpeg()
    .toBuffer();
  await pictures.getByLabel(/Drop pictures here/).setInputFiles([
    { name: 'photo.jpg', mimeType: 'image/jpeg', buffer },
    { name: 'evil.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg onload="x()"/>') },
  ]);
  await expect(pictures.getByText('evil.svg: use a JPEG')).toBeVisible();
  await pictures.getByLabel('Alt text').fill('A blue board');
  await pictures.getByRole('button', { name: 'Crop A blue board' }).click();
  const cropping = page.getByRole('dialog', { name: 'Crop the picture' });
  await cropping.getByText('1 : 1').click();
  await cropping.getByLabel('Size').fill('0.5');
  await expect(cropping.getByText('600 × 600 of 2400 × 1200 pixels')).toBeVisible();
  await cropping.getByRole('button', { name: 'Crop' }).click();
  await expect(cropping).toBeHidden();
  await save(page);
  await said(page, 'Saved.');
  await expect(page).toHaveURL(/product=[0-9a-f-]{36}/);
  const id = new URL(page.url()).searchParams.get('product') ?? '';

  const rows = (await askApi(
    site,
    owner,
    'GET',
    `/rest/v1/products?id=eq.${id}&select=status,variants(sku,price_minor),option_rules(reason),product_images(storage_path,width,height,placeholder_colour)`,
  )) as { product_images: { storage_path: string }[] }[];
  expect(rows).toMatchObject([
    {
      status: 'draft',
      variants: [{ sku: `MADE-${own.toUpperCase()}`, price_minor: 1250 }],
      option_rules: [{ reason: 'The screws are in the way.' }],
      product_images: [
        { width: 600, height: 600, placeholder_colour: expect.stringMatching(/^#3.6.9.$/) },
      ],
    },
  ]);
  const path = rows[0]?.product_images[0]?.storage_path ?? '';
  const open = `${site.apiUrl}/storage/v1/object/public/product-images/${path}`;
  expect((await fetch(open)).ok).toBe(false);

  const texts = part(page, 'Texts');
  await texts.getByLabel('Summary').fill('It is there now.');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const shown = page.frameLocator('iframe[title="Preview of the page"]');
  const drawing = { timeout: 60_000 };
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Made by a test', drawing);
  await expect(shown.getByText('It is there now.').first()).toBeVisible();
  await expect(shown.getByText('€12.50').filter({ visible: true }).first()).toBeVisible();
  await expect(shown.getByRole('img', { name: 'A blue board' }).first()).toHaveJSProperty(
    'naturalWidth',
    600,
  );
  await expect(shown.getByRole('note')).toContainText('nothing can be bought here');
  await expect(shown.locator('keywright-consent')).toHaveCSS('display', 'none');
  await page.getByRole('dialog', { name: 'Preview' }).getByText('Phone').click();
  await expect.poll(() => shown.locator('body').evaluate(() => innerWidth)).toBe(390);
  await page.keyboard.press('Escape');
  expect(await askApi(site, owner, 'GET', `/rest/v1/products?id=eq.${id}&select=summary`)).toEqual([
    { summary: '' },
  ]);

  await part(page, 'Publication').getByLabel('Status').selectOption('published');
  await texts.getByLabel('URL', { exact: true }).fill(`renamed-${own}`);
  await save(page);
  await said(page, 'Saved.');
  const stored = await fetch(open);
  expect(stored.ok).toBe(true);
  expect(Buffer.from(await stored.arrayBuffer()).includes('canary-of-the-camera')).toBe(false);
  expect(
    await askApi(site, owner, 'GET', `/rest/v1/url_redirects?product_id=eq.${id}&select=old_url`),
  ).toEqual([{ old_url: `made-${own}` }]);
  await dropProducts(site, id);
});

test('a preview shows what the database lets its asker see, and nobody else finds it', async ({
  page,
  site,
  context,
}) => {
  const owner = await signInAs(page, site, 'owner@keywright.test');
  const url = `hidden-${mark()}`;
  const row = { kind: 'product', category: 'part', url, title: 'Hidden', status: 'draft' };
  const [made] = (await askApi(site, owner, 'POST', '/rest/v1/products', row)) as readonly {
    readonly id: string;
  }[];
  const id = made?.id ?? '';
  const file = {
    product_id: id,
    kind: 'manual',
    title: 'Canary of the manual',
    file_name: 'manual.txt',
    media_type: 'text/plain',
    content: 'Canary',
  };
  await askApi(site, owner, 'POST', '/rest/v1/product_files', file);
  const [known] = (await askApi(site, owner, 'GET', `/rest/v1/products?id=eq.${id}`)) as readonly [
    Readonly<Record<string, unknown>>,
  ];
  const drawn: Record<string, boolean> = {};
  for (const name of ['editor', 'support', 'shopper']) {
    const { accessToken } = await signInAs(page, site, `${name}@keywright.test`);
    const { html = '' } = await drawPreview(page, site, accessToken, known);
    drawn[name] = html.includes('Canary of the manual');
  }
  const stranger = await drawPreview(page, site, 'nobody', known);
  expect(stranger.html ?? '').not.toContain('Canary');
  expect(drawn).toMatchObject({ editor: true, shopper: false });
  // Whoever has only the address of a preview sees none.
  const shown = await context.newPage();
  await shown.goto(`${site.siteUrl}/preview?of=${'0'.repeat(36)}`);
  await expect(shown.getByText('This preview has ended.')).toBeVisible();
  const page2 = await drawPreview(page, site, owner.accessToken, known);
  await showPreview(page, shown, site, page2);
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Hidden');
  await dropProducts(site, id);
});

test('opening a preview leaves no error in the console, and asks nobody but the site', async ({
  page,
  site,
}) => {
  const watched = await watchPage(page);
  const owner = await signInAs(page, site, 'owner@keywright.test');
  const path = '/rest/v1/products?url=eq.braefell-65&select=id';
  const [product] = (await askApi(site, owner, 'GET', path)) as readonly { readonly id: string }[];
  await page.goto(`${site.siteUrl}/admin/products?product=${product?.id}`);
  const button = page.getByRole('button', { name: 'Preview', exact: true });
  await expect(button).toBeVisible({ timeout: 60_000 });
  await page.waitForLoadState('networkidle');
  const before = { said: watched.complaints.length };
  // The desk around it goes on asking the backend.
  const own: string[] = [];
  page.on('request', (request) => {
    if (!request.isNavigationRequest() && request.frame().parentFrame() !== null)
      own.push(request.url());
  });
  await button.click();
  const shown = page.frameLocator('iframe[title="Preview of the page"]');
  await expect(shown.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
  // It tries several times to hear what is left in stock: each try was an error.
  const unheard = shown.locator('[data-live-failed]').first();
  await expect(unheard).not.toHaveAttribute('hidden', { timeout: 15_000 });
  const said = watched.complaints.slice(before.said);
  expect(said.filter((each) => each.startsWith('error:'))).toEqual([]);
  expect(own.length).toBeGreaterThan(0);
  expect(new Set(own.map((each) => new URL(each).origin))).toEqual(new Set([site.siteUrl]));
});

test('two editors of one product: the second sees both values and nothing is lost', async ({
  page,
  site,
}) => {
  const owner = await signInAs(page, site, 'owner@keywright.test');
  await openNew(page, site, 'Fought over', `fought-${mark()}`);
  await save(page);
  await said(page, 'Saved.');
  const id = new URL(page.url()).searchParams.get('product') ?? '';
  await askApi(site, owner, 'PATCH', `/rest/v1/products?id=eq.${id}`, { title: 'Theirs' });
  await part(page, 'Texts').getByLabel('Title', { exact: true }).fill('Mine');
  await save(page);
  const both = page.getByRole('alert').filter({ hasText: 'Someone else saved this product' });
  await expect(both.getByRole('cell', { name: 'Theirs' })).toBeVisible();
  await expect(both.getByRole('cell', { name: 'Mine' })).toBeVisible();
  const title = () => askApi(site, owner, 'GET', `/rest/v1/products?id=eq.${id}&select=title`);
  expect(await title()).toEqual([{ title: 'Theirs' }]);
  await both.getByRole('button', { name: 'Overwrite with mine' }).click();
  await said(page, 'Saved.');
  expect(await title()).toEqual([{ title: 'Mine' }]);

  const history = part(page, 'History');
  await history.getByRole('button', { name: 'Show what was changed' }).click();
  await expect(history.getByRole('deletion').first()).toHaveText('before: Theirs');
  await expect(history.getByRole('insertion').first()).toHaveText('after: Mine');
  await history.getByRole('button', { name: 'Put back Title' }).first().click();
  await expect(history.getByText('not saved yet')).toBeVisible();
  const field = part(page, 'Texts').getByLabel('Title', { exact: true });
  await expect(field).toHaveValue('Theirs');
  await history
    .getByRole('button', { name: /^Restore the product/ })
    .last()
    .click();
  await expect(field).toHaveValue('Fought over');
  expect(await title()).toEqual([{ title: 'Mine' }]);
  await save(page);
  await said(page, 'Saved.');
  expect(await title()).toEqual([{ title: 'Fought over' }]);
  await dropProducts(site, id);
});

test('what was typed and not saved is warned about, and offered at the next visit', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'owner@keywright.test');
  await openNew(page, site, 'Half typed', `half-${mark()}`);
  await save(page);
  await said(page, 'Saved.');
  const id = new URL(page.url()).searchParams.get('product') ?? '';
  await part(page, 'Texts').getByLabel('Summary').fill('Not saved yet, this one');
  await page.getByRole('button', { name: '← All products' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leaving.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Products' })).toBeVisible();
  await page.goto(`${site.siteUrl}/admin/products?product=${id}`);
  await page.getByRole('button', { name: 'Continue with it' }).click();
  await expect(part(page, 'Texts').getByLabel('Summary')).toHaveValue('Not saved yet, this one');
  await dropProducts(site, id);
});

test('a desk that comes after the publish bar knew who is here starts from the page as it was made', async ({
  page,
  site,
}) => {
  const watched = await watchPage(page);
  await signInAs(page, site, 'editor@keywright.test');
  const barIsThere = Promise.withResolvers<void>();
  await page.route('**/ProductsDesk*.js', async (route) => {
    await barIsThere.promise;
    await route.continue();
  });
  await page.goto(`${site.siteUrl}/admin/products`, { waitUntil: 'commit' });
  await expect(page.getByRole('region', { name: 'Publish' })).toBeVisible();
  barIsThere.resolve();
  await expect(page.getByRole('grid', { name: 'Products' })).toBeVisible();
  expect(watched.complaints).toEqual([]);
});

test('how a group buy filled up is drawn when it is asked for, with its numbers behind it', async ({
  page,
  site,
}) => {
  const editor = await signInAs(page, site, 'editor@keywright.test');
  const [board] = (await askApi(
    site,
    editor,
    'GET',
    '/rest/v1/products?url=eq.braefell-65&select=id',
  )) as { id: string }[];
  await page.goto(`${site.siteUrl}/admin/products?product=${board?.id ?? ''}`);
  await page.getByRole('button', { name: 'Show orders over time' }).click();
  const progress = page.getByRole('region', { name: /^Progress of BRAEFELL/ }).first();
  const chart = progress.getByRole('region').first();
  await expect(chart.locator('svg')).toBeVisible();
  await chart.getByText('As a table').click();
  await expect(chart.getByRole('columnheader', { name: 'Paid until then' })).toBeVisible();
  expect(await chart.locator('[style]').count()).toBe(0);
});
