/** Places on lists as the account tells them. Reads no clock: the shop said what holds. */
import { endedOfferWords } from '#features/lists/model/offer-words.ts';
import {
  placeWord,
  type PlaceWord,
  type StandingPlace,
} from '#features/lists/model/place-words.ts';
import type { Given } from '#shared/backend/given.ts';
import { momentWords } from '#shared/date-words.ts';

type Place = Given<'enter_list'>;
type Offer = Place['offers'][number];

export interface ToldPlace
  extends StandingPlace, Pick<Place, 'closes_at' | 'withdrawn_at' | 'max_wins'> {
  readonly offers: readonly Pick<
    Offer,
    'status' | 'is_ordered' | 'expires_at' | 'holds_until' | 'title' | 'end_reason'
  >[];
}

const over: ReadonlySet<string> = new Set(['drawn', 'finished']);

const liveOffer = ({ offers }: ToldPlace) =>
  offers.find(
    ({ status, is_ordered: isOrdered }) =>
      !isOrdered && (status === 'pending' || status === 'claimed'),
  );

/** What has come to its end for this person. An offer that waits has not. */
export function isPast(place: ToldPlace): boolean {
  if (liveOffer(place) !== undefined) return false;
  const ordered = place.offers.filter((offer) => offer.is_ordered).length;
  return place.withdrawn_at !== null || over.has(place.status) || ordered >= place.max_wins;
}

/** Whether there is a draw that anyone can check. */
export const hasProof = ({ is_drawn: isDrawn, position }: ToldPlace): boolean =>
  isDrawn && position !== null;

/** How a place stands or what it came to, and until when something can be done. */
export function toldPlace(place: ToldPlace): PlaceWord {
  const live = liveOffer(place);
  if (live !== undefined) {
    const { badge, tone } = placeWord({ ...place, offers: [live] });
    const sentence =
      live.status === 'claimed'
        ? `You accepted your offer. Order by ${momentWords(live.holds_until ?? live.expires_at)}.`
        : `An offer is waiting until ${momentWords(live.expires_at)}.`;
    return { badge, tone, sentence };
  }
  if (place.withdrawn_at !== null) {
    return { badge: 'Left', tone: 'plain', sentence: 'You left this list.' };
  }
  const word = placeWord(place);
  if (place.offers.some((offer) => offer.is_ordered)) return word;
  const [ended] = place.offers;
  const sentences = [
    ended === undefined ? '' : endedOfferWords(ended),
    word.sentence,
    closingWords(place),
  ];
  return { ...word, sentence: sentences.filter((each) => each !== '').join(' ') };
}

function closingWords({ is_vote: isVote, status, closes_at: closesAt }: ToldPlace): string {
  if (status === 'open') return closesAt === null ? '' : `Closes ${momentWords(closesAt)}.`;
  return isVote ? 'Voting is over.' : '';
}
