import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { keyOfPayload } from '../../../src/content/build-clock.ts';
import { changedSite, RendererUntrue } from '../../../src/build/kept-renderer/changed-site.ts';
import type { KeptRenderer, Route } from '../../../src/build/kept-renderer/renderer-app.ts';
import type { PageEntry } from '../../../src/content/page-entry.ts';
import { payloadText } from '../../../src/content/payload-text.ts';
import { hashOf } from '../../../src/content/payload-text.ts';
import { factsOf, payloadOfFile } from '../../../src/build/published-files/published-pages.ts';
import { keepSiteFacts, readSiteFacts } from '../../../src/build/published-files/site-facts.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const below = (...parts: string[]) => path.join(folder, ...parts);
const read = (...parts: string[]) => readFileSync(below(...parts), 'utf8');

const product: Route = { route: '/products/[url]', type: 'page' };
const payloads: Route = { route: '/[...page]/_payload.json', type: 'endpoint' };
const robots: Route = { route: '/robots.txt', type: 'endpoint', pathname: '/robots.txt' };

function entryOf(url: string, price: number): PageEntry {
  const page = { kind: 'product', title: url, description: '', crumbs: [] } as const;
  return { ...page, path: `/products/${url}`, shareImage: null, isPublic: true, data: { price } };
}

function htmlOf(entry: PageEntry, words = 'Costs'): string {
  const picture = `<img src="/pictures/${hashOf(entry.title).slice(0, 24)}-320.avif">`;
  const hash = hashOf(payloadText(entry));
  return `<meta name="payload" content="${hash}">${words} ${JSON.stringify(entry.data)}${picture}`;
}

function rendererOf(entries: readonly PageEntry[], words?: string): KeptRenderer {
  const pages = new Map(entries.map((entry) => [`${entry.path.slice(1)}.html`, entry]));
  const paths = entries.map((entry) => ({
    params: { url: entry.title },
    props: { entry },
    cacheKey: keyOfPayload(payloadText(entry)),
  }));
  return {
    routes: [product, payloads, robots],
    pathsOf: () => Promise.resolve(paths),
    render: (_route, file) => {
      const entry = pages.get(file);
      return Promise.resolve(entry === undefined ? 'User-agent: *' : htmlOf(entry, words));
    },
  };
}

/** Writes the site of these entries as a whole build would, with what is known of it. */
async function makeLive(entries: readonly PageEntry[]): Promise<void> {
  const pages = await Promise.all(
    entries.map(async (entry) => {
      const file = `${entry.path.slice(1)}.html`;
      await mkdir(path.dirname(below('live', payloadOfFile(file))), { recursive: true });
      await writeFile(below('live', file), htmlOf(entry));
      await writeFile(below('live', payloadOfFile(file)), payloadText(entry));
      return [file, factsOf(file, htmlOf(entry), payloadText(entry))] as const;
    }),
  );
  await writeFile(below('live', 'robots.txt'), 'old');
  await writeFile(below('live', 'favicon.svg'), '<svg/>');
  keepSiteFacts(below('cache'), { id: 'one', agreedStyles: ['a{}'], pages: new Map(pages) });
}

const change = (renderer: KeptRenderer) =>
  changedSite(renderer, {
    live: below('live'),
    draft: below('draft'),
    cacheFolder: below('cache'),
    facts: readSiteFacts(below('cache')),
    links: { prefix: '', origin: '' },
  });

const [kept, cheap, dear] = [entryOf('kept', 1), entryOf('changing', 2), entryOf('changing', 3)];

describe('a site that is built in parts', () => {
  test('takes over what stayed, renders what changed and leaves out what is gone', async () => {
    await makeLive([kept, cheap, entryOf('gone', 9)]);
    const site = await change(rendererOf([kept, dear, entryOf('new', 4)]));
    assert.equal(site.rendered, 2);
    assert.deepEqual([...site.pages.keys()].toSorted(), [
      'products/changing.html',
      'products/kept.html',
      'products/new.html',
    ]);
    assert.equal(read('draft/products/changing.html'), htmlOf(dear));
    assert.equal(read('draft/products/changing/_payload.json'), payloadText(dear));
    assert.equal(read('draft/robots.txt'), 'User-agent: *');
    const inode = (place: string) => statSync(below(place, 'products/kept.html')).ino;
    assert.equal(inode('draft'), inode('live'), 'the same file under a second name');
    assert.ok(existsSync(below('draft/favicon.svg')));
    assert.ok(!existsSync(below('draft/products/gone.html')));
    assert.ok(!existsSync(below('draft/products/gone')));
  });

  test('never writes into the live one', async () => {
    await makeLive([kept, cheap]);
    await change(rendererOf([kept, dear]));
    assert.equal(read('live/products/changing.html'), htmlOf(cheap));
    assert.equal(read('live/products/changing/_payload.json'), payloadText(cheap));
    assert.equal(read('live/robots.txt'), 'old');
  });

  test('knows of each page what a whole build knows', async () => {
    await makeLive([kept, cheap]);
    const { pages, agreedStyles } = await change(rendererOf([kept, dear]));
    for (const [file, entry] of [
      ['products/kept.html', kept],
      ['products/changing.html', dear],
    ] as const) {
      assert.deepEqual(pages.get(file), factsOf(file, htmlOf(entry), payloadText(entry)));
    }
    assert.deepEqual(agreedStyles, ['a{}']);
  });

  test('is given up when a known page comes out in another way, or none is known', async () => {
    await makeLive([kept, cheap]);
    await assert.rejects(change(rendererOf([kept, dear], 'Is')), RendererUntrue);
    await assert.rejects(change(rendererOf([dear])), RendererUntrue);
  });
});
