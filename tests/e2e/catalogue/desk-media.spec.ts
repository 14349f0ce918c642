import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import { employ } from '../../support/data/employees.ts';
import { findFaults } from '../../support/pages/axe.ts';
import { askApi, signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

async function picture(name: string, background: string) {
  const create = { width: 400, height: 300, channels: 3, background } as const;
  return { name, mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() };
}

const tiles = (page: Page) => page.getByRole('list', { name: 'Pictures' });
const tile = (page: Page, name: string) => tiles(page).locator('> li').filter({ hasText: name });

/** As they come from a folder: all at once, let go over the field. */
async function dropFiles(page: Page, files: readonly Awaited<ReturnType<typeof picture>>[]) {
  const carried = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer();
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      return transfer;
    },
    files.map(({ name, mimeType, buffer }) => ({
      name,
      type: mimeType,
      base64: buffer.toString('base64'),
    })),
  );
  await page
    .getByText('Drop pictures here')
    .locator('..')
    .dispatchEvent('drop', { dataTransfer: carried });
}

/** A draft of a test's own. */
async function draftOf(site: BuiltSite, owner: Parameters<typeof askApi>[1], url: string) {
  const [made] = (await askApi(site, owner, 'POST', '/rest/v1/products', {
    kind: 'product',
    category: 'cable',
    url,
    title: url,
    summary: 'With a picture.',
  })) as readonly { readonly id: string }[];
  return made?.id ?? '';
}

test('an editor drops pictures, uses one in a product, describes and replaces it, and deletes the other', async ({
  page,
  site,
}) => {
  const key = randomUUID().slice(0, 6);
  const editor = await signInAs(page, site, await employ(site, 'editor'));
  const product = await draftOf(site, editor, `media-${key}`);
  await page.goto(`${site.siteUrl}/admin/media`);
  await expect(tiles(page)).toBeVisible({ timeout: 15_000 });
  await dropFiles(page, [
    await picture(`Harbour ${key}.png`, '#336699'),
    await picture(`Spare ${key}.png`, '#993333'),
  ]);
  const harbour = tile(page, `harbour-${key}`);
  await expect(harbour).toContainText('Unused');
  await expect(harbour).toContainText(/400 × 300 px · \d+ kB/);
  await expect(tile(page, `spare-${key}`)).toBeVisible();

  // A page that was opened with it unused learns at the press that it is not any more.
  const older = await page.context().newPage();
  await older.goto(`${site.siteUrl}/admin/media?show=unused`);
  await expect(tile(older, `spare-${key}`)).toBeVisible({ timeout: 15_000 });

  await page.goto(`${site.siteUrl}/admin/products?product=${product}`);
  await page.getByRole('button', { name: 'Choose from the library …' }).click();
  const library = page.getByRole('dialog', { name: 'Choose from the library' });
  await library.getByLabel('Search').fill(`harbour-${key}`);
  await library.getByRole('button', { name: `Use harbour-${key}` }).click();
  await expect(library).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Crop New picture' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  await page.goto(`${site.siteUrl}/admin/media?show=missing`);
  await page.getByRole('searchbox').fill(`media-${key}`);
  const shown = tile(page, `media-${key}`);
  await expect(shown).toHaveCount(1);
  await expect(shown.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await shown.getByLabel('Alt text').fill('A board at the harbour');
  await page.keyboard.press('Enter');
  await expect(shown).toHaveCount(0);
  await page.getByText('All', { exact: true }).click();
  await expect(shown.getByLabel('Alt text')).toHaveValue('A board at the harbour');
  const before = await shown.locator('b').textContent();
  await shown.locator('input[type=file]').setInputFiles(await picture('new.png', '#118833'));
  const asked = page.getByRole('dialog', { name: 'Replace this picture?' });
  await expect(asked).toContainText('new.png takes its place in the one place');
  await asked.getByRole('button', { name: 'Replace' }).click();
  await expect(shown.locator('b')).not.toHaveText(before ?? '');
  await expect(shown.getByLabel('Alt text')).toHaveValue('A board at the harbour');
  await expect(shown.getByRole('link', { name: `media-${key}` })).toHaveAttribute(
    'href',
    `/admin/products?product=${product}`,
  );

  // The file that was replaced is unused now, until something shows it again.
  await page.getByText('Unused', { exact: true }).first().click();
  const path = `uploads/${product}/${before}`;
  await page.getByRole('searchbox').fill(before ?? '');
  await expect(tile(page, before ?? '')).toBeVisible();
  await askApi(site, editor, 'PATCH', `/rest/v1/product_images?product_id=eq.${product}`, {
    storage_path: path,
  });
  await page.getByRole('button', { name: `Delete ${before}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(tile(page, before ?? '')).toHaveCount(0);
  const kept = `/rest/v1/rpc/list_media`;
  expect(await askApi(site, editor, 'POST', kept, { p_search: before })).toMatchObject([
    { path, bucket: 'drafts', is_used: true },
  ]);

  await tile(older, `spare-${key}`)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await older.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(tile(older, `spare-${key}`)).toHaveCount(0);
  expect(await askApi(site, editor, 'POST', kept, { p_search: `spare-${key}` })).toEqual([]);
  await older.close();
});

test('what the shop draws is shown as shoppers see it, and before it is published says so', async ({
  page,
  site,
}) => {
  const key = randomUUID().slice(0, 6);
  const editor = await signInAs(page, site, await employ(site, 'editor'));
  const product = await draftOf(site, editor, `drawn-${key}`);
  const [drawing] = (await askApi(site, editor, 'POST', '/rest/v1/product_images', {
    product_id: product,
    storage_path: `drawn-${key}.webp`,
    alt: 'A cable in a coil',
    width: 1600,
    height: 1200,
    placeholder_colour: '#336699',
    is_render: true,
    render: { kind: 'cable' },
  })) as readonly object[];
  expect(drawing).toBeDefined();
  await page.goto(`${site.siteUrl}/admin/media`);
  await expect(tile(page, `drawn-${key}`)).toContainText('Drawn at the next publishing');
  await page.getByRole('searchbox').fill('Lampwing');
  await expect(tile(page, `drawn-${key}`)).toHaveCount(0);
  for (const shown of await tiles(page).locator('img').all())
    await expect(shown).toHaveAttribute('src', /^\/pictures\//);
  await expect(tiles(page).locator('img').first()).toBeVisible();
});

test('pictures that could not be loaded are asked for again', async ({ page, site }) => {
  await signInAs(page, site, await employ(site, 'owner'));
  await page.route('**/rpc/list_media', (route) => route.abort());
  await page.goto(`${site.siteUrl}/admin/media`);
  await expect(page.getByText('The pictures could not be loaded')).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/rpc/list_media');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(tiles(page).locator('img').first()).toBeVisible({ timeout: 30_000 });
});

test('the library reads well in either theme, and needs no sideways scrolling at 320 px', async ({
  page,
  site,
}) => {
  await signInAs(page, site, await employ(site, 'owner'));
  await page.goto(`${site.siteUrl}/admin/media`);
  await expect(tiles(page).locator('img').first()).toBeVisible({ timeout: 30_000 });
  expect(await findFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond).toBe(0);
});
