/** Invariant: a change may be handed in again; it is made once. */
import { goodsPath } from '#features/cart/model/goods.ts';
import type { Given } from '#shared/backend/given.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import type { Wish, WishChange } from '../model/wish.ts';

export interface SavedWishes {
  readonly wishes: readonly Wish[];
  /** Places of the changes for which the list had no room. */
  readonly leftOut: readonly number[];
}

const savedOf = ({ wishes, left_out: leftOut }: Given<'save_wishes'>): SavedWishes => ({
  leftOut,
  wishes: wishes.map(({ kind, url, ...wish }) => ({
    id: wish.id,
    productId: wish.product_id,
    path: goodsPath(kind ?? '', url ?? ''),
    title: wish.title,
    variantIds: wish.variant_ids,
    options: wish.options,
    note: wish.note,
    wasGone: wish.was_gone,
    keptAt: wish.kept_at,
  })),
});

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
  return callFunction('save_wishes', { p_changes: sent }, savedOf, parts);
};
