import type { Given } from '#shared/backend/given.ts';
import type { Tone } from '#shared/tone.ts';

type Place = Given<'enter_list'>;

export interface StandingPlace extends Pick<
  Place,
  'is_drawn' | 'is_vote' | 'status' | 'position' | 'of' | 'last_offered_rank'
> {
  readonly offers: readonly Pick<Place['offers'][number], 'status' | 'is_ordered'>[];
}

export interface PlaceWord {
  readonly badge: string;
  readonly tone: Tone;
  readonly sentence: string;
}

/** @example placeWord(queued).sentence // 'You are 4th of 33.' */
export function placeWord(place: StandingPlace): PlaceWord {
  if (place.offers.some((offer) => offer.is_ordered)) {
    return { badge: 'Ordered', tone: 'good', sentence: 'You have ordered yours.' };
  }
  if (place.offers.some(({ status }) => status === 'pending' || status === 'claimed')) {
    const badge = place.is_drawn ? 'Won' : 'Your turn';
    return { badge, tone: 'good', sentence: rankSentence(place) };
  }
  if (place.is_vote) {
    return { badge: 'Counted', tone: 'good', sentence: `You are one of ${place.of}.` };
  }
  if (place.is_drawn) return drawnWord(place);
  if (place.status === 'finished') {
    return { badge: 'Ended', tone: 'plain', sentence: 'This list has ended.' };
  }
  return { badge: 'On the list', tone: 'waiting', sentence: rankSentence(place) };
}

function drawnWord(place: StandingPlace): PlaceWord {
  const { status } = place;
  if (status === 'open') {
    return { badge: 'Entered', tone: 'open', sentence: `You are one of ${place.of}.` };
  }
  if (place.position === null) {
    return { badge: 'Entered', tone: 'waiting', sentence: 'Not drawn yet.' };
  }
  const reached = place.last_offered_rank;
  const how = reached === null ? '' : ` Offers have reached rank ${reached}.`;
  // Who let a win go had one.
  const isLost = reached !== null && status === 'finished' && place.offers.length === 0;
  const badge = isLost ? 'Not won' : 'Drawn';
  return { badge, tone: 'plain', sentence: `${rankSentence(place)}${how}` };
}

function rankSentence({ position, of }: StandingPlace): string {
  return position === null ? '' : `You are ${ordinal(position)} of ${of}.`;
}

const suffixes: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const rules = /* @__PURE__ */ new Intl.PluralRules('en-GB', { type: 'ordinal' });

/** @example ordinal(22) // '22nd' */
export function ordinal(place: number): string {
  return `${place}${suffixes[rules.select(place)] ?? 'th'}`;
}
