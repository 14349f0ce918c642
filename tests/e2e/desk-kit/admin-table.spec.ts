import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { test, watchPage, type BuiltSite } from '../../support/site.ts';
import { dropProducts } from '../../support/pages/dropped-products.ts';
import { askApi, bothValues, signInAs, type SignedIn } from '../../support/pages/staff-page.ts';

/** Products of this file alone: the shop is shared. */
async function makeProducts(site: BuiltSite, owner: SignedIn, mark: string, count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    kind: 'product',
    category: 'tool',
    url: `${mark}-${index}`,
    title: `${mark} ${index}`,
    summary: `Number ${index}`,
    publish_at: '2099-01-01T00:00:00Z',
    status: 'scheduled',
  }));
  await askApi(site, owner, 'POST', '/rest/v1/products', rows);
  return {
    remove: () => dropProducts(site, `${mark}-%`),
  };
}

async function openDesk(page: Page, site: BuiltSite, search: string) {
  await page.goto(`${site.siteUrl}/admin/products${search}`);
  await expect(page.getByRole('grid', { name: 'Products' })).toBeVisible();
}

const cell = (page: Page, name: string) => page.getByRole('rowheader', { name, exact: true });
const summaryOf = (page: Page, name: string) =>
  page
    .getByRole('row')
    .filter({ has: cell(page, name) })
    .getByRole('gridcell')
    .nth(7);

test('a desk opens to those it is for, and to nobody else', async ({ browser, site }) => {
  const seen: Record<string, string> = {};
  for (const name of ['nobody', 'shopper', 'support', 'fulfilment', 'editor', 'owner']) {
    const page = await browser.newPage();
    if (name !== 'nobody') await signInAs(page, site, `${name}@keywright.test`);
    await page.goto(`${site.siteUrl}/admin/products`);
    const main = page.getByRole('main');
    const heading = main.getByRole('heading', { level: 2 }).or(main.getByRole('grid'));
    await expect(heading.first()).toBeVisible();
    const isOpen = (await page.getByRole('grid').count()) > 0;
    seen[name] = isOpen ? 'the table' : ((await heading.first().textContent()) ?? '');
    await page.close();
  }
  const shut = 'The products desk can’t be opened with your role';
  expect(seen).toEqual({
    nobody: 'Sign in to use this desk',
    shopper: shut,
    support: shut,
    fulfilment: shut,
    editor: 'the table',
    owner: 'the table',
  });
});

test('what a table shows is in its address and comes back from it', async ({ page, site }) => {
  const watched = await watchPage(page);
  await signInAs(page, site, 'editor@keywright.test');
  await openDesk(page, site, '?f=kind:is:keyboard&f=publish_at:from:2020-03-01&sort=title');
  await expect(page.getByRole('button', { name: /Kind is Keyboard/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /from 1 Mar 2020/ })).toBeVisible();
  const titles = async () => page.getByRole('rowheader').allTextContents();
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  const upwards = await titles();
  await page.getByRole('button', { name: 'Title' }).click();
  await expect(page).toHaveURL(/sort=-title/);
  await expect.poll(titles).toEqual(upwards.toReversed());
  await page.getByRole('searchbox', { name: 'Search by title' }).fill('braefell');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=braefell/);
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search by title' }).fill('no such thing');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No rows match' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all rows' }).click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  expect(watched.complaints).toEqual([]);
});

test('a table is worked by keyboard alone, and axe finds nothing in it', async ({ page, site }) => {
  const owner = await signInAs(page, site, 'owner@keywright.test');
  const made = await makeProducts(site, owner, 'keyed', 4);
  await openDesk(page, site, '?q=keyed&sort=title');
  await cell(page, 'keyed 0').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 rows selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('rows selected')).toHaveCount(0);
  for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Summary' }).fill('Typed in place');
  await page.keyboard.press('Enter');
  await expect(summaryOf(page, 'keyed 2')).toHaveText('Typed in place');
  await page.reload();
  await expect(summaryOf(page, 'keyed 2')).toHaveText('Typed in place');
  expect(await findFaults(page)).toEqual([]);
  await made.remove();
});

