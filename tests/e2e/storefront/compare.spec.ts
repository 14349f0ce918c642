import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { test } from '../../support/site.ts';

const columns = (page: Page) => page.locator('thead th:visible');
const rows = (page: Page) => page.locator('tbody tr:visible');
const choose = (page: Page, place: string, title: string) =>
  page.getByRole('combobox', { name: place, exact: true }).selectOption({ label: title });

test('boards stand beside each other as they are chosen, after a reload and on the way back too', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/shop/keyboards`);
  await page.getByRole('link', { name: 'Compare them' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare keyboards' })).toBeVisible();
  const all = await columns(page).count();
  expect(all).toBeGreaterThan(3);
  await choose(page, 'First', 'Cinderwick TKL');
  await expect(page).toHaveURL(/\?a=cinderwick-tkl$/);
  await choose(page, 'Second', 'Braefell 65');
  await expect(columns(page)).toHaveText(['Cinderwick TKL', 'Braefell 65']);
  await expect(page.getByRole('status').filter({ hasText: '2 compared' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Layout/ })).toContainText('65%');
  await expect(page).toHaveURL(/\?a=cinderwick-tkl&b=braefell-65$/);
  // One board can't stand in two places.
  await expect(
    page.getByRole('combobox', { name: 'Third' }).locator('option[value="braefell-65"]'),
  ).toBeDisabled();
  await page.reload();
  await expect(columns(page)).toHaveCount(2);
  await page.goBack();
  await expect(columns(page)).toHaveCount(1);
  await choose(page, 'Second', 'Sandling 40');
  await choose(page, 'First', 'Braefell 65');
  await expect(columns(page)).toHaveText(['Braefell 65', 'Sandling 40']);
  await page.getByRole('link', { name: 'Start again' }).click();
  await expect(columns(page)).toHaveCount(all);
});

test('only differences leaves out what is said of all alike', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/shop/switches/compare?a=pebble-linear&b=hush-silent`);
  await expect(columns(page)).toHaveCount(2);
  const whole = await rows(page).count();
  await page.getByRole('checkbox', { name: 'Only differences' }).check();
  const shown = await rows(page).evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll<HTMLElement>('td')]
        .filter((cell) => cell.offsetParent !== null)
        .map((cell) => cell.textContent.trim()),
    ),
  );
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.length).toBeLessThan(whole);
  for (const [first, second] of shown) expect(first).not.toBe(second);
});

test('a product leads to where it is already chosen', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/keyboards/sandling-40`);
  await page.getByRole('link', { name: 'Compare with other keyboards' }).click();
  await expect(page.getByRole('combobox', { name: 'First' })).toHaveValue('sandling-40');
  await expect(columns(page)).toHaveText(['Sandling 40']);
});

test('without script everything of the kind is compared', async ({ browser, site }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${site.siteUrl}/shop/switches/compare?a=pebble-linear`);
  expect(await columns(page).count()).toBeGreaterThan(2);
  await expect(page.getByRole('combobox').first()).toBeHidden();
  await page.close();
});

for (const width of [320, 390, 1440])
  test(`axe finds nothing where goods are compared at ${width} px, and nothing is too wide`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${site.siteUrl}/shop/keyboards/compare`, { waitUntil: 'networkidle' });
    expect(await findFaults(page)).toEqual([]);
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond).toBe(0);
  });
