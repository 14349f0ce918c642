/** What a browser may fetch or draw before it is asked for, as the pages of the built site say it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { inlineHashes } from '#build/published-files/content-security-policy.ts';
import { hasIslands } from '#build/published-files/late-files.ts';
import { findSite, readRoutes, type BuiltSite } from '../support/site.ts';

let site: BuiltSite & { stop(): Promise<void> };
before(async () => {
  site = await findSite();
});
after(() => site.stop());

async function readPages() {
  const routes = await readRoutes(site.siteFolder);
  return Promise.all(
    routes.map(async ({ path: route }) => {
      const file = path.join(site.siteFolder, route === '/' ? 'index.html' : `${route}.html`);
      const html = await readFile(file, 'utf8');
      const [rules = ''] = /<script type="speculationrules">[^<]*<\/script>/.exec(html) ?? [];
      return { route, html, rules };
    }),
  );
}

interface Rule {
  readonly where: { readonly selector_matches: string };
  readonly eagerness: string;
}

test('all pages have the same rules, which hold only on a page that says it is whole', async () => {
  const all = new Set((await readPages()).map(({ rules }) => rules));
  assert.equal(all.size, 1);
  const text = [...all][0]?.replaceAll(/<[^>]*>/g, '') ?? '';
  const { prefetch, prerender } = JSON.parse(text) as {
    readonly [kind in 'prefetch' | 'prerender']: readonly Rule[];
  };
  assert.equal(prefetch.length + prerender.length, 2);
  for (const { where, eagerness } of [...prefetch, ...prerender]) {
    assert.match(where.selector_matches, /^\[data-ahead\] /);
    assert.equal(eagerness, 'moderate');
  }
});

test('what is drawn ahead has no islands, which would act for somebody who never comes', async () => {
  const pages = await readPages();
  const [, drawn = ''] = /"prerender":(.*)/.exec(pages[0]?.rules ?? '') ?? [];
  const places = Array.from(drawn.matchAll(/href\^='([^']+)'/g), ([, place = '']) => place);
  assert.ok(places.length > 0);
  const reached = pages.filter(({ route }) => places.some((place) => route.startsWith(place)));
  assert.ok(reached.length > places.length);
  assert.deepEqual(
    reached.filter(({ html }) => hasIslands(html)).map(({ route }) => route),
    [],
  );
});

test('the policy of each page lets its rules pass', async () => {
  for (const { route, rules } of await readPages()) {
    const answer = await fetch(site.siteUrl + route);
    await answer.body?.cancel();
    const policy = answer.headers.get('content-security-policy') ?? '';
    const [, scripts = ''] = /script-src ([^;]*)/.exec(policy) ?? [];
    const [hash = 'none'] = inlineHashes(rules).scripts;
    assert.ok(scripts.split(' ').includes(hash), route);
  }
});
