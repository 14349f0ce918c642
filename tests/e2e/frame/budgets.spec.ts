import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, type Page } from 'playwright/test';
import { whenIdle } from '../../support/pages/idle.ts';
import { readRoutes, test, type BuiltSite } from '../../support/site.ts';

/** What `docs/performance.md` allows a page of each kind before a person acts, in bytes after brotli. */
const budgets: Readonly<Record<string, { readonly script: number; readonly page: number }>> = {
  about: { script: 3_000, page: 20_000 },
  faq: { script: 3_000, page: 20_000 },
  terms: { script: 3_000, page: 20_000 },
  legal: { script: 3_000, page: 20_000 },
  countries: { script: 3_000, page: 20_000 },
  updates: { script: 3_000, page: 20_000 },
  update: { script: 3_000, page: 20_000 },
  home: { script: 6_000, page: 30_000 },
  artisans: { script: 6_000, page: 30_000 },
  product: { script: 5_000, page: 25_000 },
  keyboard: { script: 6_000, page: 30_000 },
  colorpicker: { script: 130_000, page: 25_000 },
};
const fontBytes = 60_000;

const kindOfFile = (url: string) => /\.(js|css|woff2)$/.exec(new URL(url).pathname)?.[1] ?? 'page';

interface Weight {
  readonly script: number;
  readonly page: number;
  readonly fonts: number;
  readonly strangers: readonly string[];
  readonly scripts: readonly string[];
}

/**
 * Looks at a page until it is quiet, as someone who touches nothing. What it fetches for its presses once it
 * is idle has a budget of its own, in `first-press.spec.ts`.
 */
async function weigh(page: Page, site: BuiltSite, route: string): Promise<Weight> {
  const asked = new Set<string>();
  const ahead = new Set<string>();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  devTools.on('Network.requestWillBeSent', ({ request, type }) => {
    const isAhead = type === 'Fetch' && /Low/.test(request.initialPriority);
    if (isAhead || /\/idle\.[\w-]+\.js$/.test(request.url)) ahead.add(request.url);
  });
  page.on('request', (request) => asked.add(request.url()));
  await page.goto(`${site.siteUrl}${route}`, { waitUntil: 'networkidle' });
  // What is asked for last of all.
  await whenIdle(page);
  const own = [...asked].filter((url) => url.startsWith(`${site.siteUrl}/_astro/`));
  const bytes = { js: 0, css: 0, woff2: 0, page: 0 };
  for (const url of own) {
    if (ahead.has(url)) continue;
    const kind = kindOfFile(url);
    const file = await readFile(path.join(site.siteFolder, new URL(url).pathname));
    if (kind === 'woff2') bytes.woff2 += file.length;
    else if (kind === 'js' || kind === 'css') bytes[kind] += brotliCompressSync(file).length;
  }
  const html = await (await page.request.get(`${site.siteUrl}${route}`)).body();
  return {
    script: bytes.js,
    page: bytes.css + brotliCompressSync(html).length,
    fonts: bytes.woff2,
    strangers: [...asked].filter(
      (url) =>
        !url.startsWith(site.siteUrl) && !url.startsWith(site.apiUrl) && !url.startsWith('data:'),
    ),
    scripts: own
      .filter((url) => url.endsWith('.js') && !ahead.has(url))
      .map((url) => path.basename(url)),
  };
}

/** The pages of a kind with the most and the least on them. */
async function longestAndShortest(site: BuiltSite, kind: string): Promise<string[]> {
  const routes = (await readRoutes(site.siteFolder)).filter((route) => route.kind === kind);
  const sized = await Promise.all(
    routes.map(async ({ path: route }) => {
      const file = route === '/' ? 'index.html' : `${route.slice(1)}.html`;
      return { route, bytes: (await readFile(path.join(site.siteFolder, file))).length };
    }),
  );
  const bySize = sized.toSorted((a, b) => b.bytes - a.bytes).map(({ route }) => route);
  return [...new Set([...bySize.slice(0, 1), ...bySize.slice(-1)])];
}

for (const [kind, budget] of Object.entries(budgets)) {
  test(`what a page of kind ${kind} makes everyone load is within its budget`, async ({
    browser,
    site,
  }) => {
    const routes = await longestAndShortest(site, kind);
    expect(routes).not.toEqual([]);
    for (const route of routes) {
      const page = await browser.newPage();
      const weight = await weigh(page, site, route);
      await page.close();
      if (process.env['KEYWRIGHT_PRINT_WEIGHTS']) console.log(route, JSON.stringify(weight));
      const scripts = weight.scripts.join(', ');
      expect.soft(weight.script, `${route}: ${scripts}`).toBeLessThanOrEqual(budget.script);
      expect.soft(weight.page, route).toBeLessThanOrEqual(budget.page);
      expect.soft(weight.fonts, route).toBeLessThanOrEqual(fontBytes);
      expect.soft(weight.strangers, route).toEqual([]);
    }
  });
}

const isPickers = (script: string) =>
  /^(ColorPicker|DesignView|StillBoard|SaveDesign|ImportLayout|design-code|design-files|picture-worker)\./.test(
    script,
  );

