/**
 * The only place that knows the form of the search's index: words in parts, finds in blocks, so that
 * a query loads a few small files however much there is. Invariant: the same finds give the same
 * bytes.
 */
import { keysOfWord, partOfKey, wordsOf } from './search-words.ts';

export type FindKind = 'keyboard' | 'product' | 'artisan' | 'update' | 'question';

/** Something that can be found. */
export interface Find {
  readonly kind: FindKind;
  readonly title: string;
  readonly path: string;
  readonly note: string;
  readonly picture: string;
  readonly isArchived: boolean;
}

/** A find with what else it is found by. */
export interface Findable extends Find {
  readonly words: string;
}

export interface SearchManifest {
  /** Changes with every byte of the parts; it is in their names. */
  readonly version: string;
  readonly finds: number;
  readonly parts: number;
}

/** Words of one part, each with numbers: four times the find, plus three in a title, one elsewhere. */
export interface WordPart {
  readonly [word: string]: readonly number[];
}

export const blockSize = 48;
const wordsPerPart = 220;
const mostFindsOfWord = 240;
export const inTitle = 3;
const elsewhere = 1;

export interface SearchFiles {
  readonly parts: readonly WordPart[];
  readonly blocks: readonly (readonly Find[])[];
}

function fileWords(finds: readonly Findable[]): Map<string, Map<number, number>> {
  const words = new Map<string, Map<number, number>>();
  for (const [number, { title, words: others }] of finds.entries()) {
    const add = (weight: number) => (word: string) => {
      const filed = words.get(word) ?? new Map<number, number>();
      if (!filed.has(number)) filed.set(number, weight);
      words.set(word, filed);
    };
    wordsOf(title).forEach(add(inTitle));
    wordsOf(others).forEach(add(elsewhere));
  }
  return words;
}

/** Whoever has the word in the title comes first: a very common word names no more than this many. */
function numbersOf(filed: ReadonlyMap<number, number>): number[] {
  const byWeight = [...filed].toSorted(([a, weight], [b, other]) => other - weight || a - b);
  return byWeight.slice(0, mostFindsOfWord).map(([number, weight]) => number * 4 + weight);
}

export function buildSearchFiles(finds: readonly Findable[]): SearchFiles {
  const words = [...fileWords(finds)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const count = Math.max(1, Math.ceil((2 * words.length) / wordsPerPart));
  const parts = Array.from({ length: count }, (): Record<string, readonly number[]> => ({}));
  for (const [word, filed] of words) {
    const numbers = numbersOf(filed);
    for (const key of keysOfWord(word)) {
      const part = parts[partOfKey(key, count)];
      // A word of digits alone would be sorted before the others: a sign keeps the order of words.
      if (part !== undefined) part[`_${word}`] = numbers;
    }
  }
  const blocks = Array.from({ length: Math.ceil(finds.length / blockSize) }, (_, block) =>
    finds
      .slice(block * blockSize, (block + 1) * blockSize)
      .map(({ kind, title, path, note, picture, isArchived }) => ({
        kind,
        title,
        path,
        note,
        picture,
        isArchived,
      })),
  );
  return { parts, blocks };
}
