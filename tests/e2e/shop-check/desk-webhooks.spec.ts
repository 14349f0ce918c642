import { expect } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { test } from '../../support/site.ts';

test('an owner adds a webhook, sees its key once, sends a test and removes it', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/health`);
  const card = page.getByRole('region', { name: 'Webhooks' });
  await card.getByText('Add a webhook').click();
  await card.getByLabel('Name').fill('Announcements');
  await card.getByLabel('Address').fill('https://127.0.0.1/hook');
  await card.getByRole('button', { name: 'Add' }).click();
  await expect(card.getByRole('alert')).toContainText('begins with https://');
  await card.getByLabel('Address').fill('https://receiver.invalid/token-of-the-chat');
  await card.getByRole('button', { name: 'Add' }).click();
  await expect(card.locator('code')).toHaveText(/^[0-9a-f]{64}$/);
  expect(await findFaults(page, '[aria-labelledby="webhooks"]')).toEqual([]);
  await card.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  const own = card.locator('details', { hasText: 'receiver.invalid' });
  await own.locator('summary').click();
  await expect(card).not.toContainText('token-of-the-chat');
  await expect(own.getByLabel('New address')).toHaveValue('');
  await own.getByRole('button', { name: 'Send a test' }).click();
  await expect(own).toContainText(/The test (leaves with the next run|did not arrive)/);
  await own.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(own).toHaveCount(0);
});

test('an editor sees no webhooks', async ({ page, site }) => {
  await signInAs(page, site, 'editor@keywright.test');
  await page.goto(`${site.siteUrl}/admin/health`);
  await expect(page.getByRole('heading', { name: 'Alerts' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Webhooks' })).toHaveCount(0);
});
