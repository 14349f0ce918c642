/** Where the screen is too narrow for both side by side, board and colours still share it. */
import { devices, expect, type Browser, type Locator, type Page } from 'playwright/test';
import { choose, openPicker, shown } from '../../support/pages/desk-page.ts';
import { test } from '../../support/site.ts';

const screens = [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a small phone', width: 360, height: 640 },
  { name: 'the smallest phone', width: 320, height: 568 },
  { name: 'a phone on its side', width: 844, height: 390 },
  { name: 'a tablet', width: 820, height: 1180 },
  { name: 'a tablet on its side', width: 1024, height: 768 },
] as const;

async function openPhone(browser: Browser, viewport: { width: number; height: number }) {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
  const context = await browser.newContext({ ...phone, viewport, reducedMotion: 'reduce' });
  return { context, page: await context.newPage() };
}

/** Seen, and nothing lies over its middle. */
const isUncovered = (place: Locator) =>
  place.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top !== null && (top === element || element.contains(top) || top.contains(element));
  });

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const { name, ...viewport } of screens)
  test(`on ${name} a colour is taken and a key is painted without scrolling in between`, async ({
    browser,
    site,
  }) => {
    const { context, page } = await openPhone(browser, viewport);
    await openPicker(page, site.siteUrl);
    await page.locator('[data-board]').evaluate((board) => {
      board.scrollIntoView({ block: 'start', behavior: 'instant' });
    });
    const scrolled = () => page.evaluate(() => scrollY);
    const before = await scrolled();
    const key = page.locator('[data-board] [data-key="20"]');
    const swatch = page.getByRole('button', { name: 'Straw VP36', exact: true });
    const tabs = ['Colours', 'Parts', 'Ideas', 'Checks', 'Save'];
    for (const tab of tabs)
      await expect(page.getByRole('tab', { name: tab })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
    await expect(key).toBeInViewport({ ratio: 1 });
    expect(await isUncovered(key)).toBe(true);
    const was = await shown(page, 20);
    await swatch.tap();
    await key.tap();
    await expect.poll(() => shown(page, 20)).not.toBe(was);
    expect(await scrolled()).toBe(before);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await context.close();
  });

test('on a phone the chosen colour folds the colours away and brings them back', async ({
  browser,
  site,
}) => {
  const { context, page } = await openPhone(browser, { width: 390, height: 844 });
  await openPicker(page, site.siteUrl);
  const chip = page.getByRole('button', { name: /^Colour/ });
  const swatch = page.getByRole('button', { name: 'Plum VP63', exact: true });
  await expect(chip).toHaveAttribute('aria-expanded', 'true');
  await chip.tap();
  await expect(swatch).toBeHidden();
  await expect(chip).toHaveAttribute('aria-expanded', 'false');
  await chip.tap();
  await expect(swatch).toBeVisible();
  await page.getByRole('tab', { name: 'Checks' }).tap();
  await expect(swatch).toBeHidden();
  await chip.tap();
  await swatch.tap();
  await expect(chip).toHaveText(/Plum VP63/);
  await context.close();
});

test('with room for all, the chosen colour leads to its swatch', async ({ page, site }) => {
  await openPicker(page, site.siteUrl);
  await choose(page, 'Plum VP63');
  await page.getByRole('tab', { name: 'Checks' }).click();
  const chip = page.getByRole('button', { name: /^Colour/ });
  await expect(chip).not.toHaveAttribute('aria-expanded');
  await chip.click();
  await expect(page.getByRole('button', { name: 'Plum VP63', exact: true })).toBeFocused();
});

test('on a phone the angled board is whole', async ({ browser, site }) => {
  const { context, page } = await openPhone(browser, { width: 390, height: 844 });
  await openPicker(page, site.siteUrl);
  const board = page.locator('[data-board]');
  const beyond = () => board.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(await beyond()).toBeGreaterThan(100);
  await page
    .locator('label')
    .filter({ hasText: /^Angled$/ })
    .tap();
  await expect.poll(beyond).toBeLessThanOrEqual(0);
  await expect(page.getByRole('button', { name: 'Right half' })).toBeHidden();
  await context.close();
});

test('on a phone the question about statistics covers neither the board nor its colours', async ({
  browser,
  site,
}) => {
  const { context, page } = await openPhone(browser, { width: 390, height: 844 });
  await page.goto(`${site.siteUrl}/colorpicker`);
  await expect(page.getByRole('button', { name: 'Decline' })).toBeVisible();
  const key = page.locator('[data-board] [data-key="20"]');
  await expect(key).toBeVisible();
  expect(await isUncovered(key)).toBe(true);
  expect(await isUncovered(page.getByRole('button', { name: 'Straw VP36', exact: true }))).toBe(
    true,
  );
  await context.close();
});

test('on a phone what has the focus does not lie below the colours', async ({ browser, site }) => {
  const { context, page } = await openPhone(browser, { width: 390, height: 640 });
  await openPicker(page, site.siteUrl);
  await page.getByRole('radio', { name: 'From above' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const save = page.getByRole('button', { name: /^Save and share/ });
  await expect(save).toBeFocused();
  expect(await isUncovered(save)).toBe(true);
  await context.close();
});
