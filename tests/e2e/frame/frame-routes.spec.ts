import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from 'playwright/test';
import { readRoutes, test, watchPage, type BuiltSite } from '../../support/site.ts';

const contractRoutes = [
  '/',
  '/about',
  '/faq',
  '/legal/terms',
  '/legal/privacy',
  '/legal/withdrawal',
  '/legal/imprint',
  '/legal/accessibility',
  '/countries',
  '/cart',
  '/cart/confirm',
  '/orders',
  '/user',
  '/user/details',
  '/user/wishes',
  '/user/shelf',
  '/shelf',
  '/colorpicker',
  '/products/artisans',
  '/updates',
  '/admin',
  '/admin/check',
  '/admin/health',
  '/admin/colorways',
  '/admin/content',
  '/admin/customers',
  '/admin/lists',
  '/admin/money',
  '/admin/batches',
  '/admin/designs',
  '/admin/media',
  '/admin/photos',
  '/admin/translations',
  '/admin/staff',
  '/admin/orders',
  '/admin/products',
  '/admin/shipping',
];

test('every screen of the contract is in the build, with each kind of page that has a parameter', async ({
  site,
}) => {
  const routes = await readRoutes(site.siteFolder);
  const paths = routes.map((route) => route.path);
  for (const route of contractRoutes) expect(paths).toContain(route);
  const kinds = new Set(routes.map((route) => route.kind));
  for (const kind of ['keyboard', 'product', 'update', 'design']) expect(kinds).toContain(kind);
});

interface Seen {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
}

/** Opens one address and reads what makes it a page of its own. */
async function readPage(page: Page, site: BuiltSite, route: string): Promise<Seen> {
  const answer = await page.goto(site.siteUrl + route, { waitUntil: 'load' });
  expect(answer?.status(), route).toBe(200);
  const seen = await page.evaluate(() => ({
    title: document.title,
    description: document.querySelector('meta[name="description"]')?.getAttribute('content') ?? '',
    canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? '',
    headings: document.querySelectorAll('h1').length,
  }));
  expect(new URL(seen.canonical).pathname, route).toBe(route);
  expect(seen.headings, `${route} has one first heading`).toBe(1);
  await expect(page.locator('main'), route).not.toBeEmpty();
  return seen;
}

test('every page answers 200 with a title, description and canonical of its own, silently', async ({
  site,
  context,
}) => {
  test.setTimeout(600_000);
  const routes = await readRoutes(site.siteFolder);
  const waiting = routes.map(({ path }) => path);
  const seen: Seen[] = [];
  const requests: string[] = [];
  // Two at a time: while one waits for its files, the other is laid out.
  const visit = async (): Promise<void> => {
    const page = await context.newPage();
    const watched = await watchPage(page);
    for (let route = waiting.shift(); route !== undefined; route = waiting.shift()) {
      seen.push(await readPage(page, site, route));
      expect(watched.complaints, route).toEqual([]);
    }
    requests.push(...watched.requests);
  };
  await Promise.all([visit(), visit()]);
  expect(new Set(seen.map(({ title }) => title)).size).toBe(routes.length);
  expect(new Set(seen.map(({ description }) => description)).size).toBe(routes.length);
  expect(new Set(seen.map(({ canonical }) => canonical)).size).toBe(routes.length);
  const hosts = new Set(requests.map((url) => new URL(url).origin));
  hosts.delete(new URL(site.siteUrl).origin);
  hosts.delete(new URL(site.apiUrl).origin);
  expect([...hosts], 'hosts besides the shop and its backend').toEqual([]);
});

test('a slash at the end leads to the one address of the page', async ({ site, request }) => {
  const answer = await request.get(`${site.siteUrl}/about/?from=mail`, { maxRedirects: 0 });
  expect(answer.status()).toBe(308);
  expect(answer.headers()['location']).toBe('/about');
  for (const alias of ['/about.html', '/index.html', '/index', '/404', '/500', '/_headers']) {
    expect((await request.get(site.siteUrl + alias)).status(), alias).toBe(404);
  }
});

test('the skip link is the first stop of the keyboard and leads to the content', async ({
  site,
  page,
}) => {
  await page.goto(`${site.siteUrl}/about`);
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveText('Skip to the content');
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});

test('the theme that someone chose is there before the next page is drawn', async ({
  site,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${site.siteUrl}/about`);
  await page.locator('[data-theme-toggle]').first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // Whatever script could repair later does not run here: only what the head itself decides counts.
  await page.route('**/_astro/**', (route) => route.abort());
  await page.goto(`${site.siteUrl}/faq`);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the cart badge counts what is stored, and survives what is broken', async ({
  site,
  page,
}) => {
  const badge = page.locator('[data-cart-count]').first();
  await page.goto(`${site.siteUrl}/about`);
  await expect(badge).toBeHidden();
  const store = (text: string) =>
    page.evaluate((value) => localStorage.setItem('keywright:cart', value), text);
  await store(JSON.stringify({ version: 1, lines: [{ quantity: 2 }, { quantity: 3 }] }));
  await page.reload();
  await expect(badge).toHaveText('5');
  for (const broken of ['{', 'null', '{"lines":7}', '{"lines":[null,{"quantity":-4}]}']) {
    await store(broken);
    await page.reload();
    await expect(badge, broken).toBeHidden();
  }
});

test('nothing private and no key of the service is in the shells of personal screens', async ({
  site,
}) => {
  // The desks' shells have a build test of their own, with all that the database knows of people.
  for (const route of [
    'cart',
    'orders',
    'user',
    'user/details',
    'user/wishes',
    'user/shelf',
    'shelf',
  ]) {
    const html = await readFile(path.join(site.siteFolder, `${route}.html`), 'utf8');
    expect(html).not.toMatch(/@keywright\.test|sb_secret|service_role/);
    expect(html, `${route} is kept out of search engines`).toContain('content="noindex"');
  }
});
