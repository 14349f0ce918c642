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

const read = (file: string) => readFile(path.join(site.siteFolder, file), 'utf8');
const named = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, one = '']) => one);

/** The scripts that a page names, and all that they import at once. */
async function scriptsOf(page: string): Promise<ReadonlySet<string>> {
  const files = new Set(named(await read(page), /\/_astro\/([\w.~-]+\.js)/g));
  for (const file of files) {
    const code = await read(`_astro/${file}`);
    for (const next of named(code, /(?:from|import)\s*"\.\/([\w.~-]+\.js)"/g)) files.add(next);
  }
  return files;
}

const isShared = (file: string) => /^desk\.[\w-]+\.js$/.test(file);

const routes = async (isDesk: boolean) =>
  (await readRoutes(site.siteFolder))
    .map(({ path: route }) => (route === '/' ? 'index.html' : `${route.slice(1)}.html`))
    .filter((page) => page.startsWith('admin') === isDesk);

test('a desk stands on no more than eighty files', async () => {
  const desks = await routes(true);
  assert.ok(desks.length > 15);
  for (const page of desks) {
    const scripts = await scriptsOf(page);
    assert.ok([...scripts].some(isShared), page);
    assert.ok(scripts.size <= 80, `${page}: ${scripts.size}`);
  }
});

test('pages of visitors ask for no file that desks share', async () => {
  for (const page of await routes(false)) {
    const scripts = [...(await scriptsOf(page))];
    assert.deepEqual(scripts.filter(isShared), [], page);
  }
});
