import type { Given } from '#shared/backend/given.ts';
import type { Database } from '#shared/backend/database.types.ts';
import type { PublishedDraw } from '../model/draw.ts';

export type ListOffer = ReturnType<typeof offerOf>;
export type ListPlace = ReturnType<typeof placeOf>;
export type ListPlaces = ReturnType<typeof placesOf>;
export type ListRow = ReturnType<typeof listOf>;

const offerOf = (offer: Given<'decline_offer'>) => ({
  id: offer.id,
  title: offer.title,
  status: offer.status,
  expiresAt: offer.expires_at,
  /** Until when the cart holds it, once it was taken up. */
  holdsUntil: offer.holds_until,
  isOrdered: offer.is_ordered,
  endReason: offer.end_reason,
});

export const placeOf = (place: Given<'enter_list'>) => ({
  listId: place.list_id,
  title: place.title,
  kind: place.kind,
  isDrawn: place.is_drawn,
  isVote: place.is_vote,
  status: place.status,
  closesAt: place.closes_at,
  productUrl: place.product_url,
  productKind: place.product_kind ?? '',
  entryId: place.entry_id,
  choices: place.choices,
  maxWins: place.max_wins,
  comment: place.comment,
  /** What the vote answers to the questions of its product, as ids of their values. */
  answers: place.answers,
  enteredAt: place.entered_at,
  withdrawnAt: place.withdrawn_at,
  /** In the queue, or in the rank of the draw; null where there is none. */
  position: place.position,
  of: place.of,
  lastOfferedRank: place.last_offered_rank,
  offers: place.offers.map(offerOf),
});

export const placesOf = ({ places }: Given<'my_list_places'>) => ({ places: places.map(placeOf) });

type Row = Database['public']['Tables']['lists']['Row'];
type Draw = 'beacon_round' | 'entry_ids' | 'entries_hash' | 'randomness' | 'signature' | 'ranking';
type Read = 'id' | 'title' | 'status' | 'opens_at' | 'closes_at' | 'max_wins';
type Counted = 'pay_within_hours' | 'entry_count' | 'capacity' | 'last_offered_rank';

export const listOf = (row: Pick<Row, Read | Counted | Draw>) => ({
  id: row.id,
  title: row.title,
  status: row.status,
  opensAt: row.opens_at,
  closesAt: row.closes_at,
  maxWins: row.max_wins,
  payWithinHours: row.pay_within_hours,
  entryCount: row.entry_count,
  capacity: row.capacity,
  lastOfferedRank: row.last_offered_rank,
  /** What anyone can check; null before the freezing. */
  draw: drawOf(row),
});

function drawOf(row: Pick<Row, 'closes_at' | Draw>): PublishedDraw | null {
  const { closes_at: closesAt, beacon_round: round, entries_hash: entriesHash } = row;
  if (closesAt === null || round === null || entriesHash === null) return null;
  const { randomness, signature, ranking } = row;
  const entryIds = row.entry_ids ?? [];
  return { closesAt, round, entryIds, entriesHash, randomness, signature, ranking };
}
