/** A shelf as whoever has its link sees it. */
import { goodsPath } from '#features/cart/model/goods.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { getReader } from '#shared/backend/reader.ts';
import type { Backend } from '#shared/backend/client.ts';
import { fieldsOf, listOf, textOf, textOrNull, type Fields } from '#shared/parsed-fields.ts';
import type { SharedShelf, ShownItem } from '../model/shelf-item.ts';

function parseShown(raw: Fields): ShownItem | null {
  const id = textOf(raw['id']);
  if (id === '') return null;
  return {
    id,
    title: textOf(raw['title']),
    choice: textOf(raw['choice']),
    since: textOf(raw['since']),
    note: textOf(raw['note']),
    path: goodsPath(textOf(raw['kind']), textOf(raw['url'])),
    variantId: textOrNull(raw['variant_id']),
  };
}

function parseShared(value: unknown): SharedShelf | null {
  const raw = fieldsOf(value);
  if (raw === null || typeof raw['is_shared'] !== 'boolean') return null;
  const items = listOf(raw['items'], parseShown);
  return { isShared: raw['is_shared'], name: textOf(raw['name']), items };
}

export const openShelf = (token: string, parts: CallParts = {}): Answer<SharedShelf> =>
  callFunction('open_shelf', { p_token: token }, parseShared, {
    // Friends of a customer are seldom signed in.
    backend: getReader() as Promise<Backend>,
    ...parts,
  });
