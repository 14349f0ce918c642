/**
 * What the search shows. Invariant: an answer that arrives late never replaces that of a later
 * question, and what was found stays while the next is being looked for.
 */
import { atom } from 'nanostores';
import { blockSize, type Find, type SearchManifest } from '../model/search-index.ts';
import { partsOfQuery, rankFinds, readQuery } from '../model/search-query.ts';
import { forgetIndex, readFinds, readManifest, readWords } from './search-files.ts';

export type SearchState =
  | { readonly status: 'idle' }
  | { readonly status: 'looking'; readonly query: string }
  | { readonly status: 'failed'; readonly query: string }
  | {
      readonly status: 'ready';
      readonly query: string;
      readonly finds: readonly Find[];
      /** What to search for instead, where nothing was found. */
      readonly suggestions: readonly string[];
    };

const mostShown = 12;

export const $search = atom<SearchState>({ status: 'idle' });

let asked = 0;

/** Whoever turns to the search will ask it something. */
export function prepareSearch(): void {
  readManifest().catch(() => undefined);
}

interface Answer {
  readonly finds: readonly Find[];
  readonly suggestions: readonly string[];
}

async function find(manifest: SearchManifest, words: readonly string[]): Promise<Answer> {
  const wanted = partsOfQuery(words, manifest.parts);
  const parts = await Promise.all(wanted.map((part) => readWords(manifest, part)));
  const ranked = rankFinds(words, parts).slice(0, mostShown);
  const finds = await Promise.all(
    ranked.map(async ({ number }) => {
      const block = await readFinds(manifest, Math.floor(number / blockSize));
      return block[number % blockSize] ?? [];
    }),
  );
  const found = finds.flat();
  return { finds: found, suggestions: found.length === 0 ? manifest.suggestions : [] };
}

/** A build that went live meanwhile has taken the files of the former one away. */
async function findInNewest(words: readonly string[]): Promise<Answer> {
  try {
    return await find(await readManifest(), words);
  } catch {
    forgetIndex();
    return find(await readManifest(), words);
  }
}

export async function searchFor(query: string): Promise<void> {
  asked += 1;
  const question = asked;
  const words = readQuery(query);
  if (words.length === 0) return $search.set({ status: 'idle' });
  if ($search.get().status !== 'ready') $search.set({ status: 'looking', query });
  try {
    const answer = await findInNewest(words);
    if (question === asked) $search.set({ status: 'ready', query, ...answer });
  } catch {
    if (question === asked) $search.set({ status: 'failed', query });
  }
}
