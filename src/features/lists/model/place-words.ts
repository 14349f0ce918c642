import type { ListStatus, OfferStatus } from './list-status.ts';
import type { ListWay } from '#shared/list-kind.ts';
import type { Tone } from '#shared/tone.ts';

export interface StandingPlace extends ListWay {
  readonly status: ListStatus;
  readonly position: number | null;
  readonly of: number;
  readonly lastOfferedRank: number | null;
  readonly offers: readonly { readonly status: OfferStatus; readonly isOrdered: boolean }[];
}

export interface PlaceWord {
  readonly badge: string;
  readonly tone: Tone;
  readonly sentence: string;
}

/** @example placeWord(queued).sentence // 'You are 4th of 33.' */
export function placeWord(place: StandingPlace): PlaceWord {
  if (place.offers.some(({ isOrdered }) => isOrdered)) {
    return { badge: 'Ordered', tone: 'good', sentence: 'You have ordered yours.' };
  }
  if (place.offers.some(({ status }) => status === 'pending' || status === 'claimed')) {
    const badge = place.isDrawn ? 'Won' : 'Your turn';
    return { badge, tone: 'good', sentence: rankSentence(place) };
  }
  if (place.isVote) {
    return { badge: 'Counted', tone: 'good', sentence: `You are one of ${place.of}.` };
  }
  if (place.isDrawn) return drawnWord(place);
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
  const reached = place.lastOfferedRank;
  const how = reached === null ? '' : ` Offers have reached rank ${reached}.`;
  const badge = reached === null || status !== 'finished' ? 'Drawn' : 'Not won';
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
