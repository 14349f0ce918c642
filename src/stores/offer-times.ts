/**
 * Until when the offers in a cart hold, for whoever they were made to. The shop's own times; what a
 * browser's clock makes of them is only shown.
 */
import { computed } from 'nanostores';
import { myListPlaces } from '#backend/lists.ts';
import { createResource } from './resource.ts';

const places = createResource(() => myListPlaces());

/** By offer. Empty until it is read, and for whoever is not signed in. */
export const $offerEnds = computed(places.$state, (state): Readonly<Record<string, string>> => {
  if (state.status !== 'ready') return {};
  const offers = state.value.places.flatMap((place) => place.offers);
  return Object.fromEntries(offers.map((offer) => [offer.id, offer.holdsUntil ?? offer.expiresAt]));
});
