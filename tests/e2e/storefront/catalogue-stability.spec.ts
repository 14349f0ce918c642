import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'playwright/test';
import { countShifts, shiftOf } from '../../support/pages/page-faults.ts';
import { samplePaths } from '../../support/pages/sample-pages.ts';
import { test } from '../../support/site.ts';

for (const width of [390, 1440]) {
  test(`no page moves while it loads, even if its fonts come late, at ${width} px`, async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    await context.route('**/*.woff2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await countShifts(context);
    const paths = [...(await samplePaths(site)).values(), '/products/bindery', '/nowhere'];
    // Most of a visit is waiting for late fonts and silence: three wait together.
    const visit = async (): Promise<void> => {
      for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
        const { shift, moved } = await shiftOf(context, `${site.siteUrl}${path}`);
        expect.soft(shift, `${path}: ${moved.join('; ')}`).toBe(0);
      }
    };
    await Promise.all([visit(), visit(), visit()]);
    // Screens that draw themselves have the processor for themselves, as on a visitor's machine.
    paths.push('/cart', '/orders', '/user', '/colorpicker');
    await visit();
    await context.close();
  });
}

/** With a waiting list, with a mail when it is back, and with a key for each cap. */
const sold = ['/products/wren-click', '/products/pebble-linear', '/products/artisans'];

for (const width of [390, 1440]) {
  test(`what turns out to be sold out moves nothing, at ${width} px`, async ({ browser, site }) => {
    const context = await browser.newContext({ viewport: { width, height: 1600 } });
    await countShifts(context);
    await context.route('**/rest/v1/availability?*', async (route) => {
      const response = await route.fetch();
      const rows: object[] = await response.json();
      const gone = { canBeOrdered: false, stock: 'sold_out', remaining: 0 };
      await route.fulfill({ response, json: rows.map((row) => ({ ...row, ...gone })) });
    });
    for (const path of sold) {
      const { shift, moved } = await shiftOf(context, `${site.siteUrl}${path}`);
      // A busy machine draws a row while it is half read: its sign then moves by a ten-thousandth.
      expect.soft(shift, `${path}: ${moved.join('; ')}`).toBeLessThan(0.0005);
    }
    await context.close();
  });
}

async function passOn(url: string, response: http.ServerResponse): Promise<void> {
  const answer = await fetch(url);
  const type = answer.headers.get('content-type') ?? 'text/html';
  response.writeHead(answer.status, { 'Content-Type': type });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** Serves a page in two parts, the second when the first was drawn, and all else as the site does. */
async function serveInParts(siteUrl: string, html: string, cut: number): Promise<http.Server> {
  const server = http.createServer(({ url }, response) => {
    if (url !== '/') return void passOn(`${siteUrl}${url}`, response);
    response.writeHead(200, { 'Content-Type': 'text/html' }).write(html.slice(0, cut));
    return setTimeout(() => response.end(html.slice(cut)), 600);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** What arrives in two parts on a slow line, and where it is cut. */
const parted = [
  { name: 'header', path: '/faq', cutAt: '<a href="/user" data-account-link' },
  {
    name: 'keys of pictures',
    path: '/keyboards/aldersea-alice',
    cutAt: '<button type="button" data-zoom',
  },
];

for (const { name, path, cutAt } of parted) {
  for (const width of [390, 800, 1440]) {
    test(`a page moves nothing whose ${name} comes in two parts, at ${width} px`, async ({
      browser,
      site,
    }) => {
      const html = await (await fetch(`${site.siteUrl}${path}`)).text();
      const cut = html.indexOf(cutAt);
      expect(cut, cutAt).toBeGreaterThan(0);
      const server = await serveInParts(site.siteUrl, html, cut);
      const context = await browser.newContext({ viewport: { width, height: 900 } });
      await countShifts(context);
      const { port } = server.address() as AddressInfo;
      const { shift, moved } = await shiftOf(context, `http://localhost:${port}/`);
      expect(shift, moved.join('; ')).toBe(0);
      await context.close();
      server.close();
    });
  }
}

/** Where each thing that is seen on the first screen stands, and how it is dressed. */
function seenThings(): string[] {
  return [...document.querySelectorAll('body *')].flatMap((element) => {
    const { top, bottom, left, width, height } = element.getBoundingClientRect();
    const isOnScreen = bottom > 0 && top < innerHeight && width > 1 && height > 1;
    const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isOnScreen || !isSeen || element.hasAttribute('data-below')) return [];
    const { color, backgroundColor, fontSize, padding, borderWidth } = getComputedStyle(element);
    const place = [top, left, width, Math.min(bottom, innerHeight)].map(Math.round);
    const name = `${element.tagName} ${element.className} ${element.textContent.slice(0, 20)}`;
    return [[name, place, color, backgroundColor, fontSize, padding, borderWidth].join(' ')];
  });
}

for (const width of [390, 1440]) {
  test(`the first screen looks the same before its late styles are there as after, at ${width} px`, async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    let released = Promise.withResolvers<void>();
    await context.route('**/_astro/*.css', async (route) => {
      await released.promise;
      await route.continue();
    });
    // Scripts would change what is seen, and faces how wide it is; this is about styles alone.
    await context.route('**/_astro/*.{js,woff2}', (route) => route.abort());
    const page = await context.newPage();
    for (const [kind, path] of [...(await samplePaths(site)), ['not found', '/nowhere']] as const) {
      released = Promise.withResolvers();
      const html = page.locator('html');
      await page.goto(`${site.siteUrl}${path}`, { waitUntil: 'domcontentloaded' });
      await expect(html, kind).toHaveAttribute('data-waiting', '');
      await expect(html, kind).not.toHaveAttribute('data-unset');
      const before = await page.evaluate(seenThings);
      released.resolve();
      await expect(html, kind).not.toHaveAttribute('data-waiting');
      const after = new Set(await page.evaluate(seenThings));
      expect(before.length, kind).toBeGreaterThan(20);
      expect
        .soft(
          before.filter((thing) => !after.has(thing)),
          kind,
        )
        .toEqual([]);
    }
    await context.close();
  });
}