test('the picker’s code loads on its own pages alone, and what few people use loads later', async ({
  browser,
  site,
}) => {
  // A desk draws what was designed.
  const own = [
    '/colorpicker',
    '/colorpicker/00000000-0000-0000-0000-000000000000',
    '/admin/designs',
  ];
  for (const { path: route } of await readRoutes(site.siteFolder)) {
    if (own.includes(route)) continue;
    const file = route === '/' ? 'index.html' : `${route.slice(1)}.html`;
    const html = await readFile(path.join(site.siteFolder, file), 'utf8');
    const named = [...html.matchAll(/_astro\/([\w.-]+\.js)/g)].map(([, name = '']) => name);
    expect(named.filter(isPickers), route).toEqual([]);
  }
  for (const route of ['/', '/cart', '/orders']) {
    const page = await browser.newPage();
    expect((await weigh(page, site, route)).scripts.filter(isPickers), route).toEqual([]);
    await page.close();
  }
  const page = await browser.newPage();
  const { scripts } = await weigh(page, site, '/colorpicker');
  await page.close();
  expect(scripts.some((script) => script.startsWith('ColorPicker.'))).toBe(true);
  expect(
    scripts.filter((script) => /^(ImportLayout|SaveDesign|picture-worker)/.test(script)),
  ).toEqual([]);
});

const phone = { width: 412, height: 823 };

test('a phone’s first page asks for its faces and its picture before any script, and is set in them', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ viewport: phone });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.resourceType()));
  await page.goto(`${site.siteUrl}/products/pebble-linear`);
  await whenIdle(page);
  expect(asked.slice(0, 4).toSorted()).toEqual(['document', 'font', 'font', 'image']);
  const unset = await page.evaluate(() =>
    ['400 1em "Hanken Grotesk"', '600 1em "National Park"'].filter(
      (face) => !document.fonts.check(face, 'Linear switch, €0.50 – “Pebble” × 10 °'),
    ),
  );
  expect(unset).toEqual([]);
  await context.close();
});

/** When the browser asked for what, and when it first showed something. */
const timesOf = (page: Page) =>
  page.evaluate(() => ({
    seen: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    asked: performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => ({ file: new URL(name).pathname, startTime }))
      // The tab's icon is the browser's own wish, at a moment of its choosing.
      .filter(({ file }) => file !== '/favicon.svg'),
  }));

for (const [route, pictures] of [
  ['/', 1],
  ['/keyboards/aldersea-alice', 1],
  ['/products/pebble-linear', 1],
  ['/products/artisans', 0],
  ['/updates', 0],
  ['/countries', 0],
] as const) {
  test(`until a phone shows ${route}, it is asked for its two faces, ${pictures} pictures and nothing else`, async ({
    browser,
    site,
  }) => {
    const page = await browser.newPage({ viewport: phone });
    const released = Promise.withResolvers<void>();
    await page.route('**/_astro/*.css', async (link) => {
      await released.promise;
      await link.continue();
    });
    const late = page.waitForRequest('**/_astro/*.css');
    await page.goto(`${site.siteUrl}${route}`, { waitUntil: 'domcontentloaded' });
    await late;
    const before = (await timesOf(page)).asked.map(({ file }) => file);
    expect(before.filter((file) => file.startsWith('/pictures/'))).toHaveLength(pictures);
    released.resolve();
    await expect(page.locator('html')).not.toHaveAttribute('data-waiting');
    const { seen, asked } = await timesOf(page);
    const early = asked.filter(({ startTime }) => startTime < seen).map(({ file }) => file);
    expect(early.filter((file) => file.endsWith('.woff2'))).toHaveLength(2);
    expect(early).toHaveLength(pictures + 2);
    await page.close();
  });
}

test('a gallery fetches what is swiped to after its first picture, or when somebody reaches for it', async ({
  browser,
  site,
}) => {
  const page = await browser.newPage({ viewport: phone });
  const released = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(`${site.siteUrl}/keyboards/aldersea-alice`, { waitUntil: 'domcontentloaded' });
  const pictures = page.locator('.gallery .row li:not([data-later]) img');
  const fetched = () =>
    pictures.evaluateAll((all) =>
      all.map((each) => each instanceof HTMLImageElement && each.currentSrc !== ''),
    );
  const count = await pictures.count();
  expect(count).toBeGreaterThan(3);
  await expect.poll(fetched).toEqual([true, ...Array.from({ length: count - 1 }, () => false)]);
  await page.locator('.gallery .row').focus();
  await expect.poll(async () => (await fetched())[1]).toBe(true);
  await page.locator('.gallery .row').blur();
  released.resolve();
  await expect.poll(async () => (await fetched())[2]).toBe(true);
  await page.close();
});

test('what a person does before the scripts are there is done when they are', async ({
  browser,
  site,
}) => {
  const page = await browser.newPage();
  const released = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(`${site.siteUrl}/faq`, { waitUntil: 'domcontentloaded' });
  await page.locator('main input[type="search"]').fill('tax');
  await page.locator('[data-theme-toggle]:visible').first().click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  released.resolve();
  await expect(page.locator('html')).toHaveAttribute('data-theme', /^(?:light|dark)$/);
  const shown = page.locator('main [data-question]:visible');
  await expect(shown.filter({ hasNotText: /tax/i })).toHaveCount(0);
  await expect(shown.first()).toBeVisible();
  await page.close();
});
