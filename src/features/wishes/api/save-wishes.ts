/** Invariant: a change may be handed in again; it is made once. */
import { goodsPath } from '#features/cart/model/goods.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { fieldsOf, listOf, textOf, type Fields } from '#shared/parsed-fields.ts';
import { parseWish, type Wish, type WishChange } from '../model/wish.ts';

export interface SavedWishes {
  readonly wishes: readonly Wish[];
  /** Places of the changes for which the list had no room. */
  readonly leftOut: readonly number[];
}

function parseSaved(raw: Fields): Wish | null {
  return parseWish({
    id: raw['id'],
    productId: raw['product_id'],
    path: goodsPath(textOf(raw['kind']), textOf(raw['url'])),
    title: raw['title'],
    variantIds: raw['variant_ids'],
    options: raw['options'],
    note: raw['note'],
    wasGone: raw['was_gone'],
    keptAt: raw['kept_at'],
  });
}

function parseAnswer(value: unknown): SavedWishes | null {
  const raw = fieldsOf(value);
  if (raw === null || !Array.isArray(raw['wishes'])) return null;
  const leftOut = Array.isArray(raw['left_out']) ? raw['left_out'] : [];
  return { wishes: listOf(raw['wishes'], parseSaved), leftOut: leftOut.map(Number) };
}

/** No changes ask for the list alone. */
export const saveWishes = (
  changes: readonly WishChange[],
  parts: CallParts = {},
): Answer<SavedWishes> => {
  const sent = changes.map((change) => ({
    ...(change.productId === null ? { id: change.wishId } : { product_id: change.productId }),
    variant_ids: [...change.variantIds],
    options: change.options,
    is_kept: change.isKept,
    note: change.note,
    was_gone: change.wasGone,
    kept_at: change.keptAt,
  }));
  return callFunction('save_wishes', { p_changes: sent }, parseAnswer, parts);
};
