import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'playwright/test';
import { readRoutes, test, watchPage } from '../support/site.ts';

const contractRoutes = [
  '/',
  '/about',
  '/faq',
  '/legal/terms',
  '/countries',
  '/cart',
  '/cart/confirm',
  '/orders',
  '/user',
  '/user/details',
  '/colorpicker',
  '/products/artisans',
  '/updates',
  '/admin/check',
  '/admin/colorways',
  '/admin/lists',
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

test('every page answers 200 with a title, description and canonical of its own, silently', async ({
  site,
  page,
}) => {
  test.setTimeout(600_000);
  const watched = await watchPage(page);
  const seen = { titles: new Set(), descriptions: new Set(), canonicals: new Set() };
  const routes = await readRoutes(site.siteFolder);
  for (const { path: route } of routes) {
    const answer = await page.goto(site.siteUrl + route, { waitUntil: 'load' });
    expect(answer?.status(), route).toBe(200);
    seen.titles.add(await page.title());
    const description = page.locator('meta[name="description"]');
    seen.descriptions.add(await description.getAttribute('content'));
    const canonical = await page.locator('link[rel="canonical"]').getAttribute('href');
    expect(new URL(canonical ?? '').pathname, route).toBe(route);
    seen.canonicals.add(canonical);
    expect(await page.locator('h1').count(), `${route} has one first heading`).toBe(1);
    await expect(page.locator('main')).not.toBeEmpty();
    expect(watched.complaints, route).toEqual([]);
  }
  expect(seen.titles.size).toBe(routes.length);
  expect(seen.descriptions.size).toBe(routes.length);
  expect(seen.canonicals.size).toBe(routes.length);
  const hosts = new Set(watched.requests.map((url) => new URL(url).origin));
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

test('content pages run at most 3 kB of script before anyone acts', async ({ site, browser }) => {
  for (const route of ['/about', '/faq', '/legal/terms', '/countries', '/updates']) {
    // Each with an empty cache, as for a first visit.
    const context = await browser.newContext();
    const page = await context.newPage();
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      sizes.push(
        response
          .request()
          .sizes()
          .then((size) => size.responseBodySize),
      );
    });
    await page.goto(site.siteUrl + route, { waitUntil: 'networkidle' });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes, `${route} runs some script`).toBeGreaterThan(0);
    expect(bytes, route).toBeLessThanOrEqual(3 * 1024);
    await context.close();
  }
});

test('without JavaScript the pages that inform can be read', async ({ site, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const route of ['/', '/about', '/faq', '/legal/terms', '/countries', '/updates']) {
    await page.goto(site.siteUrl + route);
    const text = await page.locator('main').innerText();
    expect(text.length, `${route} says something`).toBeGreaterThan(400);
  }
  await context.close();
});

test('with the backend away the pages that inform can be read', async ({ site, page }) => {
  await page.route(`${site.apiUrl}/**`, (route) => route.abort());
  for (const route of ['/', '/about', '/faq', '/legal/terms', '/countries', '/updates']) {
    await page.goto(site.siteUrl + route, { waitUntil: 'load' });
    const text = await page.locator('main').innerText();
    expect(text.length, `${route} says something`).toBeGreaterThan(400);
    await expect(page.locator('main').getByRole('alert')).toHaveCount(0);
  }
});

test('nothing private and no key of the service is in the shells of personal screens', async ({
  site,
}) => {
  for (const route of ['cart', 'orders', 'user', 'user/details', 'admin/orders', 'admin/check']) {
    const html = await readFile(path.join(site.siteFolder, `${route}.html`), 'utf8');
    expect(html).not.toMatch(/@keywright\.test|sb_secret|service_role/);
    expect(html, `${route} is kept out of search engines`).toContain('content="noindex"');
  }
});
