/** Build guides, as the built site has them. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { findSite, readRoutes, type BuiltSite, type PublishedRoute } from '../support/site.ts';

let site: BuiltSite & { stop(): Promise<void> };
let routes: readonly PublishedRoute[];
let guides: readonly PublishedRoute[];
before(async () => {
  site = await findSite();
  routes = await readRoutes(site.siteFolder);
  guides = routes.filter(({ kind }) => kind === 'guide');
});
after(() => site.stop());

const read = (route: string) => readFile(path.join(site.siteFolder, `${route}.html`), 'utf8');
const mainOf = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
const hrefs = (html: string) => Array.from(html.matchAll(/ href="([^"]+)"/g), ([, at = '']) => at);

test('every keyboard that can be built has its guide, below its page and linked from it', async () => {
  const boards = routes.filter(({ kind }) => kind === 'keyboard').map((board) => board.path);
  assert.deepEqual(
    guides.map((guide) => guide.path),
    boards.map((board) => `${board}/guide`),
  );
  for (const board of boards) {
    const links = hrefs(mainOf(await read(board)));
    assert.ok(links.includes(`${board}/guide`), board);
    assert.ok(!links.some((link) => link.startsWith('data:') && link.includes('Steps')), board);
  }
});

test('each guide has its tools, its parts and numbered steps, and every link in it leads somewhere', async () => {
  const known = new Set(routes.map((route) => route.path));
  for (const guide of guides) {
    const main = mainOf(await read(guide.path));
    for (const part of ['tools', 'parts', 'steps'])
      assert.match(main, new RegExp(`<section id="${part}"`), `${guide.path} ${part}`);
    const [, steps = ''] = /id="steps"[\s\S]*?<ol>([\s\S]*?)<\/ol>/.exec(main) ?? [];
    assert.ok(steps.split('<li>').length > 5, guide.path);
    const links = hrefs(main).filter((link) => link.startsWith('/'));
    assert.ok(links.length > 2, guide.path);
    for (const link of links) assert.ok(known.has(link), `${guide.path}: ${link}`);
  }
});

test('search engines are told of each guide', async () => {
  const map = await readFile(path.join(site.siteFolder, 'sitemap-0.xml'), 'utf8');
  for (const guide of guides) assert.ok(map.includes(`${guide.path}</loc>`), guide.path);
});
