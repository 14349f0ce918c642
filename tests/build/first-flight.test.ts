/**
 * A server sends ten packets before it waits for an answer: a page that is no longer stands after one
 * round trip, whatever it holds. On a slow phone each further one costs 150 ms before the first picture.
 */
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { after, before, test } from 'node:test';
import { findSite, readRoutes, type BuiltSite } from '../support/site.ts';

let site: BuiltSite & { stop(): Promise<void> };
before(async () => {
  site = await findSite();
});
after(() => site.stop());

const flightBytes = 10 * 1460;
const kinds = [
  'home',
  'product',
  'artisans',
  'keyboard',
  'guide',
  'category',
  'compare',
  'update',
  'updates',
  'faq',
  'terms',
  'legal',
  'countries',
  'calendar',
  'follow',
  'about',
];
/**
 * May take a second flight, which is twice as long, but no third: boards of the most answers and pictures,
 * and all editions at once, for who has no script.
 */
const longPages = [
  '/shop/artisans',
  '/keyboards/braefell-65',
  '/keyboards/cinderwick-tkl',
  '/keyboards/fathomline-1800',
];

/** What goes over the line for a page: status, headers and the compressed body. */
function bytesOf(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': 'br' };
    const asked = get(`${site.siteUrl}${path}`, { headers }, (answer) => {
      let bytes = 'HTTP/1.1 200 OK\r\n\r\n'.length;
      for (const part of answer.rawHeaders) bytes += part.length + 2;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve(bytes));
    });
    asked.on('error', reject);
  });
}

async function longerThan(limit: number, paths: readonly string[]): Promise<string[]> {
  const weighed = await Promise.all(
    paths.map(async (path) => ({ path, bytes: await bytesOf(path) })),
  );
  return weighed.filter(({ bytes }) => bytes > limit).map(({ path, bytes }) => `${path} ${bytes}`);
}

test('home, products, keyboards and pages to read arrive with the first ten packets, headers included', async () => {
  const routes = (await readRoutes(site.siteFolder)).filter(({ kind }) => kinds.includes(kind));
  assert.deepEqual(new Set(routes.map(({ kind }) => kind)), new Set(kinds));
  const paths = routes.map(({ path }) => path).filter((path) => !longPages.includes(path));
  assert.deepEqual(await longerThan(flightBytes, paths), []);
});

test('lettering beside a first picture costs no further round: the small face comes in one, the other in two', async () => {
  const html = await (await fetch(`${site.siteUrl}/products/pebble-linear`)).text();
  const faces = [...html.matchAll(/as="font"[^>]*href="([^"]+)"/g)].map(([, path = '']) => path);
  // A line of 1.6 Mbit/s that three share: seven packets each in a round of 150 ms.
  const round = 7 * 1460;
  const [text = 0, headings = 0] = await Promise.all(faces.map(bytesOf));
  assert.ok(text > 0 && text <= 2 * round, `${faces[0]}: ${text}`);
  assert.ok(headings > 0 && headings <= round, `${faces[1]}: ${headings}`);
});

test('no other page of the shop takes more than two flights', async () => {
  assert.deepEqual(await longerThan(3 * flightBytes, longPages), []);
});
