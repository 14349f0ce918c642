/**
 * Until when the offers in a cart hold, for whoever they were made to. The shop's own times; what a
 * browser's clock makes of them is only shown.
 */
import { computed } from 'nanostores';
import { readOfferEnds } from '../api/own-offers.ts';
import { createResource } from '#features/account/store/resource.ts';

const ends = createResource(() => readOfferEnds());

/** By offer. Empty until it is read, and for whoever is not signed in. */
export const $offerEnds = computed(ends.$state, (state) =>
  state.status === 'ready' ? state.value : {},
);
