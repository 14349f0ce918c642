import type { Given } from '#shared/backend/given.ts';

type EndedOffer = Pick<Given<'decline_offer'>, 'title' | 'end_reason'>;

/** @example endedOfferWords(offer) // 'Your offer for Lamp Moth is over: turned down.' */
export function endedOfferWords({ title, end_reason: reason }: EndedOffer): string {
  const why = reason ?? 'it has expired';
  return `Your offer for ${title} is over: ${why.toLowerCase()}.`;
}
