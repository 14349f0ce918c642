import { momentWords } from '#shared/date-words.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { listKindOf } from '#shared/list-kind.ts';
import type { Tone } from '#shared/tone.ts';
import type { Row } from '#shared/backend/given.ts';
import type { ListDeskFacts, NextOffer, Offer } from './list-desk.ts';

interface OfferState {
  readonly words: string;
  readonly tone: Tone;
}

/** @example offerState(offer) // { words: 'seen', tone: 'waiting' } */
export function offerState(offer: Offer): OfferState {
  if (offer.paid_at !== null) return { words: 'paid', tone: 'good' };
  if (offer.is_ordered) return { words: 'ordered', tone: 'open' };
  const { status } = offer;
  if (status === 'claimed') return { words: 'in a cart', tone: 'open' };
  if (status === 'revoked') return { words: 'withdrawn', tone: 'bad' };
  if (status === 'expired') return { words: 'expired', tone: 'plain' };
  return { words: offer.seen_at === null ? 'sent' : 'seen', tone: 'waiting' };
}

/** Empty of what was taken up without being shown: whoever has it in a cart knows of it. */
export function seenWords(offer: Offer): string {
  if (offer.seen_at !== null) return `seen ${momentWords(offer.seen_at)}`;
  if (offer.status === 'claimed') return '';
  return offer.status === 'pending' ? 'not seen yet' : 'never seen';
}

/** Until when it can be ordered: a cart holds it longer than the offer. */
export const payBy = ({ holds_until: held, expires_at: ends }: Offer): string => held ?? ends;

/** Whether time can be given or taken: what is ordered or over is settled. */
export const isOfferLive = (offer: Offer): boolean =>
  !offer.is_ordered && ['pending', 'claimed'].includes(offer.status);

/** What still waits for somebody first, then the rest, each down the rank. */
export function offersInTurn(offers: readonly Offer[]): readonly Offer[] {
  const turn = (offer: Offer) => (isOfferLive(offer) ? 0 : 1);
  return offers.toSorted((a, b) => turn(a) - turn(b) || a.rank - b.rank);
}

/** From so many places in a row on only the first and the last are named. */
const manyInARow = 3;

/** @example nextWords(next) // 'place 3 (Birch), places 5 to 40 (Dusk)' */
export function nextWords(next: readonly NextOffer[]): string {
  const runs: { from: number; to: number; variant: string }[] = [];
  for (const { place, variant } of next) {
    const run = runs.at(-1);
    if (run?.variant === variant && run.to + 1 === place) run.to = place;
    else runs.push({ from: place, to: place, variant });
  }
  const words = runs.flatMap(({ from, to, variant }) =>
    to - from + 1 >= manyInARow
      ? `places ${from} to ${to} (${variant})`
      : Array.from({ length: to - from + 1 }, (_, index) => `place ${from + index} (${variant})`),
  );
  return words.length === 0 ? 'nobody' : words.join(', ');
}

/** Why nobody is next. @example whyNobody(list, facts) // 'All 3 have been given out.' */
export function whyNobody(
  { values: list }: DeskRow<Row<'lists'>>,
  { entryCount, unasked }: Pick<ListDeskFacts, 'entryCount' | 'unasked'>,
): string {
  const { capacity, released } = list;
  if (listKindOf(list.kind)?.isDrawn && list.status !== 'drawn')
    return 'The raffle is not drawn yet.';
  if (capacity !== null && released >= capacity) return `All ${capacity} have been given out.`;
  if (entryCount === 0) return 'Nobody is on the list.';
  if (unasked === 0) return 'Everyone on the list has had an offer.';
  return 'What the others chose is all given out, or they are banned from lists.';
}
