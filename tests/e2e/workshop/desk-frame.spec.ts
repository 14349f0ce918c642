import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { employ, plantOrder } from '../../support/data/employees.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

const navOf = (page: Page) => page.getByRole('navigation', { name: 'Workshop desk' });
const rowsOf = (page: Page) => page.getByRole('grid').getByRole('rowheader');
const phone = { width: 390, height: 844 };

async function open(page: Page, site: BuiltSite, path: string, role = 'owner') {
  await signInAs(page, site, await employ(site, role));
  await page.goto(`${site.siteUrl}${path}`);
  await expect(navOf(page)).toBeVisible({ timeout: 15_000 });
}

const remove = (site: BuiltSite, ids: readonly string[]) =>
  withDatabase(site, (sql) => sql`delete from public.order_records where id = any(${[...ids]})`);

test('the first row stands within 220 px of the top, and all keys in one line above it', async ({
  page,
  site,
}) => {
  const { id } = await plantOrder(site, 'frame@people.test');
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, site, '/admin/orders');
  await expect(rowsOf(page).first()).toBeVisible();
  const top = async () => (await rowsOf(page).first().boundingBox())?.y;
  expect(await top()).toBeLessThan(220);
  const keys = ['Import tracking CSV', 'Export CSV', 'New order'];
  const boxes = await Promise.all(
    keys.map((name) => page.getByRole('button', { name }).boundingBox()),
  );
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  await page.setViewportSize(phone);
  expect(await top()).toBeLessThan(phone.height / 2);
  await remove(site, [id]);
});

test('each number beside the desks is that of the rows behind it', async ({ page, site }) => {
  const { id } = await plantOrder(site, 'frame@people.test');
  const packed = await plantOrder(site, 'frame@people.test');
  const paid = await plantOrder(site, 'frame@people.test');
  await withDatabase(
    site,
    (sql) => sql`
      update public.order_records set status = 'ready_to_ship', address_question = 'Which house?'
      where id = ${packed.id}`,
  );
  await withDatabase(
    site,
    (sql) => sql`
      update public.order_records set status = 'cancelled', captured_minor = 100, open_returns = 2
      where id = ${paid.id}`,
  );
  await open(page, site, '/admin');
  const queues = navOf(page).locator('ul ul').getByRole('link');
  await expect(queues).toHaveText([
    /^Packed\d+$/,
    /^Address problem\d+$/,
    /^Returns\d+$/,
    /^Refund due\d+$/,
    /^Unpaid\d+$/,
    /^Drafts/,
  ]);
  const none = page.getByText(/^No (?:rows match|reported designs)$/);
  const paths = await queues.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  for (const path of paths)
    // Other tests make orders beside this one: the table and the number are read at one moment.
    await expect(async () => {
      await page.goto(`${site.siteUrl}${path}`);
      const queue = navOf(page).locator(`a[href="${path}"]`);
      await expect(queue.or(none).first()).toBeVisible();
      await expect(page.getByRole('grid').or(none).first()).toBeVisible({ timeout: 15_000 });
      const foot = page.getByRole('main').locator('output', { hasText: /^\d+ rows?/ });
      const rows = (await rowsOf(page).count()) === 0 ? 0 : parseInt(await foot.innerText());
      const number = /\d+$/.exec((await queue.textContent()) ?? '')?.[0] ?? '0';
      expect(Math.min(Number(number), 100)).toBe(rows);
    }).toPass({ timeout: 45_000 });
  await remove(site, [id, packed.id, paid.id]);
});

test('the numbers are read again when somebody turns to the page, and after what they change', async ({
  page,
  site,
}) => {
  const first = await plantOrder(site, 'frame@people.test');
  await open(page, site, `/admin/orders?order=${first.number}`);
  const unpaid = navOf(page).getByRole('link', { name: /^Unpaid/ });
  const count = async () => Number(/\d+$/.exec((await unpaid.textContent()) ?? '')?.[0] ?? 0);
  await expect.poll(count).toBeGreaterThan(0);
  const before = await count();
  const second = await plantOrder(site, 'frame@people.test');
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect.poll(count).toBeGreaterThan(before);
  const between = await count();
  const third = await plantOrder(site, 'frame@people.test');
  await page.getByLabel('Note for colleagues').fill('Counted again');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect.poll(count).toBeGreaterThan(between);
  await remove(site, [first.id, second.id, third.id]);
});

test('the desk has no head, foot, cart, search or question of the shop, and leads back to it', async ({
  page,
  site,
}) => {
  await open(page, site, '/admin/products');
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page.locator('keywright-consent, [data-search], [data-cart-count]')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0);
  await page.getByRole('heading', { name: 'Products' }).click();
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog', { name: 'Search', exact: true })).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Search the desk' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const person = page.getByRole('region', { name: 'Signed in' });
  await expect(person).toContainText(/owner-\w+@people\.test/);
  const shop = page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true });
  await expect(shop).toHaveAttribute('href', '/');
  await person.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Sign in to use this desk')).toBeVisible();
  await expect(navOf(page)).toHaveCount(0);
});

test('from the keyboard, the content and the table are one step away each', async ({
  page,
  site,
}) => {
  await open(page, site, '/admin/products');
  await expect(rowsOf(page).first()).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  // The parts of the desk are one stop.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('button', { name: 'Skip to the table' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(rowsOf(page).first()).toBeFocused();
});

