/** The second picture of a card. */
import { expect, type Page } from 'playwright/test';
import { test } from '../../support/site.ts';

const card = (page: Page) =>
  page.locator('keywright-shelves [data-card]').filter({ hasText: 'Aldersea' }).first();

test('a card shows a second picture to a mouse that rests on it, and asks for it no sooner', async ({
  page,
  site,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${site.siteUrl}/`, { waitUntil: 'networkidle' });
  const path = (await card(page).getByRole('link').getAttribute('href')) ?? '';
  const html = await (await page.request.get(`${site.siteUrl}${path}`)).text();
  const [, second = ''] = html
    .matchAll(/src="(\/pictures\/[\da-f]{12}-640\.webp)"/g)
    .map(([, src]) => src ?? '')
    .toArray();
  expect(asked.filter((url) => url.endsWith(second))).toEqual([]);
  await card(page).hover();
  await expect(card(page).locator('.second')).toHaveAttribute('src', second);
  await expect(card(page).locator('.second')).toHaveCSS('opacity', '1');
  await page.mouse.move(0, 0);
  await expect(card(page).locator('.second')).toHaveCSS('opacity', '0');
});

test('a card stays as it is for whoever wants less motion, or has no mouse', async ({
  browser,
  site,
}) => {
  for (const options of [
    { reducedMotion: 'reduce' as const },
    { hasTouch: true, isMobile: true },
  ]) {
    const page = await browser.newPage(options);
    await page.goto(`${site.siteUrl}/`, { waitUntil: 'networkidle' });
    const loaded = page.waitForResponse(/second-picture\./);
    await card(page).hover();
    await loaded;
    await page.waitForLoadState('networkidle');
    await expect(card(page).locator('img')).toHaveCount(1);
    await page.close();
  }
});
