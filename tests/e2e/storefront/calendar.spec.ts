import { expect } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { test } from '../../support/site.ts';

test('the calendar shows what runs, lists dates in the zone of the visitor and can be subscribed to', async ({
  page,
  site,
}) => {
  await page.goto(`${site.siteUrl}/updates`);
  await page.getByRole('main').getByRole('link', { name: 'Calendar of dates' }).click();
  await expect(page).toHaveURL(`${site.siteUrl}/calendar`);
  const glance = page.getByRole('region', { name: 'At a glance' });
  await expect(glance.getByRole('link', { name: /Cinderwick/ })).toBeVisible();
  const { host } = new URL(site.siteUrl);
  await expect(page.getByRole('link', { name: 'Subscribe in your calendar' })).toHaveAttribute(
    'href',
    `webcal://${host}/calendar.ics`,
  );
  const row = page.locator('main ol li').filter({ hasText: 'Group buy closes' }).first();
  // Amsterdam, where the tests live.
  await expect(row.locator('time')).toHaveText(/, \d\d:\d\d (?!UTC)/);
  await row.getByRole('link').click();
  await expect(page).toHaveURL(/\/(keyboards|products)\//);
});

test('dates that lie behind are folded away', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/calendar`);
  const earlier = page.locator('details').filter({ hasText: 'Earlier dates' });
  await expect(earlier.locator('li').first()).toBeHidden();
  const isPast = (times: Element[]) =>
    times.map((time) => Date.parse(time.getAttribute('datetime') ?? '') < Date.now());
  const ahead = await page.locator('main section ol time').evaluateAll(isPast);
  const behind = await earlier.locator('time').evaluateAll(isPast);
  expect([ahead.length > 0, ahead.includes(true)]).toEqual([true, false]);
  expect([behind.length > 0, behind.includes(false)]).toEqual([true, false]);
  await earlier.locator('summary').click();
  await expect(earlier.locator('li').first()).toBeVisible();
});

for (const width of [320, 390, 1440])
  test(`axe finds nothing in the calendar at ${width} px, and nothing is too wide`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${site.siteUrl}/calendar`, { waitUntil: 'networkidle' });
    expect(await findFaults(page)).toEqual([]);
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond).toBe(0);
  });
