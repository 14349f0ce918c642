import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
  blockSize,
  type Find,
  type SearchManifest,
  type WordPart,
} from '../../src/features/search/model/search-index.ts';
import {
  partsOfQuery,
  rankFinds,
  readQuery,
} from '../../src/features/search/model/search-query.ts';
import cases from '../cases/search.json' with { type: 'json' };
import { findSite, type BuiltSite } from '../support/site.ts';

interface Case {
  readonly query: string;
  /** The first hits, in any order. */
  readonly first?: readonly string[];
  /** Somewhere among those that are shown. */
  readonly also?: readonly string[];
  readonly never?: readonly string[];
  readonly none?: boolean;
}

const mostShown = 12;
let site: BuiltSite & { stop(): Promise<void> };
let manifest: SearchManifest;
const read = async <Value>(name: string): Promise<Value> =>
  JSON.parse(await readFile(path.join(site.siteFolder, 'search', name), 'utf8'));

before(async () => {
  site = await findSite();
  manifest = await read('index.json');
});
after(() => site.stop());

/** As the page does it, from the files it would load. */
async function titlesFor(query: string): Promise<string[]> {
  const words = readQuery(query);
  const part = (name: string) => `parts/${manifest.version}-${name}.json`;
  const wanted = partsOfQuery(words, manifest.parts);
  const parts = await Promise.all(wanted.map((number) => read<WordPart>(part(`w${number}`))));
  const found = rankFinds(words, parts).slice(0, mostShown);
  const inBlocks = found.map(async ({ number }) => {
    const block = await read<Find[]>(part(`f${Math.floor(number / blockSize)}`));
    return block[number % blockSize]?.title ?? '';
  });
  return Promise.all(inBlocks);
}

test('each suggestion finds something of its kind', async () => {
  assert(manifest.suggestions.length >= 7);
  for (const words of manifest.suggestions) assert((await titlesFor(words)).length > 0, words);
});

for (const { query, first = [], also = [], never = [], none = false } of cases as readonly Case[]) {
  test(`the demo shop answers “${query}”`, async () => {
    const titles = await titlesFor(query);
    assert.deepEqual(titles.slice(0, first.length).toSorted(), [...first].toSorted());
    for (const title of also) assert(titles.includes(title), `${title} in ${titles.join(', ')}`);
    for (const title of never) assert(!titles.includes(title), `${title} in ${titles.join(', ')}`);
    if (none) assert.deepEqual(titles, []);
  });
}
