import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

async function openTab(page: Page, site: BuiltSite, tab: string) {
  await signInAs(page, site, 'editor@keywright.test');
  await page.goto(`${site.siteUrl}/admin/products?tab=${tab}`);
  await expect(page.getByRole('grid')).toBeVisible({ timeout: 15_000 });
}

async function choose(dialog: Locator, field: string, text: string, found: RegExp) {
  await dialog.getByLabel(field, { exact: true }).fill(text);
  await dialog.getByRole('option', { name: found }).click();
}

async function search(page: Page, text: string) {
  await page.getByRole('searchbox').fill(text);
  await page.keyboard.press('Enter');
}

async function remove(dialog: Locator) {
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(dialog).toHaveCount(0);
}

test('an editor says what goes with a product and why, changes it and takes it back', async ({
  page,
  site,
}) => {
  const reason = `Made for it, ${randomUUID().slice(0, 8)}`;
  const stored = () =>
    withDatabase(
      site,
      (sql) => sql`
        select p.title, q.title as related from public.product_relations r
        join public.products p on p.id = r.product_id join public.products q on q.id = r.related_id
        where r.reason = ${reason}`,
    );
  await openTab(page, site, 'related');
  await page.getByRole('button', { name: 'New related product' }).click();
  const dialog = page.getByRole('dialog', { name: 'New related product' });
  await choose(dialog, 'On the page of', 'Tallyman', /^Tallyman/);
  await choose(dialog, 'What goes with it', 'Tallyman', /^Tallyman/);
  await dialog.getByLabel('Why').fill(reason);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeVisible();
  expect(await stored()).toHaveLength(0);
  await choose(dialog, 'Another what goes with it', 'Hush', /^Hush/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await stored()).toMatchObject([{ title: 'Tallyman', related: /Hush/ }]);

  await search(page, 'tallyman');
  const row = page.getByRole('row').filter({ hasText: reason });
  await row.getByRole('rowheader').getByRole('button').click();
  await remove(page.getByRole('dialog', { name: 'Related product' }));
  expect(await stored()).toHaveLength(0);
});

test('a download is taken from a file, and a file that is no text is not', async ({
  page,
  site,
}) => {
  const word = randomUUID().slice(0, 8);
  await openTab(page, site, 'files');
  await page.getByRole('button', { name: 'New download' }).click();
  const dialog = page.getByRole('dialog', { name: 'New download' });
  await choose(dialog, 'Product', 'Tallyman', /^Tallyman/);
  await dialog.getByLabel('Title').fill(`Guide ${word}`);
  const file = dialog.getByLabel(/^Drop a file here/);
  await file.setInputFiles({ name: 'a.bin', mimeType: '', buffer: Buffer.from([0, 1, 2]) });
  await expect(dialog.getByRole('alert')).toHaveText('It is not a text.');
  await file.setInputFiles({
    name: `Build Guide (${word}).MD`,
    mimeType: '',
    buffer: Buffer.from('# Build it'),
  });
  await expect(dialog.getByLabel('Saved as')).toHaveValue(`build-guide-${word}.md`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const stored = () =>
    withDatabase(
      site,
      (sql) => sql`
        select media_type, content from public.product_files where title = ${`Guide ${word}`}`,
    );
  expect(await stored()).toMatchObject([{ media_type: 'text/markdown', content: '# Build it' }]);
  await page
    .getByRole('rowheader')
    .getByRole('button', { name: `Guide ${word}` })
    .click();
  await remove(page.getByRole('dialog', { name: 'Download', exact: true }));
  expect(await stored()).toHaveLength(0);
});

test('an editor says which variant is made to a design, and in which colours', async ({
  page,
  site,
}) => {
  await openTab(page, site, 'kits');
  await page.getByRole('button', { name: 'New design kit' }).click();
  const kit = page.getByRole('dialog', { name: 'New design kit' });
  await choose(kit, 'Variant', 'PEBBLE-10', /Pebble/);
  await kit.getByLabel('Caps at most').fill('2000');
  await kit.getByRole('button', { name: 'Save' }).click();
  await expect(kit.getByText('Enter 1 to 1,000.')).toBeVisible();
  await kit.getByLabel('Caps at most').fill('70');
  await kit.getByRole('button', { name: 'Save' }).click();
  await expect(kit).toHaveCount(0);
  await search(page, 'pebble-10');
  await page.getByRole('rowheader').getByRole('button', { name: 'PEBBLE-10', exact: true }).click();
  await remove(page.getByRole('dialog', { name: 'Design kit', exact: true }));

  await page.goto(`${site.siteUrl}/admin/products?tab=offers`);
  await page.getByRole('button', { name: 'New design colour' }).click();
  const offer = page.getByRole('dialog', { name: 'New design colour' });
  await choose(offer, 'Product', 'Tallyman', /^Tallyman/);
  await offer.getByLabel('Part').selectOption('Plate');
  await offer.getByLabel('Palette').selectOption({ index: 1 });
  await offer.getByRole('button', { name: 'Save' }).click();
  await expect(offer).toHaveCount(0);
  await search(page, 'tallyman');
  await page
    .getByRole('row')
    .filter({ hasText: 'Plate' })
    .getByRole('rowheader')
    .getByRole('button')
    .click();
  await remove(page.getByRole('dialog', { name: 'Design colour', exact: true }));
});

for (const width of [320, 1440])
  test(`axe finds nothing in the parts of products at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 844 });
    await signInAs(page, site, 'owner@keywright.test');
    for (const tab of ['related', 'files', 'kits', 'offers']) {
      await page.goto(`${site.siteUrl}/admin/products?tab=${tab}`);
      await expect(page.getByRole('rowheader').first()).toBeVisible({ timeout: 15_000 });
      await page.getByRole('button', { name: /^New / }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await findFaults(page)).toEqual([]);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over).toBeLessThanOrEqual(0);
    }
  });