test('on a phone four desks are under the thumb, and the others one press away', async ({
  page,
  site,
}) => {
  await page.setViewportSize(phone);
  await open(page, site, '/admin/orders');
  const bar = navOf(page);
  await expect(bar.locator('a > span')).toHaveText(['Today', 'Orders', 'Shipping', 'Products']);
  await expect(bar.locator('[aria-current="page"]')).toContainText('Orders');
  const more = bar.getByRole('button', { name: 'More' });
  for (const key of [...(await bar.getByRole('link').all()), more]) {
    const box = await key.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(phone.height);
  }
  await more.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'More' });
  await expect(sheet.getByRole('navigation', { name: 'More desks' }).getByRole('link')).toHaveText([
    /^Customers/,
    /^Lists/,
    /^Group buys/,
    /^Colorways/,
    /^Media/,
    /^Customers’ photos/,
    /^Designs/,
    /^Content/,
    /^Translations/,
    /^Money/,
    /^Shop check/,
    /^Health/,
    /^Staff/,
  ]);
  await expect(sheet.getByRole('button', { name: /^Publish/ })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(more).toBeFocused();
  await more.click();
  await sheet.getByRole('link', { name: 'Money' }).click();
  await expect(page).toHaveURL(`${site.siteUrl}/admin/money`);
  await expect(bar.locator('[aria-current="page"]')).toHaveCount(0);
});

for (const [role, desks] of Object.entries({
  editor: ['Today', 'Products', 'Group buys', 'Content'],
  fulfilment: ['Today', 'Orders', 'Shipping', 'Customers'],
  support: ['Today', 'Orders', 'Customers', 'Money'],
}))
  test(`the phone’s bar of ${role} names desks of that role alone`, async ({ page, site }) => {
    await page.setViewportSize(phone);
    await open(page, site, '/admin', role);
    await expect(navOf(page).locator('a > span')).toHaveText(desks);
    await page.setViewportSize({ width: 1440, height: 900 });
    const queues = navOf(page).locator('ul ul').getByRole('link');
    await expect(queues).toHaveCount({ editor: 1, fulfilment: 5, support: 5 }[role] ?? 0);
  });

for (const width of [320, 390, 1440])
  test(`axe finds nothing in the whole desk at ${width} px, nor in its sheet`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const { id, number } = await plantOrder(site, 'frame@people.test');
    // One row stands for all: what is looked at is what stands around them.
    await open(page, site, `/admin/orders?q=${number}`);
    await expect(rowsOf(page)).toHaveCount(1, { timeout: 15_000 });
    await remove(site, [id]);
    expect(await findFaults(page)).toEqual([]);
    const over = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    expect(await over()).toBe(0);
    if (width > 990) return;
    await navOf(page).getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    expect(await findFaults(page)).toEqual([]);
  });

type Shift = PerformanceEntry & {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
};

test('what comes late at the desk moves nothing, on a phone or at a desk', async ({
  browser,
  site,
}) => {
  const email = await employ(site, 'owner');
  await withDatabase(
    site,
    (sql) => sql`
      insert into public.desk_views (desk, list, name, search, owner_id)
      select 'products', 'products', 'Drafts', '?f=status%3Ais%3Adraft', id from auth.users where email = ${email}`,
  );
  for (const viewport of [phone, { width: 1440, height: 900 }]) {
    const page = await browser.newPage({ viewport });
    await signInAs(page, site, email);
    await page.addInitScript(() => {
      const shifts: { value: number; moved: (string | undefined)[] }[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as Shift[])
          shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 40)) });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${site.siteUrl}/admin/products`);
    await expect(rowsOf(page).first()).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole('button', { name: 'Drafts' })).toBeVisible();
    await expect(navOf(page)).toBeVisible();
    const shifts = await page.evaluate(() => Reflect.get(globalThis, 'shifts') as Shift[]);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, `${viewport.width} px: ${JSON.stringify(shifts)}`).toBeLessThan(0.02);
    await page.close();
  }
});

test('the account of staff leads to the workshop, and nobody else is asked about it', async ({
  page,
  site,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('my_staff_role')) asked.push(request.url());
  });
  const entry = page.getByRole('navigation', { name: 'Account' }).getByRole('link', {
    name: 'Workshop',
  });
  await signInAs(page, site, 'shopper@keywright.test');
  await page.goto(`${site.siteUrl}/orders`, { waitUntil: 'networkidle' });
  await expect(entry).toHaveCount(0);
  await open(page, site, '/admin', 'support');
  await page.waitForLoadState('networkidle');
  asked.length = 0;
  await page.goto(`${site.siteUrl}/orders`, { waitUntil: 'networkidle' });
  await expect(entry).toHaveAttribute('href', '/admin');
  expect(asked).toEqual([]);
  // Whoever uses this browser next is not staff by that.
  await signInAs(page, site, 'shopper@keywright.test');
  await page.goto(`${site.siteUrl}/orders`, { waitUntil: 'networkidle' });
  await expect(entry).toHaveCount(0);
  expect(asked).toEqual([]);
});

test('on paper a desk is its rows, without the way to the others', async ({ page, site }) => {
  await open(page, site, '/admin/products');
  await page.emulateMedia({ media: 'print' });
  await expect(navOf(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible();
});

for (const height of [900, 1100, 1300])
  test(`an owner sees every desk without scrolling in a window of ${height} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 1440, height });
    await open(page, site, '/admin');
    const last = navOf(page).getByRole('link', { name: 'Staff' });
    await expect(last).toBeInViewport({ ratio: 1 });
  });
