/**
 * Ranks what a query finds. Invariant: of two finds the one that answers more of the words comes first,
 * and a word is read as a typo only where nothing has it as it was typed.
 */
import { worthOfPlace, type WordPart } from './search-index.ts';
import { keysOfTyped, leastSure, likeness, partOfKey, wordsOf } from './search-words.ts';

/** What was typed, as words; a single letter is no question yet. */
export function readQuery(text: string): string[] {
  const words = wordsOf(text);
  return words.join('').length < 2 ? [] : [...new Set(words)].slice(0, 8);
}

export function partsOfQuery(words: readonly string[], parts: number): number[] {
  const keys = words.flatMap(keysOfTyped);
  return [...new Set(keys.map((key) => partOfKey(key, parts)))];
}

export interface RankedFind {
  readonly number: number;
  /** How many of the words it answers. */
  readonly answered: number;
  readonly score: number;
}

interface AnsweringWord {
  readonly like: number;
  readonly numbers: readonly number[];
}

/** The words of the index that answer what was typed; those that need a typo only if no others do. */
function answersTo(typed: string, parts: readonly WordPart[]): readonly AnsweringWord[] {
  const all = parts.flatMap((part) =>
    Object.entries(part).flatMap(([filed, numbers]) => {
      const like = likeness(filed.slice(1), typed);
      return like === 0 ? [] : [{ like, numbers }];
    }),
  );
  const sure = all.filter(({ like }) => like >= leastSure);
  return sure.length > 0 ? sure : all;
}

/** A rare word says a little more: enough to part what is equal, never to lift a beginning over the whole. */
const rarityWeight = 0.15;

/** How well each find answers one word: by its best word and where that stands. */
function scoresOf(typed: string, parts: readonly WordPart[]): Map<number, number> {
  const scores = new Map<number, number>();
  for (const { like, numbers } of answersTo(typed, parts)) {
    const rare = 1 + rarityWeight / (1 + numbers.length);
    for (const coded of numbers) {
      const number = Math.floor(coded / 4);
      const score = like * rare * (worthOfPlace[coded % 4] ?? 0);
      scores.set(number, Math.max(scores.get(number) ?? 0, score));
    }
  }
  return scores;
}

export function rankFinds(words: readonly string[], parts: readonly WordPart[]): RankedFind[] {
  const found = new Map<number, { answered: number; score: number }>();
  for (const word of words) {
    for (const [number, score] of scoresOf(word, parts)) {
      const sum = found.get(number) ?? { answered: 0, score: 0 };
      found.set(number, { answered: sum.answered + 1, score: sum.score + score });
    }
  }
  const needed = Math.ceil(words.length / 2);
  return [...found]
    .map(([number, sum]) => ({ number, ...sum }))
    .filter(({ answered }) => answered >= needed)
    .toSorted((a, b) => b.answered - a.answered || b.score - a.score || a.number - b.number);
}
