/** The shelf of whoever is signed in. Invariant: what is sent again, because its answer was lost, is there once. */
import { goodsPath } from '#features/cart/model/goods.ts';
import type { Answer } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import type { ItemWords, ShelfItem, ShelfLink } from '../model/shelf-item.ts';
import type { Suggestion } from '../model/suggestion.ts';

export interface OwnShelf {
  readonly items: readonly ShelfItem[];
  /** Null while it is private. */
  readonly link: ShelfLink | null;
}

/** Newest first. */
export async function readOwnShelf(
  userId: string,
  backend: Promise<Backend> = getBackend(),
): Answer<OwnShelf> {
  const client = await backend;
  const [items, links] = await Promise.all([
    client
      .from('shelf_items')
      .select(
        'id,title,choice,since,note,variant_id,product_id,order_line_id,created_at,products(kind,url)',
      )
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .order('id'),
    client.from('shelf_links').select('token,name,shows_notes').eq('user_id', userId),
  ]);
  if (items.error) return fail(toBackendError(items.error, items.status));
  if (links.error) return fail(toBackendError(links.error, links.status));
  return succeed({
    items: items.data.map(({ products, ...item }) => ({
      ...item,
      path: products && goodsPath(products.kind, products.url),
    })),
    link: links.data[0] ?? null,
  });
}

const nothing = ({
  error,
  status,
}: {
  error: unknown;
  status: number;
}): Result<null, BackendError> => (error ? fail(toBackendError(error, status)) : succeed(null));

/** `id` is the sender's, so that it may be sent again. */
export async function putItem(
  id: string,
  words: ItemWords,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const table = (await backend).from('shelf_items');
  const asked = { onConflict: 'id', ignoreDuplicates: true } as const;
  const put = await table.upsert({ id, ...words }, asked).select('id');
  // It is there since an answer that was lost, perhaps with other words.
  return put.data?.length === 0 ? editItem(id, words, backend) : nothing(put);
}

/** As it was, place included. */
export async function putItemBack(
  { path: _path, ...item }: ShelfItem,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const table = (await backend).from('shelf_items');
  return nothing(await table.upsert(item, { onConflict: 'id', ignoreDuplicates: true }));
}

/** Each item of an order once, whatever other tabs do. */
export async function putOrdered(
  things: readonly Suggestion[],
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const rows = things.map(({ path: _path, ...item }) => item);
  const table = (await backend).from('shelf_items');
  const onConflict = 'user_id,order_line_id';
  return nothing(await table.upsert(rows, { onConflict, ignoreDuplicates: true }));
}

export async function editItem(
  id: string,
  words: ItemWords,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  return nothing(
    await (
      await backend
    )
      .from('shelf_items')
      .update({ ...words })
      .eq('id', id),
  );
}

export async function removeItem(
  id: string,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  return nothing(await (await backend).from('shelf_items').delete().eq('id', id));
}

/** Where it is shared already, its link stays. */
export async function shareShelf(
  userId: string,
  name: string,
  showsNotes: boolean,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const table = (await backend).from('shelf_links');
  const row = { name, shows_notes: showsNotes };
  const changed = await table.update(row).eq('user_id', userId).select('user_id');
  if (changed.error) return fail(toBackendError(changed.error, changed.status));
  if (changed.data.length > 0) return succeed(null);
  return nothing(await table.upsert(row, { onConflict: 'user_id', ignoreDuplicates: true }));
}

export async function withdrawShelf(
  userId: string,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  return nothing(await (await backend).from('shelf_links').delete().eq('user_id', userId));
}
