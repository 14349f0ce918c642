/**
 * Whether a cart that is split is sent together. Invariant: it waits only until when its buyer was told;
 * where the cart changes that, each part is sent when it is ready until they choose again.
 */
import { atom } from 'nanostores';
import { parcelWords } from '../model/parcel-words.ts';
import type { Quote, TogetherOffer } from '../model/quote.ts';
import { $choices, choose } from './cart-choices.ts';

/** Why the choice is another than before; empty where it is not. */
export const $togetherNote = atom('');

/** Null sends each part when it is ready. */
export function chooseTogether(offer: TogetherOffer | null): void {
  $togetherNote.set('');
  choose({ together: offer === null ? null : parcelWords(offer) });
}

/** Why a cart can’t be sent as it was chosen; empty where nothing has to be said, null where it can. */
function obstacle(quote: Quote): string | null {
  const { together: offer, shipping_methods: methods } = quote;
  if (offer === null) return '';
  const told = parcelWords(offer);
  if (told !== $choices.get().together)
    return `The last part now ${told.replace('Ships', 'ships')}. Choose again how your order ships.`;
  const isRefused =
    quote.ships_together &&
    methods.length > 0 &&
    methods.every((method) => method.price_minor === null);
  return isRefused
    ? `Your order can’t be sent together. ${methods[0]?.reason ?? ''}`.trimEnd()
    : null;
}

/** Gives whether the choice is another one now: then the quote does not count with it yet. */
export function settleTogether(quote: Quote): boolean {
  if ($choices.get().together === null) return false;
  const why = obstacle(quote);
  if (why === null) return false;
  $togetherNote.set(why);
  choose({ together: null });
  return true;
}
