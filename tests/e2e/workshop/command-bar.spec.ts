import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { employ, plantOrder } from '../../support/data/employees.ts';
import { newAddress } from '../../support/data/people.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

const barOf = (page: Page) => page.getByRole('dialog', { name: 'Search the desk' });
const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search the desk' });
const navOf = (page: Page) => page.getByRole('navigation', { name: 'Workshop desk' });

async function open(page: Page, site: BuiltSite, path: string, role = 'owner') {
  await signInAs(page, site, await employ(site, role));
  await page.goto(`${site.siteUrl}${path}`);
  await expect(navOf(page)).toBeVisible({ timeout: 15_000 });
}

test('from the keyboard alone an order is found by its last digits and opened', async ({
  page,
  site,
}) => {
  const { number } = await plantOrder(site, newAddress('bar'));
  await open(page, site, '/admin/products');
  await page.keyboard.press('Control+k');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type(number.slice(-5));
  const hit = page.getByRole('group', { name: 'Orders' }).getByRole('option');
  await expect(hit.first()).toContainText(number);
  await expect(hit.first()).toHaveAttribute('aria-selected', 'true');
  const active = await fieldOf(page).getAttribute('aria-activedescendant');
  await expect(hit.first()).toHaveAttribute('id', active ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/orders\\?order=${number}$`));
  await expect(page.getByRole('heading', { name: number })).toBeVisible();

  // What was opened is offered again, without whose it was.
  await page.keyboard.press('/');
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
  await expect(recent.first()).toHaveText(number);
  const kept = await page.evaluate(() => localStorage.getItem('keywright:desk:recent'));
  expect(kept).not.toContain('@');
  expect(kept).not.toContain('Ada');
});

test('Enter goes to what was typed, not to what was found of a part of it', async ({
  page,
  site,
}) => {
  const { number } = await plantOrder(site, newAddress('bar'));
  await open(page, site, '/admin');
  await page.route('**/rpc/search_desk', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 400);
    });
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await fieldOf(page).fill(number);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`order=${number}$`));
});

test('desks, their parts and what may be done are offered by right', async ({ page, site }) => {
  await open(page, site, '/admin', 'editor');
  await navOf(page)
    .locator('..')
    .getByRole('button', { name: /^Search/ })
    .click();
  const options = barOf(page).getByRole('option');
  await expect(options.filter({ hasText: 'New product' })).toBeVisible();
  await expect(options.filter({ hasText: /^(?:Orders|Money|New order)$/ })).toHaveCount(0);
  await fieldOf(page).fill('near dup');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/colorways\?tab=near$/);
  await expect(page.getByRole('tab', { name: 'Near duplicates' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('/');
  await fieldOf(page).fill('new update');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'New update' });
  await expect(form.getByLabel('Headline')).toBeVisible();
  await expect(page).not.toHaveURL(/new/);
  // A slash is a sign where somebody writes.
  await form.getByLabel('Headline').press('/');
  await expect(form.getByLabel('Headline')).toHaveValue('/');
  await expect(barOf(page)).toHaveCount(0);
});

test('a payment is begun by naming the order, and what waits is published from any desk', async ({
  page,
  site,
}) => {
  const { number } = await plantOrder(site, newAddress('bar'));
  await open(page, site, '/admin/orders');
  await page.keyboard.press('Control+k');
  await fieldOf(page).fill('record pay');
  await page.keyboard.press('Enter');
  await expect(fieldOf(page)).toHaveValue('Record payment ');
  await page.keyboard.type(number.slice(3));
  await expect(barOf(page).getByRole('option')).toHaveText([
    new RegExp(`^Record payment for ${number}`),
  ]);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Amount received')).toBeFocused();

  await page.keyboard.press('Control+k');
  await fieldOf(page).fill('publish');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Publish', exact: true })).toBeVisible();
});

test('a search that fails says so, keeps what was typed and can be asked again', async ({
  page,
  site,
}) => {
  const { number } = await plantOrder(site, newAddress('bar'));
  await open(page, site, '/admin');
  await page.route('**/rpc/search_desk', (route) => route.abort());
  await page.keyboard.press('Control+k');
  await fieldOf(page).fill(number);
  await expect(barOf(page).getByRole('alert')).toContainText('The search could not be loaded');
  await page.unroute('**/rpc/search_desk');
  await barOf(page).getByRole('button', { name: 'Try again' }).click();
  await expect(fieldOf(page)).toBeFocused();
  await expect(barOf(page).getByRole('option').first()).toContainText(number);
  await fieldOf(page).fill('nothing is called quixotic');
  await expect(barOf(page)).toContainText('No results for “nothing is called quixotic”');
  await page.keyboard.press('Escape');
  await expect(barOf(page)).toHaveCount(0);
});

test('on a phone it has its key in the bar, fits the window, and axe finds nothing', async ({
  page,
  site,
}) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 740 });
    if (width === 390) await open(page, site, '/admin/orders');
    await navOf(page).getByRole('button', { name: 'Search' }).click();
    await fieldOf(page).fill('ke');
    await expect(barOf(page).getByRole('group', { name: 'Products' })).toBeVisible();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    expect(await findFaults(page)).toEqual([]);
    await barOf(page).getByRole('button', { name: 'Close' }).click();
    await expect(barOf(page)).toHaveCount(0);
  }
});
