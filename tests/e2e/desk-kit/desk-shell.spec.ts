import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  expect,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from 'playwright/test';
import { changeRole, employ, plantOrder } from '../../support/data/employees.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { test } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

/** In the order in which they are offered. */
const offered: Readonly<Record<string, readonly string[]>> = {
  owner: [
    'Today',
    'Orders',
    'Customers',
    'Shipping',
    'Lists',
    'Products',
    'Group buys',
    'Colorways',
    'Media',
    'Customers’ photos',
    'Designs',
    'Content',
    'Translations',
    'Money',
    'Shop check',
    'Health',
    'Staff',
  ],
  editor: [
    'Today',
    'Products',
    'Group buys',
    'Colorways',
    'Media',
    'Customers’ photos',
    'Designs',
    'Content',
    'Translations',
    'Shop check',
    'Health',
  ],
  fulfilment: ['Today', 'Orders', 'Customers', 'Shipping', 'Money', 'Shop check', 'Health'],
  support: ['Today', 'Orders', 'Customers', 'Designs', 'Money', 'Shop check', 'Health'],
  shopper: [],
  nobody: [],
};

/** Without what waits at them, and without their numbers. */
const desksOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Workshop desk' }).locator('> ul > li > a > span');

/** Behind every door, and where there is none. */
const settled = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/can’t be opened with your role|Sign in to use this desk/)
    .or(page.getByRole('grid'))
    .first();

async function boxOf(locator: Locator) {
  await expect(locator).toBeVisible({ timeout: 15_000 });
  const box = await locator.boundingBox();
  if (!box) throw new Error('It takes no room');
  return box;
}

async function aPhone(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  return context;
}

for (const [name, desks] of Object.entries(offered))
  test(`${name} is led to ${desks.length} desks, and to none that would be shut`, async ({
    page,
    site,
  }) => {
    if (name !== 'nobody') await signInAs(page, site, `${name}@keywright.test`);
    await page.goto(`${site.siteUrl}/admin/lists`);
    await expect(settled(page)).toBeVisible({ timeout: 15_000 });
    await expect(desksOf(page)).toHaveText([...desks]);
    const shut = page.getByRole('main').getByRole('link', { name: 'Go to the desk’s home' });
    await expect(shut).toHaveCount(desks.length === 0 || name === 'owner' ? 0 : 1);
  });

test('the pages of the desks name no desk before it is known who asks', async ({ site }) => {
  const shown = [
    'batches',
    'check',
    'health',
    'colorways',
    'content',
    'customers',
    'designs',
    'lists',
    'media',
    'money',
    'orders',
    'photos',
    'products',
    'shipping',
    'staff',
  ];
  for (const desk of shown) {
    const file = path.join(site.siteFolder, 'admin', desk);
    const text = await readFile(`${file}.html`, 'utf8').catch(() =>
      readFile(path.join(file, 'index.html'), 'utf8'),
    );
    expect(text).toContain('<main');
    expect(text).not.toMatch(/<a [^>]*href="\/admin\//);
  }
});

for (const width of [390, 1440])
  test(`the desk navigation comes into room that was kept for it, at ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await signInAs(page, site, 'fulfilment@keywright.test');
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/rpc/my_staff_role', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`${site.siteUrl}/admin/lists`);
    const waiting = await boxOf(page.getByText('Checking your access').locator('..'));
    await expect(desksOf(page)).toHaveCount(0);
    answer();
    // A phone's bar has four of the seven.
    await expect(desksOf(page)).toHaveCount(width < 992 ? 4 : 7);
    const door = page.getByRole('heading', {
      name: 'The lists desk can’t be opened with your role',
    });
    const shown = await boxOf(door.locator('..'));
    expect(shown.y).toBe(waiting.y);
  });

test('who becomes support is led to what support may open', async ({ page, site }) => {
  const email = await employ(site, 'owner');
  await signInAs(page, site, email);
  await page.goto(`${site.siteUrl}/admin/orders`);
  await expect(desksOf(page)).toHaveCount(offered['owner']?.length ?? 0);
  await changeRole(site, email, 'support');
  await page.getByRole('searchbox').fill('KW-1');
  await page.keyboard.press('Enter');
  await expect(desksOf(page)).toHaveText(offered['support'] ?? []);
  await changeRole(site, email, null);
  // The desk may notice by itself, before a press can ask.
  await page
    .getByRole('searchbox')
    .fill('KW-2', { timeout: 5_000 })
    .catch(() => undefined);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The orders desk can’t be opened with your role')).toBeVisible();
  await expect(desksOf(page)).toHaveCount(0);
});

test('on a phone the tabs and the keys above a table are a line each, and what is chosen is in sight', async ({
  browser,
  site,
}) => {
  const context = await aPhone(browser);
  const page = await context.newPage();
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/shipping?tab=locks`);
  const tabs = await boxOf(page.getByRole('tablist'));
  expect(tabs.height).toBeLessThan(60);
  await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 });
  await expect(desksOf(page).filter({ hasText: 'Shipping' })).toBeInViewport({ ratio: 1 });

  await page.goto(`${site.siteUrl}/admin/products`);
  const grid = await boxOf(page.getByRole('grid'));
  const search = await boxOf(page.getByRole('searchbox'));
  expect(grid.y - search.y).toBeLessThan(120);
  expect(grid.y).toBeLessThan(844 / 2);
  // What is pushed aside is still pressed, and what opens below the line is whole.
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await saving;
  await page.locator('summary', { hasText: 'Filter' }).click();
  await expect(page.getByRole('button', { name: 'Add filter' })).toBeInViewport({ ratio: 1 });
  await page.getByLabel('Value', { exact: true }).fill('e');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveCount(1);
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0);
  await context.close();
});