test('the second to change a row is told, and sees both values', async ({ page, site }) => {
  const owner = await signInAs(page, site, 'owner@keywright.test');
  const made = await makeProducts(site, owner, 'contested', 1);
  await openDesk(page, site, '?q=contested');
  const change = async (text: string) => {
    await summaryOf(page, 'contested 0').dblclick();
    await page.getByRole('textbox', { name: 'Summary' }).fill(text);
    await page.keyboard.press('Enter');
  };
  await expect(summaryOf(page, 'contested 0')).toHaveText('Number 0');
  await askApi(site, owner, 'PATCH', '/rest/v1/products?url=eq.contested-0', { summary: 'Theirs' });
  await change('Mine');
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this row' });
  await expect(dialog.getByRole('cell', { name: 'Theirs' })).toBeVisible();
  await expect(dialog.getByRole('cell', { name: 'Mine' })).toBeVisible();
  const stored = () =>
    askApi(site, owner, 'GET', '/rest/v1/products?url=eq.contested-0&select=summary');
  expect(await stored()).toEqual([{ summary: 'Theirs' }]);
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(summaryOf(page, 'contested 0')).toHaveText('Mine');
  expect(await stored()).toEqual([{ summary: 'Mine' }]);
  await made.remove();
});

test('a bulk action says before and after what happens to each row, and is taken back', async ({
  page,
  site,
}) => {
  const owner = await signInAs(page, site, 'owner@keywright.test');
  const made = await makeProducts(site, owner, 'heaped', 3);
  await askApi(site, owner, 'PATCH', '/rest/v1/products?url=eq.heaped-1', { status: 'archived' });
  await openDesk(page, site, '?q=heaped&sort=title');
  // Someone is quicker with the third one.
  await askApi(site, owner, 'PATCH', '/rest/v1/products?url=eq.heaped-2', { summary: 'Quicker' });
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
  await page.getByRole('button', { name: 'Archive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Archive' });
  await expect(dialog.getByText('heaped 1 will not change: already archived')).toBeVisible();
  await dialog.getByRole('button', { name: 'Archive: 2 rows' }).click();
  await expect(dialog.getByText('1 done, 1 refused, 0 unknown, 0 not touched')).toBeVisible();
  await expect(dialog.getByText('heaped 2 Someone else changed it')).toBeVisible();
  await expect(bothValues(dialog, 'Status')).toHaveText(['Scheduled', 'Scheduled', 'Archived']);
  await expect(bothValues(dialog, 'Summary')).toHaveText(['Number 2', 'Quicker', 'Number 2']);
  const states = () =>
    askApi(site, owner, 'GET', '/rest/v1/products?url=like.heaped-*&select=status&order=title');
  const words = (all: string) => all.split(' ').map((status) => ({ status }));
  expect(await states()).toEqual(words('archived archived scheduled'));
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('1 done, 0 refused, 0 unknown, 0 not touched')).toBeVisible();
  expect(await states()).toEqual(words('scheduled archived scheduled'));
  await made.remove();
});

test('a file goes out, is changed, judged line by line and comes back', async ({ page, site }) => {
  const owner = await signInAs(page, site, 'owner@keywright.test');
  const made = await makeProducts(site, owner, 'filed', 2);
  await askApi(site, owner, 'PATCH', '/rest/v1/products?url=eq.filed-1', { summary: '=1+1' });
  await openDesk(page, site, '?q=filed&sort=title');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await saving).path(), 'utf8');
  expect(text).toContain('URL,Title,Kind,Category,Status,Visible from,Summary,');
  expect(text).toMatch(/\r\nfiled-1,filed 1,.*,\d{4}-\d\d-\d\dT[\d:.]+Z,'=1\+1,/);
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  const changed = `${text.replace('Number 0', 'Came back')}nowhere,x\r\n`;
  const buffer = Buffer.from(changed);
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer });
  await expect(dialog.getByText('1 would change, 1 unchanged, 1 can’t be used.')).toBeVisible();
  await expect(dialog.getByText('Summary: Number 0 → Came back')).toBeVisible();
  // Someone is quicker than whoever still reads what would change.
  const quicker = { summary: 'Quicker', status: 'archived' };
  await askApi(site, owner, 'PATCH', '/rest/v1/products?url=eq.filed-0', quicker);
  await dialog.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(dialog.getByText('0 imported, 1 refused, 0 unknown, 0 not touched')).toBeVisible();
  await expect(dialog.getByText('Line 2, filed-0 Someone else changed it')).toBeVisible();
  await expect(bothValues(dialog, 'Summary')).toHaveText(['Number 0', 'Quicker', 'Came back']);
  await expect(bothValues(dialog, 'Status')).toHaveText(['Scheduled', 'Archived', 'Scheduled']);
  await dialog.getByLabel('CSV file').setInputFiles([]);
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer });
  await expect(dialog.getByText('Summary: Quicker → Came back')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(dialog.getByText('1 imported, 0 refused, 0 unknown, 0 not touched')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(summaryOf(page, 'filed 0')).toHaveText('Came back');
  await made.remove();
});
