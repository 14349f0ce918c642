import { expect, test as base, type Page } from 'playwright/test';
import postgres, { type Sql } from 'postgres';
import { generateDesk } from '../../bench/generated-desk.ts';
import { fillShop } from '../../support/data/hostile-texts.ts';
import { startTestShop, type TestShop } from '../../support/shop.ts';
import { readRoutes } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

/** A site built from a shop in which every text is one word, as long as its field takes. */
const test = base.extend<object, { readonly shop: TestShop }>({
  shop: [
    // Playwright reads which fixtures are wanted from the destructured argument.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shop = await startTestShop({ plant: (url) => withDatabase(url, plant) });
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
test.describe.configure({ timeout: 240_000 });

async function withDatabase<Value>(url: string, work: (sql: Sql) => Promise<Value>) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined }) as unknown as Sql;
  const value = await work(sql);
  await sql.end();
  return value;
}

async function plant(sql: Sql): Promise<void> {
  await generateDesk(sql, { orders: 20, products: 1, events: 20 });
  await fillShop(sql, 'unbroken');
  await sql`update public.variants set sku = rpad(sku, 40, 'X')`;
  await sql`update public.stock_pools set code = rpad(code, 80, 'X')`;
  await sql`update public.batches set code = rpad(code, 80, 'X')`;
}

const widths = [390, 1440];
const own = /^\/(admin|cart|orders|user)(\/|$)/;

/** Of pages that the same parts draw so many are enough. */
const mostOfAKind = 2;

async function pagesToRead({ siteFolder }: TestShop): Promise<readonly string[]> {
  const routes = (await readRoutes(siteFolder)).filter(({ path }) => !own.test(path));
  const kinds = Map.groupBy(routes, ({ kind }) => kind);
  return [...kinds.values()].flatMap((of) => of.slice(0, mostOfAKind).map(({ path }) => path));
}

/** Each desk, and what one opens there. */
async function desksToSee({ siteFolder, databaseUrl }: TestShop): Promise<readonly string[]> {
  const desks = (await readRoutes(siteFolder)).map(({ path }) => path);
  const opened = await withDatabase(
    databaseUrl,
    (sql) => sql<{ path: string }[]>`
      select '/admin/products?product=' || id as path from public.products
        where url in ('braefell-65', 'saltmarsh', 'lamp-moth')
      union all (select '/admin/orders?order=' || number from public.order_records limit 1)
      union all (select '/admin/lists?list=' || id from public.lists limit 2)
      union all (select '/admin/shipping?tab=' || t from unnest(array['methods', 'rates', 'packages', 'stock', 'coverage']) t)
      union all (select '/admin/colorways?tab=' || t from unnest(array['palettes', 'order']) t)`,
  );
  return [...desks.filter((path) => path.startsWith('/admin')), ...opened.map(({ path }) => path)];
}

/** Opens what folds, and says how far beyond the window the page reaches, and with what. */
async function beyond(page: Page): Promise<string> {
  return page.evaluate(async () => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
    for (const far of document.querySelectorAll<HTMLElement>('.far'))
      far.style.contentVisibility = 'visible';
    await new Promise(requestAnimationFrame);
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return '';
    const wide = [...document.querySelectorAll('body *')].findLast(
      (each) => each.getBoundingClientRect().right > clientWidth + 1,
    );
    return `${scrollWidth} px, with ${wide?.outerHTML.slice(0, 120)}`;
  });
}

async function tooWide(page: Page, { siteUrl }: TestShop, paths: readonly string[]) {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(`${siteUrl}${path}`, { waitUntil: 'networkidle' });
    await expect(page.locator('body'), path).toContainText(/\S/);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const reach = await beyond(page);
      if (reach !== '') found.push(`${path} at ${width}: ${reach}`);
    }
  }
  return found;
}

test('no word widens a page that visitors read', async ({ page, shop }) => {
  const paths = await pagesToRead(shop);
  expect(paths.length).toBeGreaterThan(12);
  expect(await tooWide(page, shop, paths)).toEqual([]);
  // Teeth: the word is there.
  await expect(page.locator('body')).toContainText('Unbreakable');
});

test('no word widens a page of one’s own', async ({ page, shop }) => {
  await signInAs(page, shop, 'shopper@keywright.test');
  const paths = ['/user', '/user/details', '/orders', '/cart', '/colorpicker'];
  expect(await tooWide(page, shop, paths)).toEqual([]);
});

test('no word widens a desk, nor what is opened there', async ({ page, shop }) => {
  await signInAs(page, shop, 'owner@keywright.test');
  const paths = await desksToSee(shop);
  expect(paths.length).toBeGreaterThan(15);
  expect(await tooWide(page, shop, paths)).toEqual([]);
});
