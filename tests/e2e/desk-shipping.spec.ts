import { expect } from 'playwright/test';
import { test } from '../support/site.ts';
import { signInAs } from '../support/staff-page.ts';

test('the zones are seen on a map of the world, with the same in words below it', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'fulfilment@keywright.test');
  await page.goto(`${site.siteUrl}/admin/shipping?tab=coverage`);
  const map = page.getByRole('img', { name: /^World map of the zones: \d+ countries/ });
  await expect(map).toBeVisible();
  await expect(map.locator('title', { hasText: /^Brazil: .*not served$/ })).toHaveCount(1);
  const dutch = map.locator('g', { has: page.locator('title', { hasText: /^Netherlands: / }) });
  await expect(dutch).toHaveAttribute('data-state', 'placed');
  const row = page.getByRole('row').filter({ hasText: 'Netherlands' });
  await expect(row.getByRole('checkbox', { checked: true })).toHaveCount(1);
});
