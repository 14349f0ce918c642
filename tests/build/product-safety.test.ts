import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { findSite, readRoutes, type BuiltSite } from '../support/site.ts';

let site: BuiltSite & { stop(): Promise<void> };
before(async () => {
  site = await findSite();
});
after(() => site.stop());

const read = (route: string) => readFile(path.join(site.siteFolder, `${route}.html`), 'utf8');
const safetyIn = (html: string) =>
  [...html.matchAll(/<details[^>]*class="?safety[\s\S]*?<\/details>/g)].map(([part]) => part);

test('each product says in a closed part who made it and where they are reached', async () => {
  const routes = await readRoutes(site.siteFolder);
  const goods = routes.filter(({ kind }) => kind === 'keyboard' || kind === 'product');
  assert.ok(goods.length > 20);
  for (const { path: route } of goods) {
    const [safety = '', ...more] = safetyIn(await read(route.slice(1)));
    assert.equal(more.length, 0, route);
    assert.match(safety, /Made by this shop/, route);
    assert.match(safety, /href="?\/legal\/imprint/, route);
    assert.doesNotMatch(safety.slice(0, safety.indexOf('>')), /open/, route);
  }
});

test('warnings are told with the product that has them', async () => {
  const [switches = ''] = safetyIn(await read('products/pebble-linear'));
  assert.match(switches, /Not for children under 3/);
  const [cable = ''] = safetyIn(await read('products/straight-cable'));
  assert.doesNotMatch(cable, /children/);
});

test('a sculpt names its maker, and who answers for it in the EU where the maker is outside', async () => {
  const parts = safetyIn(await read('shop/artisans'));
  assert.ok(parts.length > 5);
  for (const part of parts) {
    assert.match(part, /Manufacturer: [^<]{20,}, <a href="?mailto:[\w-]+@makers\.example/);
    const isOutside = /United Kingdom|Japan/.test(part);
    assert.equal(part.includes('Responsible in the EU: '), isOutside, part);
  }
});
