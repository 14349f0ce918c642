import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { askApi, signInAs } from '../../support/pages/staff-page.ts';
import { test } from '../../support/site.ts';

test('a zone that is ticked says so, and Undo puts the country where it was', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/shipping?tab=coverage`);
  const row = page.getByRole('row', { name: /^Switzerland/ });
  const box = row.getByRole('checkbox').first();
  const wasIn = await box.isChecked();
  await box.click();
  await expect(page.getByText(/^Switzerland is (now|no longer) in “/)).toBeVisible();
  await expect(box).toBeChecked({ checked: !wasIn });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(box).toBeChecked({ checked: wasIn });
  await expect(page.getByText('Undone.')).toBeVisible();
});

test('a question that was removed is put back by Undo', async ({ page, site }) => {
  const owner = await signInAs(page, site, 'owner@keywright.test');
  const question = `Removed ${randomUUID().slice(0, 8)}?`;
  const [group] = (await askApi(
    site,
    owner,
    'GET',
    '/rest/v1/faq_groups?select=id&limit=1',
  )) as readonly { readonly id: string }[];
  await askApi(site, owner, 'POST', '/rest/v1/faq_entries', {
    group_id: group?.id,
    code: `removed-${randomUUID().slice(0, 8)}`,
    question,
    answer: 'It comes back.',
    position: 99,
  });
  await page.goto(`${site.siteUrl}/admin/content?tab=questions&q=${encodeURIComponent(question)}`);
  const grid = page.getByRole('grid');
  await grid.getByText(question).dblclick();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(page.getByText('Removed.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(grid.getByText(question)).toBeVisible();
});