test('every key above a table is big enough for a thumb', async ({ browser, site }) => {
  const context = await aPhone(browser);
  const page = await context.newPage();
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/products`);
  await page.getByRole('grid').getByRole('checkbox').nth(1).click();
  const keys = page
    .getByRole('main')
    .locator('div:has(> search), section[aria-label="Chosen rows"]')
    .locator('button, summary, input');
  for (const key of await keys.filter({ visible: true }).all()) {
    const { height } = await boxOf(key);
    expect(height, (await key.textContent()) ?? '').toBeGreaterThanOrEqual(44);
  }
  await context.close();
});

test('an empty box in the dark is as empty as a field, and not as grey as what can’t be pressed', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/products`);
  const box = page.getByRole('grid').getByRole('checkbox').nth(1);
  await expect(box).toBeVisible({ timeout: 15_000 });
  const look = () => box.evaluate((input) => getComputedStyle(input).backgroundColor);
  const around = await page.evaluate(
    () => getComputedStyle(document.documentElement).backgroundColor,
  );
  await expect(box).toHaveCSS('appearance', 'none');
  const empty = await look();
  expect(empty).toBe(around);
  await box.click();
  expect(await look()).not.toBe(empty);
});

test('a table tells which keys work in it', async ({ page, site }) => {
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/products`);
  await expect(page.getByRole('grid')).toHaveAccessibleDescription(
    'In the table, use the arrow keys to move, Enter to open a row or change a value, Space to select a row, Shift + Space to select a range and Escape to clear the selection. Press Ctrl + K or / to search the desk.',
    { timeout: 15_000 },
  );
});

test('what a bulk action explains is written as any other text', async ({ page, site }) => {
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/products`);
  await page.getByRole('grid').getByRole('checkbox').nth(1).click();
  await page.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Archived products stay visible but can’t be bought.')).toHaveCSS(
    'font-weight',
    '400',
  );
});

test('a form that the shop refuses says which field it does not take', async ({ page, site }) => {
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/shipping?tab=packages`);
  await page.getByRole('button', { name: 'New package' }).click();
  // What the form itself knows is told at its field: here the database knows more than it.
  const rule = 'violates check constraint "shipping_packages_own_weight_grams_check"';
  const message = `new row for relation "shipping_packages" ${rule}`;
  await page.route('**/rest/v1/shipping_packages*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { code: '23514', message } })
      : route.fallback(),
  );
  await page.getByRole('dialog').getByLabel('Name').fill('A box that is refused');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Empty weight (g): a whole number from 1 to 20,000. Nothing was saved.',
  );
});

test('whoever is signed out in mid-work is told so, and goes on with what they had typed', async ({
  page,
  site,
}) => {
  const { number, id } = await plantOrder(site, 'kept@people.test');
  const email = await employ(site, 'owner');
  await signInAs(page, site, email);
  await page.goto(`${site.siteUrl}/admin/lists`);
  await page.getByRole('button', { name: 'New list' }).click();
  const title = page.getByRole('dialog').getByLabel('Title', { exact: true });
  await title.fill(`Typed before ${number}`);
  await withDatabase(
    site,
    (sql) => sql`
      delete from auth.sessions where user_id = (select id from auth.users where email = ${email})`,
  );
  await page.route('**/rest/v1/**', (route) =>
    route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired' } }),
  );
  // A read in the background may notice it first, and take the form away under the pointer.
  const isOut = page.getByText('You have been signed out');
  await expect(async () => {
    if (!(await isOut.isVisible())) {
      await page.getByRole('button', { name: 'Save' }).click({ timeout: 2_000 });
    }
    await expect(isOut).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.unroute('**/rest/v1/**');
  await page.getByRole('button', { name: 'Sign in with a staff account' }).click();
  await page.getByLabel('E-mail address or phone number').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Keywright-demo-1');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(title).toHaveValue(`Typed before ${number}`);
  await withDatabase(site, (sql) => sql`delete from public.order_records where id = ${id}`);
});
