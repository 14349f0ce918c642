/** Its randomness is made up: it says how the rules work out, never who will win. */
import type { Given } from '#shared/backend/given.ts';
import { rankEntries } from './draw.ts';

export type DrawRehearsal = Given<'rehearse_draw'>;
export type RehearsedEnd = DrawRehearsal['rows'][number]['because'];

/** Null where the reader does not hold every entry, so that nothing can be said. */
export function isRankedTheSame(
  { entry_count: count, randomness, rows }: DrawRehearsal,
  ids: readonly string[],
): boolean | null {
  if (ids.length !== count) return null;
  const ranked = rankEntries(ids, randomness);
  return rows.every(({ entry_id: id }, index) => id === ranked[index]);
}
