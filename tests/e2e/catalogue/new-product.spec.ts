import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { findFaults } from '../../support/pages/axe.ts';
import { askApi, signInAs } from '../../support/pages/staff-page.ts';
import { test } from '../../support/site.ts';

test('pictures are dropped many at once, and asked what is on them when they are published', async ({
  page,
  site,
}) => {
  const owner = await signInAs(page, site, 'owner@keywright.test');
  const url = `pictured-${randomUUID().slice(0, 6)}`;
  await page.route('**/functions/v1/publish', (route) =>
    route.fulfill({
      json: { id: randomUUID(), status: 'queued', requested_at: new Date().toISOString() },
    }),
  );
  await page.goto(`${site.siteUrl}/admin/products?product=new`);
  await page.getByLabel('Title', { exact: true }).first().fill(url.replace('-', ' '));
  await page.getByLabel('Summary').fill('With two pictures.');
  const all = page.getByRole('group', { name: 'All variants' });
  await all.getByLabel('Price in euro').fill('5');
  await all.getByText('Made to order', { exact: true }).click();
  await expect(page.getByText('Not for sale')).toHaveCount(0);
  const picture = (background: string) =>
    sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
  const files = await Promise.all(['#336699', '#993333'].map(picture));
  const pictures = page.getByRole('region', { name: 'Pictures' });
  await pictures
    .getByLabel(/Drop pictures here/)
    .setInputFiles(
      files.map((buffer, nth) => ({ name: `${nth}.png`, mimeType: 'image/png', buffer })),
    );
  await expect(pictures.getByRole('button', { name: 'Crop New picture' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Save and publish' }).click();
  const asked = page.getByRole('dialog', { name: 'Describe the pictures' });
  await expect(asked.getByLabel('Alt text of picture 1')).toBeFocused();
  await page.keyboard.type('A blue board');
  await expect(asked.getByText('One is missing.')).toBeVisible();
  await asked.getByLabel('Alt text of picture 2').fill('A red board');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved. The site is being built with it.')).toBeVisible();
  const read = `/rest/v1/products?url=eq.${url}&select=status,product_images(alt),variants(is_made_to_order)`;
  expect(await askApi(site, owner, 'GET', read)).toEqual([
    {
      status: 'published',
      product_images: [{ alt: 'A blue board' }, { alt: 'A red board' }],
      variants: [{ is_made_to_order: true }],
    },
  ]);
  await askApi(site, owner, 'PATCH', `/rest/v1/products?url=eq.${url}`, { status: 'archived' });
});

test('what keeps a product from being published is said where it is mended', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'editor@keywright.test');
  await page.goto(`${site.siteUrl}/admin/products?product=new`);
  await page.getByLabel('Title', { exact: true }).first().fill('Unfinished');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByRole('alert')).toHaveText('Not published: A summary is missing.');
  await expect(page.getByLabel('Summary')).toBeFocused();
});

test('on a phone the editor of a board is a few screens, and nothing of it is lost', async ({
  page,
  site,
}) => {
  const editor = await signInAs(page, site, 'editor@keywright.test');
  await page.setViewportSize({ width: 390, height: 844 });
  const path = '/rest/v1/products?url=eq.braefell-65&select=id';
  const [board] = (await askApi(site, editor, 'GET', path)) as readonly { readonly id: string }[];
  await page.goto(`${site.siteUrl}/admin/products?product=${board?.id}`);
  await expect(page.getByRole('heading', { name: 'Braefell 65' })).toBeVisible();
  expect(
    await page.evaluate(() => document.documentElement.scrollHeight / innerHeight),
  ).toBeLessThan(3);
  const jump = page.getByLabel('Go to section');
  for (const name of await jump.locator('option:enabled').allInnerTexts()) {
    await jump.selectOption({ label: name });
    const [section = ''] = name.split(' – ');
    await expect(page.getByRole('region', { name: section, exact: true })).toBeInViewport();
  }
});

test('axe finds nothing in a product with options at 320 px, and nothing is pushed aside', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'owner@keywright.test');
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${site.siteUrl}/admin/products?product=new`);
  await page.getByLabel('Title', { exact: true }).first().fill('Narrow');
  await page.getByRole('button', { name: 'Add options like size or colour' }).click();
  await page.keyboard.type('Colour');
  await page.keyboard.press('Enter');
  await page.keyboard.type('A very long name of a colour,Dawn,');
  await page.locator('summary').filter({ hasText: 'NARROW-DAWN' }).click();
  expect(await findFaults(page)).toEqual([]);
  const beyond = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await beyond()).toBe(0);
});

test('the focus point of a photo is set with keys alone at 320 px, and axe finds nothing', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'owner@keywright.test');
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${site.siteUrl}/admin/products?product=new`);
  const pictures = page.getByRole('region', { name: 'Pictures' });
  await pictures.getByRole('heading', { name: 'Pictures' }).click();
  const picture = sharp({
    create: { width: 400, height: 700, channels: 3, background: '#336699' },
  });
  const buffer = await picture.png().toBuffer();
  await pictures
    .getByLabel(/Drop pictures here/)
    .setInputFiles({ name: 'tall.png', mimeType: 'image/png', buffer });
  const opener = pictures.getByRole('button', { name: 'Focus point of New picture' });
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Focus point' });
  const point = dialog.getByRole('slider', { name: 'Focus point from the left' });
  for (const key of ['ArrowLeft', 'Shift+ArrowUp', 'Shift+ArrowUp', 'ArrowDown'])
    await point.press(key);
  await expect(point).toHaveAttribute('aria-valuetext', '49% across, 31% down');
  expect(await findFaults(page, 'dialog[open]')).toEqual([]);
  const wide = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(wide).toBe(0);
  const { height } = (await point.boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThanOrEqual(44);
  await dialog.getByRole('button', { name: 'Set focus point' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  // The square that is cropped from its middle has the subject where it was, or as near as it goes.
  await pictures.getByRole('button', { name: 'Crop New picture' }).click();
  const cropping = page.getByRole('dialog', { name: 'Crop the picture' });
  await cropping.getByText('1 : 1').click();
  await cropping.getByRole('button', { name: 'Crop' }).click();
  await expect(cropping).toHaveCount(0);
  await opener.click();
  await expect(point).toHaveAttribute('aria-valuetext', '49% across, 17% down');
});
