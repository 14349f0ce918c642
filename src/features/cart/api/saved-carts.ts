/**
 * Invariant: a copy that this browser has not seen is never written over; it comes back instead.
 */
import { lineRequest, type CartLine } from '../model/cart-line.ts';
import { savedCart, type SavedCart } from '../model/saved-cart.ts';
import {
  callFunction as call,
  type Answer,
  type CallParts,
} from '#shared/backend/call-function.ts';
import { toApiLine } from './quote-cart.ts';

export const myCart = (parts: CallParts = {}): Answer<SavedCart> =>
  call('my_cart', {}, savedCart, parts);

/** `version` is the one that the lines were made from, 0 where there was none. */
export const saveCart = (
  lines: readonly CartLine[],
  version: number,
  together: string | null,
  parts: CallParts = {},
): Answer<SavedCart> => {
  const sent = lines.map((line) => toApiLine(lineRequest(line)));
  const wish = together === null ? {} : { p_together: together };
  return call('save_cart', { p_lines: sent, p_version: version, ...wish }, savedCart, parts);
};
