import { expect, type Page } from 'playwright/test';
import { employ } from '../../support/data/employees.ts';
import { findFaults } from '../../support/pages/axe.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

const tabs = (page: Page) => page.getByRole('group', { name: 'Saved views' });
const filtered = '/admin/products?f=status%3Ais%3Apublished';

async function open(page: Page, site: BuiltSite, role: string) {
  await signInAs(page, site, await employ(site, role));
  await page.goto(`${site.siteUrl}${filtered}`);
  await expect(page.getByRole('grid')).toBeVisible();
}

async function saveView(page: Page, name: string, isShared = true) {
  const menu = page.locator('summary', { hasText: 'Views' });
  await menu.click();
  await page.getByLabel('Name of this view').fill(name);
  await page.getByLabel('Share with colleagues').last().setChecked(isShared);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

test('a view that one shares is a tab for colleagues, and renaming and deleting it can be undone', async ({
  page,
  browser,
  site,
}) => {
  const name = `To pack ${Math.random().toString(36).slice(2, 8)}`;
  await open(page, site, 'editor');
  await saveView(page, name);
  await expect(page.getByText(`View “${name}” saved.`)).toBeVisible();
  await expect(tabs(page).getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
  expect(await findFaults(page)).toEqual([]);

  const colleague = await (await browser.newContext()).newPage();
  await open(colleague, site, 'editor');
  await colleague.goto(`${site.siteUrl}/admin/products`);
  await tabs(colleague).getByRole('button', { name }).click();
  await expect(colleague).toHaveURL(/status%3Ais%3Apublished/);
  await colleague.locator('summary', { hasText: 'Views' }).click();
  await expect(colleague.getByRole('button', { name: `Edit the view ${name}` })).toHaveCount(0);
  await colleague.context().close();

  await page.getByRole('button', { name: `Edit the view ${name}` }).click();
  await page.getByLabel(`New name of the view ${name}`).fill(`${name} now`);
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(tabs(page).getByRole('button', { name: `${name} now` })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(tabs(page).getByRole('button', { name: `${name} now` })).toBeHidden();
  await expect(tabs(page).getByRole('button', { name })).toBeVisible();

  await page.getByRole('button', { name: `Edit the view ${name}` }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect(tabs(page).getByRole('button', { name })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(tabs(page).getByRole('button', { name })).toBeVisible();
});

test('without network a view is kept in this browser, and moves to the shop later', async ({
  page,
  site,
}) => {
  const name = `Offline ${Math.random().toString(36).slice(2, 8)}`;
  await open(page, site, 'owner');
  await page.route('**/rest/v1/desk_views**', (route) => route.abort('internetdisconnected'));
  await saveView(page, name, false);
  await expect(page.getByRole('alert')).toContainText('saved in this browser only');
  await page.reload();
  await expect(tabs(page).getByRole('button', { name })).toBeVisible();
  await page.unroute('**/rest/v1/desk_views**');
  await page.locator('summary', { hasText: 'Views' }).click();
  await page.getByRole('button', { name: `Keep the view ${name} in the shop` }).click();
  await expect(page.getByRole('button', { name: `Edit the view ${name}` })).toBeVisible();
  await expect(tabs(page).getByRole('button', { name })).toHaveCount(1);
});

test('a notice leaves by itself, and stays while it is pointed at', async ({ page, site }) => {
  await page.clock.install();
  await open(page, site, 'owner');
  const name = `Brief ${Math.random().toString(36).slice(2, 8)}`;
  await saveView(page, name, false);
  const notice = page.getByText(`View “${name}” saved.`);
  await expect(notice).toBeVisible();
  await notice.hover();
  await page.clock.runFor(20_000);
  await expect(notice).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(20_000);
  await expect(notice).toBeHidden();
});

test('rows do not wait long for views that never come', async ({ page, site }) => {
  await signInAs(page, site, await employ(site, 'editor'));
  await page.route('**/rest/v1/desk_views*', () => new Promise(() => {}));
  await page.goto(`${site.siteUrl}/admin/products`);
  await expect(page.getByRole('grid').getByRole('rowheader').first()).toBeVisible();
});
