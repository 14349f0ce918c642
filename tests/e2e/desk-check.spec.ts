import { expect } from 'playwright/test';
import { test } from '../support/site.ts';
import { signInAs } from '../support/staff-page.ts';

test('whoever mends goods sees from where each product can be bought, and how earlier checks came out', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'editor@keywright.test');
  await page.goto(`${site.siteUrl}/admin/check`);
  await expect(page.getByText('Checked', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText(/^The last \d+ checks$/).click();
  const runs = page.getByRole('region', { name: 'The last checks' });
  await expect(runs.getByRole('row').nth(2)).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Who did what' })).toHaveCount(0);

  await page.getByRole('tab', { name: 'Who can buy what' }).click();
  const reach = page.getByRole('region', { name: 'From where products can be bought' });
  await expect(reach.getByText(/^From (all )?\d+/).first()).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await saving).suggestedFilename()).toBe('reach.csv');
});
