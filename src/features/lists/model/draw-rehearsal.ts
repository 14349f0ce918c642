/** Its randomness is made up: it says how the rules work out, never who will win. */
import { rankEntries } from './draw.ts';

export const rehearsedEnds = ['won', 'no_account', 'kept_off', 'wishes_gone', 'too_late'] as const;
export type RehearsedEnd = (typeof rehearsedEnds)[number];

export interface RehearsedEntry {
  readonly entryId: string;
  readonly place: number;
  /** Titles, in the order of the entry's wishes. */
  readonly won: readonly string[];
  readonly because: RehearsedEnd;
}

export interface DrawRehearsal {
  readonly randomness: string;
  readonly entryCount: number;
  readonly entriesHash: string;
  readonly capacity: number;
  readonly maxWins: number;
  readonly given: number;
  readonly lastWinningPlace: number;
  /** The first by rank; the shop sends no more than it says it does. */
  readonly rows: readonly RehearsedEntry[];
}

/** Null where the reader does not hold every entry, so that nothing can be said. */
export function isRankedTheSame(
  { entryCount, randomness, rows }: DrawRehearsal,
  ids: readonly string[],
): boolean | null {
  if (ids.length !== entryCount) return null;
  const ranked = rankEntries(ids, randomness);
  return rows.every(({ entryId }, index) => entryId === ranked[index]);
}
