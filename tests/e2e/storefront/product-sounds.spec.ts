import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Locator, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { expectToFit } from '../../support/pages/page-faults.ts';
import { test } from '../../support/site.ts';

const sounds = (page: Page) => page.getByRole('region', { name: 'How it sounds' });
const keys = (page: Page) => sounds(page).getByRole('button');
const rows = (page: Page) => sounds(page).getByRole('listitem');
const heardAt = (row: Locator) =>
  row.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
const isQuiet = (row: Locator) =>
  row.locator('audio').evaluate((audio: HTMLAudioElement) => audio.paused);

function soundRequests(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/product-sounds/')) asked.push(request.url());
  });
  return asked;
}

test('a shopper hears a switch on two plates, one at a time, and nothing is fetched before', async ({
  page,
  site,
}) => {
  const asked = soundRequests(page);
  await page.goto(`${site.siteUrl}/products/pebble-linear`);
  // Drawing the browser's own player, which nobody sees here, held the first picture back.
  await expect(page.locator('audio[controls]')).toHaveCount(0);
  const [aluminium, soft] = [rows(page).nth(0), rows(page).nth(1)];
  await keys(page).nth(0).hover();
  await expect(sounds(page).getByRole('slider')).toHaveCount(2);
  expect(asked).toEqual([]);
  await keys(page).nth(0).click();
  await expect.poll(() => heardAt(aluminium)).toBeGreaterThan(0.2);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every((url) => url.endsWith('/demo/linear-aluminium.wav'))).toBe(true);
  await expect(keys(page).nth(0)).toHaveAccessibleName(/^Pause “Aluminium plate/);
  await keys(page).nth(1).click();
  await expect.poll(() => heardAt(soft)).toBeGreaterThan(0.2);
  expect(await isQuiet(aluminium)).toBe(true);
  await expect(keys(page).nth(0)).toHaveAccessibleName(/^Play “Aluminium plate/);
  expect(await findFaults(page, 'keywright-sounds')).toEqual([]);
});

test('a sound is played, stopped and gone through with the keyboard alone', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/products/wren-click`);
  const row = rows(page).first();
  await keys(page).first().focus();
  const place = row.getByRole('slider', { name: /^Position in “Aluminium plate/ });
  await expect(place).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(() => heardAt(row)).toBeGreaterThan(0.1);
  await page.keyboard.press('Space');
  await expect.poll(() => isQuiet(row)).toBe(true);
  await page.keyboard.press('Tab');
  await expect(place).toBeFocused();
  await page.keyboard.press('End');
  await expect.poll(() => heardAt(row)).toBeGreaterThan(3);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(place).toHaveAttribute('aria-valuetext', '0.1 of 3.6 seconds');
});

test('a sound that is not there says so, and is heard once it can be had', async ({
  page,
  site,
}) => {
  await page.route('**/product-sounds/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(`${site.siteUrl}/products/wren-click`);
  const row = rows(page).first();
  await keys(page).first().click();
  const said = row.getByRole('status');
  await expect(said).toHaveText('This sound could not be loaded. Press play to try again.');
  await expectToFit(page);
  await page.unroute('**/product-sounds/**');
  await row.getByRole('button', { name: /^Play/ }).click();
  await expect.poll(() => heardAt(row)).toBeGreaterThan(0.1);
  await expect(said).toBeEmpty();
});

test('without script each sound has the browser’s own player, which fetches nothing by itself', async ({
  browser,
  site,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const asked = soundRequests(page);
  await page.goto(`${site.siteUrl}/products/pebble-linear`);
  const players = sounds(page).locator('audio[controls]');
  await expect(players).toHaveCount(2);
  await expect(players.first()).toBeVisible();
  await expect(sounds(page).locator('[data-wave]').first()).toBeHidden();
  await expect(sounds(page)).toContainText('Synthesised for the demo');
  expect(asked).toEqual([]);
  await page.close();
});

test('the page of a product without sounds has no player, and its payload names none', async ({
  site,
}) => {
  const read = (file: string) => readFile(path.join(site.siteFolder, `products/${file}`), 'utf8');
  expect(await read('pebble-linear.html')).toContain('<keywright-sounds');
  expect(await read('switch-puller.html')).not.toMatch(/keywright-sounds|<audio/);
  expect(await read('switch-puller/_payload.json')).not.toContain('"sounds"');
});

test('switches are heard beside each other, one at a time', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/shop/switches/compare?a=pebble-linear&b=wren-click`);
  const row = page.getByRole('row', { name: /^Sound/ });
  const [linear, clicky] = [row.getByRole('cell').nth(0), row.getByRole('cell').nth(1)];
  await linear.getByRole('button', { name: /^Play “Pebble, linear: / }).click();
  await expect.poll(() => heardAt(linear)).toBeGreaterThan(0.1);
  await clicky.getByRole('button', { name: /^Play “Wren, clicky: / }).click();
  await expect.poll(() => heardAt(clicky)).toBeGreaterThan(0.1);
  expect(await isQuiet(linear)).toBe(true);
  await page.getByText('Only differences').click();
  await expect(row).toBeVisible();
  expect(await findFaults(page, 'table')).toEqual([]);
});
