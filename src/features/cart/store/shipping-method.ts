/** The shipping method of the whole cart: by hand, and by itself where nothing fit was chosen. */
import { atom } from 'nanostores';
import type { Quote } from '../model/quote.ts';
import { settledMethod } from '../model/shipping-method.ts';
import { $choices, choose } from './cart-choices.ts';

/** Why the method is another than before; empty where it is not. */
export const $methodNote = atom('');

/** By hand since the page opened: it comes back with a cart or a country that it can serve. */
let chosenByHand: string | null = null;

export function chooseMethod(id: string): void {
  chosenByHand = id;
  $methodNote.set('');
  choose({ methodId: id });
}

/** Gives whether the method is another one now: then the quote does not count with it yet. */
export function settleMethod(quote: Quote): boolean {
  const { country, methodId } = $choices.get();
  if (country === null) return false;
  const method = settledMethod(quote, [chosenByHand, methodId]);
  if ((method?.id ?? null) === methodId) return false;
  const isTaken = methodId !== null && method !== null && method.id !== chosenByHand;
  $methodNote.set(
    isTaken
      ? `Your earlier shipping method can’t be used for this order. We chose ${method.name}.`
      : '',
  );
  choose({ methodId: method?.id ?? null });
  return true;
}
