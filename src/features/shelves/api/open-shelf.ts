/** A shelf as whoever has its link sees it. */
import { goodsPath } from '#features/cart/model/goods.ts';
import type { Given } from '#shared/backend/given.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { getReader, type Reader } from '#shared/backend/reader.ts';
import type { SharedShelf } from '../model/shelf-item.ts';

const sharedOf = ({ items, ...shelf }: Given<'open_shelf'>): SharedShelf => ({
  ...shelf,
  items: items.map((item) => ({ ...item, path: goodsPath(item.kind ?? '', item.url ?? '') })),
});

export const openShelf = (token: string, parts: CallParts<Reader> = {}): Answer<SharedShelf> =>
  callFunction('open_shelf', { p_token: token }, sharedOf, {
    // Friends of a customer are seldom signed in.
    backend: getReader(),
    ...parts,
  });
