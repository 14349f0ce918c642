// browsers: chromium, firefox
import { expect } from 'playwright/test';
import { findKeyboard } from '../../support/pages/sample-pages.ts';
import { readRoutes, test } from '../../support/site.ts';

test('the home page shows what the address asks for, and remembers what is asked', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/?kind=keyboard`);
  await expect(page.locator('[data-card][data-kind="keyboard"]').first()).toBeVisible();
  await expect(page.locator('[data-card][data-kind="product"]:visible')).toHaveCount(0);
  await page.locator('main input[name="q"]').fill('no such words');
  await expect(page.getByText('No matches')).toBeVisible();
  expect(page.url()).toContain('q=no+such+words');
});

test('a card moves to another shelf when its window closes, without a build', async ({
  page,
  site,
}) => {
  await page.goto(site.siteUrl);
  const running = page.locator('[data-shelf="running"] [data-card]');
  const title = await running
    .filter({ hasText: /Closes/ })
    .first()
    .locator('h3')
    .textContent();
  await page.clock.install({ time: new Date('2100-01-01T00:00:00Z') });
  await page.goto(site.siteUrl);
  const named = page.getByRole('heading', { level: 3, name: title ?? '', exact: true });
  await expect(running.filter({ has: named })).toHaveCount(0);
  await expect(page.locator('[data-card]').filter({ has: named })).toHaveCount(1);
});

test('a choice changes picture, price and address, and the address brings it back', async ({
  page,
  site,
}) => {
  const colours = '[data-option="case"] input:not(:checked):not(:disabled)';
  const path = await findKeyboard(page, site, `${colours} ~ .swatch`);
  await page.goto(`${site.siteUrl}${path}`);
  const alt = () =>
    page.locator('[data-picture]:not([data-later]) img').first().getAttribute('alt');
  const before = await alt();
  await page.locator(colours).first().check({ force: true });
  await expect.poll(alt).not.toBe(before);
  expect(page.url()).toContain('?case=');
  const chosen = await alt();
  await page.reload();
  await expect.poll(alt).toBe(chosen);
});

test('a choice that no picture was made for still shows pictures', async ({ page, site }) => {
  const path = await findKeyboard(page, site, '.gallery .small');
  await page.goto(`${site.siteUrl}${path}`);
  await page.locator('.gallery .row').focus();
  await expect(page.locator('keywright-gallery:defined')).toHaveCount(1);
  await page.evaluate(() => {
    const detail = { valueIds: ['none'], variantIds: ['none'] };
    document.dispatchEvent(new CustomEvent('keywright:choice', { detail }));
  });
  await expect(page.locator('.row [data-picture]').first()).toBeVisible();
});

test('an answer that does not go with another is off, and the reason stands beside it', async ({
  page,
  site,
}) => {
  const path = await findKeyboard(page, site, '.reasons li');
  await page.goto(`${site.siteUrl}${path}`);
  const option = page
    .locator('[data-option]')
    .filter({ has: page.locator('.reasons li') })
    .first();
  await expect(option.locator('input:disabled')).not.toHaveCount(0);
  await expect(option.locator('.reasons li').first()).toContainText('can’t be combined with');
});

test('a page asks once what can be had, and says what it hears', async ({ page, site }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/availability?')) asked.push(request.url());
  });
  await page.goto(`${site.siteUrl}/products/artisans`, { waitUntil: 'networkidle' });
  expect(asked).toHaveLength(1);
  await expect(page.locator('keywright-live')).toHaveAttribute('data-live', 'ready');
});

test('a price that changed after the build shows both and says so', async ({ page, site }) => {
  await page.route('**/rest/v1/availability?*', async (route) => {
    const response = await route.fetch();
    const rows: { priceMinor: number }[] = await response.json();
    const json = rows.map((row) => ({ ...row, priceMinor: row.priceMinor + 700 }));
    await route.fulfill({ response, json });
  });
  const path = (await readRoutes(site.siteFolder)).find(({ kind }) => kind === 'product')?.path;
  await page.goto(`${site.siteUrl}${path}`);
  const total = page.locator('.sum [data-total]');
  const before = Number(await total.getAttribute('value'));
  await expect(page.getByText('A price has changed since this page was built.')).toBeVisible();
  await expect(page.locator('[data-old-price]').first()).toBeVisible();
  await expect.poll(async () => Number(await total.getAttribute('value'))).toBeGreaterThan(before);
});

test('pictures are moved through and enlarged with the keyboard alone', async ({ page, site }) => {
  const path = await findKeyboard(page, site, '.gallery .keys');
  await page.goto(`${site.siteUrl}${path}`);
  await page.locator('.gallery .row').focus();
  await expect(page.locator('keywright-gallery:defined')).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-place]')).toHaveText('2');
  await page.keyboard.press('Enter');
  await expect(page.locator('.gallery dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.gallery dialog')).toBeHidden();
});

test('questions and countries are found by their words, and an address opens its answer', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/faq`);
  const id = await page.locator('[data-question] details').nth(2).getAttribute('id');
  await page.goto(`${site.siteUrl}/faq#${id}`);
  await expect(page.locator(`#${id}`)).toHaveAttribute('open', '');
  await page.locator('keywright-faq input').fill('raffle');
  await expect(page.locator('[data-question]:visible').first()).toBeVisible();
  await expect(page.locator('[data-question]:not(:visible)').first()).toBeAttached();
  await page.goto(`${site.siteUrl}/countries`);
  await page.locator('keywright-countries input').fill('norw');
  await expect(page.locator('[data-country]:visible')).toHaveCount(1);
});
