import type { Row } from '#shared/backend/given.ts';
import type { PublishedDraw } from './draw.ts';

type DrawnRow = Pick<
  Row<'lists'>,
  | 'closes_at'
  | 'beacon_round'
  | 'entry_ids'
  | 'entries_hash'
  | 'randomness'
  | 'signature'
  | 'ranking'
>;

/** What anyone can check of a list; null before the freezing. */
export function drawOf(list: DrawnRow): PublishedDraw | null {
  const { closes_at: closesAt, beacon_round: round, entries_hash: entriesHash } = list;
  if (closesAt === null || round === null || entriesHash === null) return null;
  const { randomness, signature, ranking } = list;
  const entryIds = list.entry_ids ?? [];
  return { closesAt, round, entryIds, entriesHash, randomness, signature, ranking };
}
