/** Invariant: the same finds give the same bytes. */
import { otherWordsFor, type Synonyms } from './search-synonyms.ts';
import { keysOfWord, partOfKey, wordsOf } from './search-words.ts';

export type FindKind = 'keyboard' | 'product' | 'artisan' | 'update' | 'question' | 'page';

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
  /** What it is, in a line: counts for more than the rest. */
  readonly about: string;
  readonly words: string;
}

export interface SearchManifest {
  /** Changes with every byte of the parts; it is in their names. */
  readonly version: string;
  readonly finds: number;
  readonly parts: number;
  /** What to search for when nothing was found. */
  readonly suggestions: readonly string[];
}

/** Words of one part, each with numbers: four times the find, plus where in it the word stands. */
export interface WordPart {
  readonly [word: string]: readonly number[];
}

export const blockSize = 48;
const wordsPerPart = 220;
const mostFindsOfWord = 240;
/** Where a word stands, as numbers hold it in two bits: a synonym stands one lower than its word. */
const inTitle = 3;
const inAbout = 2;
const elsewhere = 1;
/** What a word is worth by where it stands. */
export const worthOfPlace = [0.5, 1, 2, 3] as const;

export interface SearchFiles {
  readonly parts: readonly WordPart[];
  readonly blocks: readonly (readonly Find[])[];
}

function fileWords(
  finds: readonly Findable[],
  synonyms: Synonyms,
): Map<string, Map<number, number>> {
  const filed = new Map<string, Map<number, number>>();
  for (const [number, { title, about, words }] of finds.entries()) {
    const add = (place: number) => (word: string) => {
      const places = filed.get(word) ?? new Map<number, number>();
      places.set(number, Math.max(places.get(number) ?? 0, place));
      filed.set(word, places);
    };
    for (const [text, place] of [
      [title, inTitle],
      [about, inAbout],
      [words, elsewhere],
    ] as const) {
      wordsOf(text).forEach(add(place));
      otherWordsFor(text, synonyms).forEach(add(place - 1));
    }
  }
  return filed;
}

/** Whoever has the word in the title comes first: a very common word names no more than this many. */
function numbersOf(filed: ReadonlyMap<number, number>): number[] {
  const byWeight = [...filed].toSorted(([a, weight], [b, other]) => other - weight || a - b);
  return byWeight.slice(0, mostFindsOfWord).map(([number, weight]) => number * 4 + weight);
}

export function buildSearchFiles(finds: readonly Findable[], synonyms: Synonyms = []): SearchFiles {
  const words = [...fileWords(finds, synonyms)].toSorted(([a], [b]) => (a < b ? -1 : 1));
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
