// browsers: chromium, firefox
import { expect, type Browser, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import postgres from 'postgres';
import { giveCredentials, signIn } from '../../support/data/accounts.ts';
import { plantCart, storedLines } from '../../support/pages/cart.ts';
import { makePerson } from '../../support/data/people.ts';
import { test, watchPage, type BuiltSite } from '../../support/site.ts';

const badge = (page: Page) => page.locator('header [data-cart-count]');
const saved = (page: Page) => page.getByText('Saved to your account');

/** A browser of its own whose cart holds so many of things by their article numbers. */
async function openBrowser(
  browser: Browser,
  site: BuiltSite,
  things: Readonly<Record<string, number>> = {},
): Promise<Page> {
  const context = await browser.newContext();
  const sql = postgres(site.databaseUrl, { max: 1 });
  const rows = await sql<{ id: string; sku: string }[]>`
    select id, sku from public.variants where sku in ${sql(Object.keys(things).concat(''))}`;
  await sql.end();
  const lines = rows.map(({ id, sku }) => ({
    variant_id: id,
    quantity: things[sku],
    options: {},
    design_id: null,
    offer_id: null,
  }));
  const isPlanted = lines.length > 0;
  if (isPlanted) await plantCart(context, JSON.stringify({ version: 1, revision: 1, lines }));
  return context.newPage();
}

async function signInOnCart(page: Page, site: BuiltSite, person: Parameters<typeof signIn>[2]) {
  await page.goto(`${site.siteUrl}/cart`);
  await page.getByRole('button', { name: 'Sign in to use it on all devices' }).click();
  await giveCredentials(page, person);
}

test('a cart follows its account to another browser, there and back, and stays with it', async ({
  browser,
  site,
}) => {
  const person = await makePerson(site.apiUrl, 'basket');
  const first = await openBrowser(browser, site, { 'TIDELINE-DAWN': 2 });
  await signInOnCart(first, site, person);
  await expect(saved(first)).toBeVisible();

  const second = await openBrowser(browser, site);
  const watched = await watchPage(second);
  await signIn(second, site, person, '/user');
  await expect(badge(second)).toHaveText('2');

  // More of it here without a connection, something else there: both hold afterwards.
  await first.context().setOffline(true);
  await first.getByRole('button', { name: 'One more' }).click();
  await expect(badge(first)).toHaveText('3');
  await expect(first.getByText('save it to your account when')).toBeVisible();
  await second.goto(`${site.siteUrl}/products/pebble-linear`);
  await second.locator('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(second.getByRole('dialog', { name: 'Added to your cart' })).toBeVisible();
  await expect(badge(second)).toHaveText('3');
  await second.goto(`${site.siteUrl}/cart`);
  await expect(saved(second)).toBeVisible();
  await first.context().setOffline(false);
  await expect(badge(first)).toHaveText('4');
  await expect(saved(first)).toBeVisible();
  await second.reload();
  await expect(badge(second)).toHaveText('4');

  await second.goto(`${site.siteUrl}/user`);
  await second.getByRole('button', { name: 'Sign out' }).first().click();
  await expect(badge(second)).toBeHidden();
  expect(await storedLines(second)).toEqual([]);
  const left = await second.evaluate(() => Object.keys(localStorage).join(' '));
  expect(left).not.toMatch(/cart:(account|waiting)|keywright:orders/);
  await first.reload();
  await expect(badge(first)).toHaveText('4');
  expect(watched.complaints).toEqual([]);
  await Promise.all([first, second].map((page) => page.context().close()));
});

test('a guest’s cart that differs from the account’s is put beside it, and the person says', async ({
  browser,
  site,
}) => {
  const person = await makePerson(site.apiUrl, 'basket');
  const home = await openBrowser(browser, site, { 'TIDELINE-DAWN': 1, 'TIDELINE-DUSK': 1 });
  await signInOnCart(home, site, person);
  await expect(saved(home)).toBeVisible();

  const guest = await openBrowser(browser, site, { 'TIDELINE-DAWN': 3 });
  await signInOnCart(guest, site, person);
  const both = guest.getByRole('button', { name: 'Combine both (4)' });
  await expect(both).toBeVisible();
  await expect(badge(guest)).toHaveText('3');
  const row = guest.getByRole('row').filter({ hasText: '–' });
  await expect(row.getByRole('cell')).toHaveText(['–', '1', '1']);
  // What came from the account without its page is found and named.
  await expect(row.getByRole('rowheader')).toHaveText('Tideline desk matDusk');
  expect(await findFaults(guest, 'main')).toEqual([]);

  // Not said yet: it waits, here and there, and the checkout says so too.
  await guest.goto(`${site.siteUrl}/cart/confirm`);
  await expect(guest.getByText('Your account has a cart too')).toBeVisible();
  await guest.getByRole('link', { name: 'compare both carts' }).click();
  await both.click();
  await expect(guest.getByText('Both carts were combined.')).toBeFocused();
  await expect(badge(guest)).toHaveText('4');
  await expect(saved(guest)).toBeVisible();
  await home.reload();
  await expect(badge(home)).toHaveText('4');
  await Promise.all([home, guest].map((page) => page.context().close()));
});
