/**
 * A field that is missing or of another kind makes the answer unreadable; it is never guessed.
 */
import { isListKind, isListStatus, isOfferStatus } from '../model/list-status.ts';
import type { ListKind, ListStatus, OfferStatus } from '../model/list-status.ts';
import type { PublishedDraw } from '../model/draw.ts';

export interface ListOffer {
  readonly id: string;
  readonly listId: string;
  readonly entryId: string;
  readonly variantId: string;
  readonly title: string;
  readonly status: OfferStatus;
  readonly rank: number;
  readonly expiresAt: string;
  /** Until when the cart holds it, once it was taken up. */
  readonly holdsUntil: string | null;
  readonly isOrdered: boolean;
  readonly endReason: string | null;
}

export interface ListPlace {
  readonly listId: string;
  readonly title: string;
  readonly kind: ListKind;
  readonly status: ListStatus;
  readonly closesAt: string | null;
  readonly productUrl: string | null;
  readonly productTitle: string | null;
  readonly productKind: string;
  readonly entryId: string;
  readonly choices: readonly string[];
  readonly maxWins: number;
  /** What was said with the vote; only interest checks ask for it. */
  readonly comment: string;
  /** What the vote answers to the questions of its product, as ids of their values. */
  readonly answers: readonly string[];
  readonly enteredAt: string;
  readonly withdrawnAt: string | null;
  /** In the queue, or in the rank of the draw; null where there is none. */
  readonly position: number | null;
  readonly of: number;
  readonly lastOfferedRank: number | null;
  readonly offers: readonly ListOffer[];
}

export interface ListPlaces {
  readonly places: readonly ListPlace[];
  readonly strikes: number;
  readonly pausedUntil: string | null;
  readonly isBanned: boolean;
  /** The clock of the database, by which everything above holds. */
  readonly readAt: string;
}

export interface ListRow {
  readonly id: string;
  readonly title: string;
  readonly kind: ListKind;
  readonly status: ListStatus;
  readonly opensAt: string | null;
  readonly closesAt: string | null;
  readonly maxWins: number;
  readonly payWithinHours: number;
  readonly entryCount: number;
  readonly capacity: number | null;
  readonly released: number;
  readonly lastOfferedRank: number | null;
  /** What anyone can check; null before the freezing. */
  readonly draw: PublishedDraw | null;
}

export interface OfferedRound {
  readonly offered: number;
  readonly released: number;
  readonly capacity: number | null;
  readonly offers: readonly ListOffer[];
}

type Raw = Readonly<Record<string, unknown>>;

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null;
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const count = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Null when one of them can't be read. */
function all<Value>(
  value: unknown,
  parse: (row: unknown) => Value | null,
): readonly Value[] | null {
  if (!Array.isArray(value)) return null;
  const read = value.map(parse);
  return read.every((one) => one !== null) ? read : null;
}

export function parseOffer(row: unknown): ListOffer | null {
  if (!isRaw(row)) return null;
  const { id, list_id, entry_id, variant_id, title, status, rank, expires_at } = row;
  if (typeof id !== 'string' || typeof list_id !== 'string' || typeof entry_id !== 'string')
    return null;
  if (typeof variant_id !== 'string' || typeof title !== 'string' || !isOfferStatus(status))
    return null;
  if (typeof rank !== 'number' || typeof expires_at !== 'string') return null;
  return {
    id,
    listId: list_id,
    entryId: entry_id,
    variantId: variant_id,
    title,
    status,
    rank,
    expiresAt: expires_at,
    holdsUntil: text(row['holds_until']),
    isOrdered: row['is_ordered'] === true,
    endReason: text(row['end_reason']),
  };
}

export function parsePlace(row: unknown): ListPlace | null {
  if (!isRaw(row)) return null;
  const { list_id, title, kind, status, entry_id, entered_at } = row;
  const offers = all(row['offers'], parseOffer);
  if (typeof list_id !== 'string' || typeof title !== 'string' || offers === null) return null;
  if (!isListKind(kind) || !isListStatus(status)) return null;
  if (typeof entry_id !== 'string' || typeof entered_at !== 'string') return null;
  return {
    listId: list_id,
    title,
    kind,
    status,
    closesAt: text(row['closes_at']),
    productUrl: text(row['product_url']),
    productTitle: text(row['product_title']),
    productKind: text(row['product_kind']) ?? '',
    entryId: entry_id,
    choices: texts(row['choices']),
    maxWins: count(row['max_wins']) ?? 1,
    comment: text(row['comment']) ?? '',
    answers: texts(row['answers']),
    enteredAt: entered_at,
    withdrawnAt: text(row['withdrawn_at']),
    position: count(row['position']),
    of: count(row['of']) ?? 0,
    lastOfferedRank: count(row['last_offered_rank']),
    offers,
  };
}

export function parsePlaces(data: unknown): ListPlaces | null {
  if (!isRaw(data)) return null;
  const places = all(data['places'], parsePlace);
  const readAt = text(data['read_at']);
  if (places === null || readAt === null) return null;
  return {
    places,
    strikes: count(data['strikes']) ?? 0,
    pausedUntil: text(data['paused_until']),
    isBanned: data['is_banned'] === true,
    readAt,
  };
}

export function parseListRow(row: unknown): ListRow | null {
  if (!isRaw(row)) return null;
  const { id, title, kind, status, entry_count } = row;
  if (typeof id !== 'string' || typeof title !== 'string' || typeof entry_count !== 'number')
    return null;
  if (!isListKind(kind) || !isListStatus(status)) return null;
  return {
    id,
    title,
    kind,
    status,
    opensAt: text(row['opens_at']),
    closesAt: text(row['closes_at']),
    maxWins: count(row['max_wins']) ?? 1,
    payWithinHours: count(row['pay_within_hours']) ?? 48,
    entryCount: entry_count,
    capacity: count(row['capacity']),
    released: count(row['released']) ?? 0,
    lastOfferedRank: count(row['last_offered_rank']),
    draw: parseDraw(row),
  };
}

function parseDraw(row: Raw): PublishedDraw | null {
  const closesAt = text(row['closes_at']);
  const round = count(row['beacon_round']);
  const entriesHash = text(row['entries_hash']);
  if (closesAt === null || round === null || entriesHash === null) return null;
  return {
    closesAt,
    round,
    entryIds: texts(row['entry_ids']),
    entriesHash,
    randomness: text(row['randomness']),
    signature: text(row['signature']),
    ranking: row['ranking'] === null ? null : texts(row['ranking']),
  };
}

export function parseOffered(data: unknown): OfferedRound | null {
  if (!isRaw(data)) return null;
  const offers = all(data['offers'], parseOffer);
  const offered = count(data['offered']);
  const released = count(data['released']);
  if (offers === null || offered === null || released === null) return null;
  return { offers, offered, released, capacity: count(data['capacity']) };
}
