/** A shelf as whoever has its link sees it. */
import { goodsPath } from '#features/cart/model/goods.ts';
import type { Given } from '#shared/backend/given.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { getReader } from '#shared/backend/reader.ts';
import type { Backend } from '#shared/backend/client.ts';
import type { SharedShelf } from '../model/shelf-item.ts';

const sharedOf = ({ is_shared: isShared, name, items }: Given<'open_shelf'>): SharedShelf => ({
  isShared,
  name,
  items: items.map(({ kind, url, variant_id: variantId, ...words }) => ({
    ...words,
    path: goodsPath(kind ?? '', url ?? ''),
    variantId,
  })),
});

export const openShelf = (token: string, parts: CallParts = {}): Answer<SharedShelf> =>
  callFunction('open_shelf', { p_token: token }, sharedOf, {
    // Friends of a customer are seldom signed in.
    backend: getReader() as Promise<Backend>,
    ...parts,
  });
