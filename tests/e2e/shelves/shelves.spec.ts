import { expect, type Page } from 'playwright/test';
import { signIn } from '../../support/data/accounts.ts';
import { deliver } from '../../support/data/delivered-orders.ts';
import { newAddress } from '../../support/data/people.ts';
import { findFaults } from '../../support/pages/axe.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';
import { makePerson } from '../../support/data/people.ts';
import { test, watchPage } from '../../support/site.ts';

const shelf = '/user/shelf';
const items = (page: Page) => page.locator('[data-shelf-item]');
const titles = (page: Page) => items(page).getByRole('heading');

async function add(page: Page, title: string, note = ''): Promise<void> {
  await page.getByRole('button', { name: 'Add something else' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to your shelf' });
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText('Enter what it is')).toBeVisible();
  await dialog.getByLabel('What it is').fill(title);
  await dialog.getByRole('textbox', { name: 'Note (optional)' }).fill(note);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog).toBeHidden();
}

test('a shelf is filled from delivered orders by one press, shown to friends, and withdrawn', async ({
  page,
  browser,
  site,
}) => {
  const email = await makeAccount(site, newAddress('collector'));
  const { accessToken } = await signInAs(page, site, email);
  const number = await deliver(site, email, accessToken, ['PEBBLE-10', 'KNOB-SILVER']);
  await page.goto(`${site.siteUrl}${shelf}`);
  const suggested = page.getByRole('region', { name: 'From your orders' });
  await expect(suggested).toContainText('Pebble, linear');
  await expect(suggested).toContainText('May 2026');
  await suggested.getByRole('button', { name: 'Put all 2 on my shelf' }).click();
  await expect(items(page)).toHaveCount(2);
  await expect(suggested).toHaveCount(0);
  await add(page, 'Old beige board', 'Smells of the office');
  await expect(titles(page)).toContainText(['Old beige board']);
  expect(await findFaults(page)).toEqual([]);

  const sharing = page.getByRole('region', { name: 'Show it to friends' });
  await sharing.getByRole('button', { name: 'Share my shelf' }).click();
  await expect(sharing).toContainText('Enter a name that others may see.');
  await sharing.getByLabel('Whose shelf it is').fill('Ada');
  await sharing.getByRole('button', { name: 'Share my shelf' }).click();
  const shared = page.getByRole('region', { name: 'Your shelf is shared' });
  const link = await shared.getByRole('textbox', { name: 'Link to your shelf' }).inputValue();
  expect(link).toMatch(/\/shelf#[0-9a-f]{64}$/);

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const friend = await context.newPage();
  const watched = await watchPage(friend);
  await friend.goto(link);
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('Ada’s shelf');
  await expect(items(friend)).toHaveCount(3);
  await expect(friend).toHaveTitle(/^Ada’s shelf/);
  await expect(friend.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  const seen = (await friend.locator('body').textContent()) ?? '';
  for (const secret of [email, number, 'Smells of the office']) expect(seen).not.toContain(secret);
  expect(watched.requests.filter((url) => url.includes(link.split('#')[1] ?? '#'))).toEqual([]);
  expect(await friend.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await findFaults(friend)).toEqual([]);

  await shared.getByLabel('Show my notes too').check();
  await shared.getByRole('button', { name: 'Save' }).click();
  await expect(shared.getByText('Saved.')).toBeVisible();
  await friend.reload();
  await expect(friend.getByText('Smells of the office')).toBeVisible();

  await shared.getByRole('button', { name: 'Withdraw the link' }).click();
  await expect(sharing).toBeVisible();
  await friend.reload();
  await expect(friend.getByText('This shelf is not shared any more')).toBeVisible();
  await expect(items(friend)).toHaveCount(0);
  expect(watched.complaints).toEqual([]);
  await context.close();
});

test('what is removed from a shelf comes back by one press, and what is written by hand can be edited', async ({
  page,
  site,
}) => {
  const person = await makePerson(site.apiUrl, 'collector');
  await signIn(page, site, person, shelf);
  await expect(page.getByText('Nothing on it yet')).toBeVisible();
  await add(page, 'First');
  await add(page, 'Second', 'A gift');
  await expect(titles(page)).toHaveText(['Second', 'First']);
  await items(page)
    .filter({ hasText: 'Second' })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(titles(page)).toHaveText(['First']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(titles(page)).toHaveText(['Second', 'First']);
  await expect(items(page).first()).toContainText('A gift');
  await items(page).first().getByRole('button', { name: /^Edit/ }).click();
  await page.getByRole('dialog').getByLabel('Colorway, kit or options').fill('In fog');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(items(page).first()).toContainText('In fog');
});

test('a shelf that can’t be loaded keeps its link and is asked for again', async ({
  page,
  site,
}) => {
  await page.route('**/rpc/open_shelf', (route) => route.abort());
  await page.goto(`${site.siteUrl}/shelf#${'0'.repeat(64)}`);
  await expect(page.getByText('This shelf can’t be loaded at the moment')).toBeVisible({
    timeout: 20_000,
  });
  await page.unroute('**/rpc/open_shelf');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('This shelf is not shared any more')).toBeVisible();
});
