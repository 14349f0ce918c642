import { expect, type Page } from 'playwright/test';
import { giveCredentials, signIn } from '../../support/data/accounts.ts';
import { makePerson } from '../../support/data/people.ts';
import { whenIdle } from '../../support/pages/idle.ts';
import { findFaults } from '../../support/pages/axe.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { test, watchPage, type BuiltSite } from '../../support/site.ts';

const list = '/user/wishes';
const cards = (page: Page) => page.locator('[data-wish-card]');
const titles = (page: Page) => cards(page).getByRole('heading');
const keyOf = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^(?:Keep for later|Kept): ${title}$`) });
const keptBy = (site: BuiltSite, { id }: { readonly id: string }, andSo = 'true') =>
  withDatabase(site, async (sql) => {
    const rows =
      await sql`select from public.wishes where user_id = ${id} and ${sql.unsafe(andSo)}`;
    return rows.length;
  });
const ownKey = (page: Page) => page.locator('.product [data-wish]');

/** As somebody who moves on the page: before, no key is drawn. */
async function open(page: Page, site: BuiltSite, path: string): Promise<void> {
  await page.goto(`${site.siteUrl}${path}`);
  await page.mouse.move(5, 5);
  await expect(async () => {
    await page.mouse.move(6 + Math.random() * 9, 6);
    await expect(page.locator('[data-wish]').first()).toBeVisible({ timeout: 500 });
  }).toPass();
}

async function keep(page: Page, site: BuiltSite, path: string): Promise<void> {
  await open(page, site, path);
  await ownKey(page).click();
  await expect(page.getByText('Kept for later.')).toBeVisible();
}

test('a guest keeps things from cards and pages, and an account has them in another browser', async ({
  browser,
  site,
}) => {
  const person = await makePerson(site.apiUrl, 'keeper');
  const first = await (await browser.newContext()).newPage();
  const watched = await watchPage(first);
  await open(first, site, '/shop/switches');
  await keyOf(first, 'Pebble, linear').click();
  await expect(keyOf(first, 'Pebble, linear')).toHaveAttribute('aria-pressed', 'true');
  await expect(first.getByText('Kept for later.')).toBeVisible();
  await keep(first, site, '/keyboards/braefell-65');
  await first.getByRole('link', { name: 'Your list' }).click();
  await expect(titles(first)).toHaveText(['Braefell 65', 'Pebble, linear']);
  await expect(cards(first).first()).toContainText('Case colour: Moss');
  await expect(cards(first).first()).toContainText(/Group buy closes in \d+ days/);
  await expect(cards(first).nth(1)).toContainText('from €');
  expect(await findFaults(first)).toEqual([]);

  await first.getByRole('button', { name: 'Sign in to keep them on all devices' }).click();
  await giveCredentials(first, person);
  await expect(first.getByText('Saved only in this browser.')).toHaveCount(0);
  await expect.poll(() => keptBy(site, person)).toBe(2);

  // A guest there who keeps one of them, too, and another: both lists are one afterwards.
  const second = await (await browser.newContext()).newPage();
  await keep(second, site, '/products/pebble-linear');
  await keep(second, site, '/products/saltmarsh');
  await second.goto(`${site.siteUrl}${list}`);
  await second.getByRole('button', { name: 'Sign in to keep them on all devices' }).click();
  await giveCredentials(second, person);
  await expect(titles(second)).toHaveText(['Saltmarsh', /Pebble|Braefell/, /Pebble|Braefell/]);
  await first.bringToFront();
  await first.reload();
  await expect(cards(first)).toHaveCount(3);

  // What one removes is gone from the other; the next person at the machine sees nothing of either.
  await cards(second)
    .filter({ hasText: 'Saltmarsh' })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(cards(second)).toHaveCount(2);
  await expect.poll(() => keptBy(site, person)).toBe(2);
  await first.reload();
  await expect(cards(first)).toHaveCount(2);
  await second.goto(`${site.siteUrl}/user`);
  // What is there in the very moment in which the page says so.
  const left = second.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const look = () => {
          if (document.body.textContent.includes('You are not signed in'))
            resolve(Object.keys(localStorage).join(' '));
        };
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await second.getByRole('button', { name: 'Sign out' }).first().click();
  expect(await left).not.toContain('keywright:wishes');
  expect(watched.complaints).toEqual([]);
  await Promise.all([first, second].map((page) => page.context().close()));
});

test('whoever signs out while another tab has its turn leaves no list behind', async ({
  page,
  site,
}) => {
  const person = await makePerson(site.apiUrl, 'hasty');
  await withDatabase(
    site,
    (sql) => sql`
      insert into public.wishes (user_id, product_id, title)
      select ${person.id}, id, title from public.products where url = 'switch-puller'`,
  );
  await signIn(page, site, person, '/user');
  const signOut = page.getByRole('button', { name: 'Sign out' }).first();
  await expect(signOut).toBeVisible();
  await page.goto(`${site.siteUrl}${list}`);
  await expect(cards(page)).toHaveCount(1);
  await page.goto(`${site.siteUrl}/user`);
  await expect(signOut).toBeVisible();
  // Another tab has its turn for longer than signing out waits.
  await page.evaluate(() => {
    void navigator.locks.request(
      'keywright:wishes',
      () => new Promise((resolve) => setTimeout(resolve, 6_000)),
    );
  });
  await signOut.click();
  await expect(page.getByText('You are not signed in')).toBeVisible();
  // Whatever waited for its turn has had it.
  await page.evaluate(() => navigator.locks.request('keywright:wishes', () => null));
  const left = await page.evaluate(() => Object.keys(localStorage).join(' '));
  expect(left).not.toContain('keywright:wishes');
});

test('what is removed comes back with its note and its place, and what is moved is in the cart', async ({
  page,
  site,
}) => {
  await keep(page, site, '/products/pebble-linear');
  await keep(page, site, '/products/saltmarsh');
  await page.goto(`${site.siteUrl}${list}`);
  const pebble = cards(page).filter({ hasText: 'Pebble, linear' });
  await pebble.getByRole('button', { name: 'Add a note' }).click();
  await pebble.getByLabel('Your note').fill('For the office');
  await pebble.getByRole('button', { name: 'Save' }).click();
  await expect(pebble).toContainText('For the office');
  await pebble.getByRole('button', { name: 'Remove' }).click();
  await expect(titles(page)).toHaveText(['Saltmarsh']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(titles(page)).toHaveText(['Saltmarsh', 'Pebble, linear']);
  await expect(pebble).toContainText('For the office');

  await pebble.getByRole('button', { name: 'Move to cart' }).click();
  await expect(titles(page)).toHaveText(['Saltmarsh']);
  await expect(page.locator('[data-cart-count]')).toHaveText('1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(titles(page)).toHaveText(['Saltmarsh', 'Pebble, linear']);
  await expect(page.locator('[data-cart-count]')).toBeHidden();
});

test('the key of a product follows its choice, and a press on what is kept can be undone', async ({
  page,
  site,
}) => {
  await keep(page, site, '/keyboards/braefell-65');
  await expect(ownKey(page)).toHaveAccessibleName('Kept');
  await page.locator('input[value="bracken"]').check();
  await expect(ownKey(page)).toHaveAccessibleName('Keep this choice');
  await ownKey(page).click();
  await expect(ownKey(page)).toHaveAccessibleName('Kept');
  await ownKey(page).click();
  await expect(ownKey(page)).toHaveAccessibleName('Keep this choice');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(ownKey(page)).toHaveAccessibleName('Kept');
  await expect(ownKey(page)).toBeFocused();
  await page.goto(`${site.siteUrl}${list}`);
  await expect(cards(page)).toHaveCount(2);
});

test('two tabs of a guest agree, and each keeps what it was pressed for', async ({
  page,
  site,
}) => {
  const other = await page.context().newPage();
  await keep(page, site, '/products/pebble-linear');
  await keep(other, site, '/products/saltmarsh');
  await page.goto(`${site.siteUrl}${list}`);
  await expect(cards(page)).toHaveCount(2);
  await other.goto(`${site.siteUrl}${list}`);
  await cards(other)
    .filter({ hasText: 'Saltmarsh' })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(titles(page)).toHaveText(['Pebble, linear']);
});

test('what is sold out, back, archived or gone from the shop says so, and none of it is lost', async ({
  page,
  site,
}) => {
  const person = await makePerson(site.apiUrl, 'keeper');
  await withDatabase(site, async (sql) => {
    await sql`
      insert into public.wishes (user_id, product_id, title)
      select ${person.id}, id, title from public.products where url = 'switch-puller'
        or id = (select id from public.products where status = 'archived' order by created_at, id limit 1)`;
    await sql`insert into public.wishes (user_id, title) values (${person.id}, 'Long gone')`;
  });
  const answers =
    (isSold: boolean) =>
    async (route: {
      fulfill(answer: object): Promise<void>;
      fetch(): Promise<{ json(): Promise<object[]> }>;
    }) => {
      const facts = await (await route.fetch()).json();
      const told = isSold
        ? { stock: 'sold_out', canBeOrdered: false }
        : { stock: 'in_stock', canBeOrdered: true };
      await route.fulfill({ json: facts.map((fact) => ({ ...fact, ...told })) });
    };
  await page.route('**/rest/v1/availability?*', answers(true));
  await signIn(page, site, person, '/user');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.goto(`${site.siteUrl}${list}`);
  await expect(cards(page)).toHaveCount(3);
  const gone = cards(page).filter({ hasText: 'Long gone' });
  await expect(gone).toContainText('No longer in the shop');
  await expect(cards(page).filter({ hasText: 'Archived' })).toHaveCount(1);
  const sold = cards(page).filter({ hasText: 'Sold out' });
  await expect(sold.getByRole('link', { name: /E-mail me when back|Join the list/ })).toBeVisible();
  // The account remembers that it was gone.
  await expect.poll(() => keptBy(site, person, 'was_gone')).toBe(1);
  await page.unroute('**/rest/v1/availability?*');
  await page.route('**/rest/v1/availability?*', answers(false));
  await page.reload();
  await expect(cards(page).filter({ hasText: 'Back in stock' })).toHaveCount(1);
  await gone.getByRole('button', { name: /^Remove/ }).click();
  await expect(cards(page)).toHaveCount(2);
});

test('without a network the list is shown, changed and handed in later', async ({ page, site }) => {
  const person = await makePerson(site.apiUrl, 'keeper');
  await keep(page, site, '/products/pebble-linear');
  await page.goto(`${site.siteUrl}/user`);
  await giveCredentials(page, person);
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.goto(`${site.siteUrl}${list}`);
  await expect(cards(page)).toHaveCount(1);
  await page.route(`${site.apiUrl}/**`, (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Your list can’t be loaded or saved at the moment')).toBeVisible();
  await expect(page.getByText('prices and stock may have changed')).toBeVisible();
  await cards(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(page.getByText('Nothing kept yet')).toBeVisible();
  await page.unroute(`${site.apiUrl}/**`);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect.poll(() => keptBy(site, person)).toBe(0);
});

test('an edition of a sculpt is kept by its colorway', async ({ page, site }) => {
  await open(page, site, '/products/artisans');
  const edition = page.locator('[data-colorway]:visible').nth(1);
  const name = (await edition.locator('.name').textContent())?.trim() ?? '';
  await edition.locator('[data-wish]').click();
  await expect(edition.getByRole('button', { name: /^Kept/, pressed: true })).toBeVisible();
  await expect(page.getByText('Kept for later.')).toBeVisible();
  await page.goto(`${site.siteUrl}${list}`);
  await expect(cards(page)).toContainText([name]);
});

test('on a phone nothing moves for the keys, and the list is no wider than its window', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({
    viewport: { width: 320, height: 720 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.goto(site.siteUrl);
  await whenIdle(page);
  await page.locator('h1').tap();
  const moved = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((entries) => {
          for (const entry of entries.getEntries()) sum += Number(Reflect.get(entry, 'value'));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 1_500);
      }),
  );
  await expect(page.locator('[data-wish]').first()).toBeAttached();
  expect(await moved).toBe(0);
  await page.locator('[data-card] [data-wish]').first().tap();
  await expect(page.getByText('Kept for later.')).toBeVisible();
  await page.goto(`${site.siteUrl}${list}`);
  await expect(cards(page)).toHaveCount(1);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBe(0);
  expect(await findFaults(page)).toEqual([]);
  await context.close();
});
