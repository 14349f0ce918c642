import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { employ } from '../../support/data/employees.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

async function openTab(page: Page, site: BuiltSite, path: string) {
  await page.goto(`${site.siteUrl}/admin/${path}`);
  await expect(page.getByRole('grid')).toBeVisible({ timeout: 15_000 });
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('rowheader').getByRole('button', { name, exact: true });

test('fulfilment adds a country, says why nothing goes there, and removes it', async ({
  page,
  site,
}) => {
  await signInAs(page, site, await employ(site, 'fulfilment'));
  await openTab(page, site, 'shipping?tab=countries');
  await page.getByRole('button', { name: 'New country' }).click();
  const dialog = page.getByRole('dialog', { name: 'New country' });
  await dialog.getByLabel('Name').fill('Uruguay');
  await dialog.getByLabel('Code', { exact: true }).fill('uy');
  await dialog.getByLabel('Orders may go there').uncheck();
  await dialog.getByLabel('Pattern of a postcode').fill('[');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter two capital letters, like NL.')).toBeVisible();
  await expect(dialog.getByText('Say why not, in a sentence.')).toBeVisible();
  await expect(dialog.getByText(/^Enter a regular expression/)).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill('UY');
  await dialog.getByLabel('Why not, where we don’t').fill('No carrier takes batteries there.');
  await dialog.getByLabel('Pattern of a postcode').fill('^[0-9]{5}$');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const stored = () =>
    withDatabase(site, (sql) => sql`select name, ships from public.countries where code = 'UY'`);
  expect(await stored()).toMatchObject([{ name: 'Uruguay', ships: false }]);

  await page.getByRole('searchbox').fill('uruguay');
  await page.keyboard.press('Enter');
  await rowOf(page, 'Uruguay').click();
  const again = page.getByRole('dialog', { name: 'Country', exact: true });
  await again.getByRole('button', { name: 'Remove' }).click();
  await again.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(again).toHaveCount(0);
  expect(await stored()).toHaveLength(0);
});

test('a restriction is one of a country and a kind of goods', async ({ page, site }) => {
  const stored = () =>
    withDatabase(
      site,
      (sql) => sql`
        select reason from public.country_restrictions where country_code = 'IS' and shipping_tag = 'wood'`,
    );
  await signInAs(page, site, await employ(site, 'fulfilment'));
  await openTab(page, site, 'shipping?tab=restrictions');
  await page.getByRole('button', { name: 'New restriction' }).click();
  const dialog = page.getByRole('dialog', { name: 'New restriction' });
  await dialog.getByLabel('Country').selectOption({ label: 'Iceland' });
  await dialog.getByLabel('Goods').selectOption({ label: 'Wood' });
  await dialog.getByLabel('What customers read').fill('Customs want a certificate.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('searchbox').fill('iceland');
  await page.keyboard.press('Enter');
  await rowOf(page, 'Iceland').click();
  const again = page.getByRole('dialog', { name: 'Restriction', exact: true });
  await again.getByLabel('What customers read').fill('Customs want a paper.');
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(again).toHaveCount(0);
  expect(await stored()).toMatchObject([{ reason: 'Customs want a paper.' }]);
  await rowOf(page, 'Iceland').click();
  await again.getByRole('button', { name: 'Remove' }).click();
  await again.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(again).toHaveCount(0);
  expect(await stored()).toHaveLength(0);
});

test('an owner adds a class of goods that countries may tax differently', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'owner@keywright.test');
  await openTab(page, site, 'money?tab=classes');
  await page.getByRole('button', { name: 'New tax class' }).click();
  const dialog = page.getByRole('dialog', { name: 'New tax class' });
  await dialog.getByLabel('Title').fill('Printed books');
  await dialog.getByLabel('Code', { exact: true }).fill('Books');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/^Use lower-case letters and underscores/)).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill('printed_books');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await rowOf(page, 'Printed books').click();
  const again = page.getByRole('dialog', { name: 'Tax class', exact: true });
  await again.getByRole('button', { name: 'Remove' }).click();
  await again.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(again).toHaveCount(0);
  await rowOf(page, 'Goods at the standard rate').click();
  await again.getByRole('button', { name: 'Remove' }).click();
  await again.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(again.getByRole('alert')).toContainText('Not saved');
});

test('an editor says which countries a partner serves and which batch it sells', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'editor@keywright.test');
  await openTab(page, site, 'content?tab=partners');
  await rowOf(page, 'Tecla Aberta').click();
  const partner = page.getByRole('dialog', { name: 'Partner', exact: true });
  const chile = partner.getByLabel('Chile');
  const served = () =>
    withDatabase(
      site,
      (sql) => sql`
        select from public.partner_countries c join public.regional_partners p on p.id = c.partner_id
        where p.name = 'Tecla Aberta' and c.country_code = 'CL'`,
    );
  await expect(chile).not.toBeChecked();
  await chile.check();
  await expect.poll(served).toHaveLength(1);
  // Somebody else took it away meanwhile: what is not there is gone already.
  await withDatabase(
    site,
    (sql) => sql`delete from public.partner_countries where country_code = 'CL'`,
  );
  await chile.uncheck();
  await expect(partner.getByRole('alert')).toHaveCount(0);
  await expect.poll(served).toHaveLength(0);

  await openTab(page, site, 'content?tab=sales');
  const sale = page.getByRole('rowheader').getByRole('button', { name: 'Tecla Aberta' }).first();
  await sale.click();
  const dialog = page.getByRole('dialog', { name: 'Sale', exact: true });
  const pageField = dialog.getByLabel('Page of the sale');
  const before = await pageField.inputValue();
  await pageField.fill('tecla.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a page that begins with https://.')).toBeVisible();
  await pageField.fill(`${before}?here`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const stored = await withDatabase(
    site,
    (sql) => sql`select from public.partner_sales where sale_url = ${`${before}?here`}`,
  );
  expect(stored).toHaveLength(1);
});

for (const width of [320, 1440])
  test(`axe finds nothing where countries, classes and sales are kept at ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await signInAs(page, site, 'owner@keywright.test');
    for (const path of [
      'shipping?tab=countries',
      'shipping?tab=restrictions',
      'money?tab=classes',
      'content?tab=sales',
    ]) {
      await openTab(page, site, path);
      await page.getByRole('button', { name: /^New (country|restriction|tax class|sale)/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await findFaults(page)).toEqual([]);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over).toBeLessThanOrEqual(0);
    }
  });
