import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { askApi, signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { turnedPhotos, type TestPhoto } from '../../support/test-photos.ts';

async function openPicture(page: Page, site: BuiltSite) {
  const editor = await signInAs(page, site, 'editor@keywright.test');
  const url = `turned-${randomUUID().slice(0, 6)}`;
  await page.goto(`${site.siteUrl}/admin/products?product=new`);
  await page.getByLabel('Title', { exact: true }).first().fill(url.replace('-', ' '));
  const pictures = page.getByRole('region', { name: 'Pictures' });
  const [photo] = (await turnedPhotos(2)) as [TestPhoto];
  await pictures.getByLabel(/Drop pictures here/).setInputFiles(photo);
  await pictures.getByLabel('Alt text').fill('A board');
  const dialog = page.getByRole('dialog', { name: 'Turntable' });
  const open = () => pictures.getByRole('button', { name: 'Turntable of A board' }).click();
  await open();
  return { editor, url, dialog, open, files: dialog.locator('input[type=file]') };
}

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
};

/** The red of the side that is seen. */
const red = (dialog: Locator) =>
  dialog
    .locator('canvas')
    .evaluate(
      (canvas: HTMLCanvasElement) =>
        canvas.getContext('2d')?.getImageData(9, 9, 1, 1).data[0] ?? -1,
    );

test('an editor makes a turntable of eight photos, turns it, reverses it, keeps it and takes it away', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { editor, url, dialog, open, files } = await openPicture(page, site);
  const photos = await turnedPhotos(10);
  // A camera's tenth comes after its ninth, however the files are chosen.
  await files.setInputFiles([...photos.slice(9), ...photos.slice(0, 9)]);
  await expect(dialog.getByText('10 photos')).toBeVisible();
  const slider = dialog.getByRole('slider', { name: /^Turn it/ });
  await expect.poll(() => red(dialog)).toBeLessThan(12);
  await slider.press('ArrowLeft');
  await expect.poll(() => red(dialog)).toBeGreaterThan(240);
  await dialog.getByRole('button', { name: 'Turn the other way' }).click();
  await expect(slider).toHaveAttribute('aria-valuenow', '0');
  await expect.poll(() => red(dialog)).toBeLessThan(12);
  await slider.press('ArrowRight');
  await expect.poll(() => red(dialog)).toBeGreaterThan(240);
  expect(await findFaults(page, 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Use these photos' }).click();
  await expect(dialog).toHaveCount(0);
  await save(page);
  const read = `/rest/v1/products?url=eq.${url}&select=product_images(turn_path,turn_frames)`;
  const saved = async () => {
    const [product] = (await askApi(site, editor, 'GET', read)) as readonly [
      { readonly product_images: readonly [Readonly<Record<string, unknown>>] },
    ];
    return product.product_images[0];
  };
  const { turn_path: path, turn_frames } = await saved();
  expect(turn_frames).toBe(10);
  expect((await fetch(`${site.apiUrl}/storage/v1/object/public/product-images/${path}`)).ok).toBe(
    false,
  );
  await page.reload();
  await open();
  await expect(dialog.getByText('10 photos')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Use these photos' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Remove the turntable' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo all' }).click();
  await open();
  await dialog.getByRole('button', { name: 'Remove the turntable' }).click();
  await save(page);
  expect(await saved()).toEqual({ turn_path: null, turn_frames: null });
});

test('photos that make no turntable are refused with the reason, and those that are there stay', async ({
  page,
  site,
}) => {
  const { dialog, files } = await openPicture(page, site);
  const photos = await turnedPhotos(9);
  await files.setInputFiles(photos);
  await expect(dialog.getByText('9 photos')).toBeVisible();
  const [square] = (await turnedPhotos(2, { width: 90, height: 90 })) as [TestPhoto];
  const text = { name: 'b.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  const refusals = [
    [photos.slice(0, 7), 'These are 7 photos. A turntable needs 8 to 24'],
    [
      [...photos, { ...square, name: 'crop.png' }],
      'crop.png has other proportions than board 1.png',
    ],
    [[...photos, text], 'b.png is not a picture that this browser can read.'],
    [[...photos, { ...text, name: 'c.svg', mimeType: 'image/svg+xml' }], 'c.svg: use a JPEG'],
  ] as const;
  for (const [given, reason] of refusals) {
    await files.setInputFiles([...given]);
    await expect(dialog.getByRole('alert')).toContainText(reason);
    await expect(dialog.getByText('9 photos')).toBeVisible();
  }
  await page.route('**/storage/v1/object/drafts/**', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Use these photos' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'The photos could not be uploaded. Try again.',
    {
      timeout: 30_000,
    },
  );
  await page.unroute('**/storage/v1/object/drafts/**');
  await dialog.getByRole('button', { name: 'Use these photos' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo all' })).toBeVisible();
});
