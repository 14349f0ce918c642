import { momentWords } from '#shared/date-words.ts';
import { numberOf, textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { listKindOf } from '#shared/list-kind.ts';
import type { Tone } from '#shared/tone.ts';
import type { ListDeskFacts } from './list-desk.ts';

interface OfferState {
  readonly words: string;
  readonly tone: Tone;
}

/** @example offerState(offer) // { words: 'seen', tone: 'waiting' } */
export function offerState(offer: DeskRow): OfferState {
  if (textOf(offer, 'paid_at') !== '') return { words: 'paid', tone: 'good' };
  if (offer.values['is_ordered'] === true) return { words: 'ordered', tone: 'open' };
  const status = textOf(offer, 'status');
  if (status === 'claimed') return { words: 'in a cart', tone: 'open' };
  if (status === 'revoked') return { words: 'withdrawn', tone: 'bad' };
  if (status === 'expired') return { words: 'expired', tone: 'plain' };
  return { words: textOf(offer, 'seen_at') === '' ? 'sent' : 'seen', tone: 'waiting' };
}

/** Empty of what was taken up without being shown: whoever has it in a cart knows of it. */
export function seenWords(offer: DeskRow): string {
  const seenAt = textOf(offer, 'seen_at');
  if (seenAt !== '') return `seen ${momentWords(seenAt)}`;
  const status = textOf(offer, 'status');
  if (status === 'claimed') return '';
  return status === 'pending' ? 'not seen yet' : 'never seen';
}

/** Until when it can be ordered: a cart holds it longer than the offer. */
export const payBy = (offer: DeskRow): string =>
  textOf(offer, 'holds_until') || textOf(offer, 'expires_at');

/** Whether time can be given or taken: what is ordered or over is settled. */
export const isOfferLive = (offer: DeskRow): boolean =>
  offer.values['is_ordered'] !== true && ['pending', 'claimed'].includes(textOf(offer, 'status'));

/** What still waits for somebody first, then the rest, each down the rank. */
export function offersInTurn(offers: readonly DeskRow[]): readonly DeskRow[] {
  const turn = (offer: DeskRow) => (isOfferLive(offer) ? 0 : 1);
  return offers.toSorted(
    (a, b) => turn(a) - turn(b) || (numberOf(a, 'rank') ?? 0) - (numberOf(b, 'rank') ?? 0),
  );
}

/** From so many places in a row on only the first and the last are named. */
const manyInARow = 3;

/** @example nextWords(next) // 'place 3 (Birch), places 5 to 40 (Dusk)' */
export function nextWords(next: readonly DeskRow[]): string {
  const runs: { from: number; to: number; variant: string }[] = [];
  for (const row of next) {
    const [place, variant] = [numberOf(row, 'place') ?? 0, textOf(row, 'variant')];
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
  list: DeskRow,
  { entries, offers }: Pick<ListDeskFacts, 'entries' | 'offers'>,
): string {
  const capacity = numberOf(list, 'capacity');
  const released = numberOf(list, 'released') ?? 0;
  if (listKindOf(textOf(list, 'kind'))?.isDrawn && textOf(list, 'status') !== 'drawn')
    return 'The raffle is not drawn yet.';
  if (capacity !== null && released >= capacity) return `All ${capacity} have been given out.`;
  if (entries.length === 0) return 'Nobody is on the list.';
  const asked = new Set(offers.map((offer) => textOf(offer, 'entry_id')));
  if (entries.every(({ id }) => asked.has(id))) return 'Everyone on the list has had an offer.';
  return 'What the others chose is all given out, or they are banned from lists.';
}
