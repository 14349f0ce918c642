import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { askApi, signInAs } from '../../support/pages/staff-page.ts';
import { test } from '../../support/site.ts';

test('the owner makes a discount code, ends it, and can’t remove one that was used', async ({
  page,
  site,
}) => {
  const code = `DESK-${randomUUID().slice(0, 6).toUpperCase()}`;
  const stored = () =>
    withDatabase(
      site,
      (sql) => sql<{ percent: number; ends: boolean }[]>`
        select percent, valid_to is not null as ends from public.discount_codes where code = ${code}`,
    );
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/money?tab=codes`);
  await page.getByRole('button', { name: 'New code' }).click();
  const dialog = page.getByRole('dialog', { name: 'New code' });
  await dialog.getByLabel('Code', { exact: true }).fill(code.toLowerCase());
  await dialog.getByLabel('Title').fill('From the desk');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a percentage or an amount.')).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(code);
  await dialog.getByLabel('Per cent off').fill('15');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await stored()).toEqual([{ percent: 15, ends: false }]);

  await withDatabase(
    site,
    (sql) => sql`update public.discount_codes set used_count = 1 where code = ${code}`,
  );
  await page.reload();
  await page.getByRole('rowheader').getByRole('button', { name: code }).click();
  const again = page.getByRole('dialog', { name: 'Code', exact: true });
  await expect(again.getByLabel('Code', { exact: true })).toBeDisabled();
  await again.getByRole('button', { name: 'Remove' }).click();
  await again.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(again.getByRole('alert')).toBeVisible();
  await again.getByLabel('Valid until').fill(`${new Date().getFullYear() + 1}-01-01T12:00`);
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(again).toHaveCount(0);
  expect(await stored()).toEqual([{ percent: 15, ends: true }]);
});

test('a rate of tax is typed in per cent, and two of one class never hold on one day', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/money?tab=rates`);
  await page.getByRole('button', { name: 'New tax rate' }).click();
  const dialog = page.getByRole('dialog', { name: 'New tax rate' });
  await dialog.getByLabel('Country').selectOption('Norway');
  await dialog.getByLabel('Rate in per cent').fill('12.5');
  await dialog.getByLabel('First day', { exact: true }).fill('2001-01-01');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('End that one first');
  await dialog.getByLabel('First day of the next rate').fill('2001-02-01');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const rows = await withDatabase(
    site,
    (sql) => sql`
      delete from public.tax_rates where country_code = 'NO' and valid_from = '2001-01-01'
      returning rate_basis_points`,
  );
  expect(rows).toMatchObject([{ rate_basis_points: 1250 }]);
});

test('codes and rates are the owner’s alone: fulfilment writes none', async ({ page, site }) => {
  const who = await signInAs(page, site, 'fulfilment@keywright.test');
  const row = { code: 'SNEAKED-IN', title: 'None', percent: 99 };
  await expect(askApi(site, who, 'POST', '/rest/v1/discount_codes', row)).rejects.toThrow('42501');
  expect(
    await askApi(site, who, 'PATCH', '/rest/v1/tax_rates?country_code=eq.NO', { name: 'X0' }),
  ).toEqual([]);
});
