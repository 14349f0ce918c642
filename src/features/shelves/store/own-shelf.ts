/** Every action gives null when it is done, and otherwise what to say; nothing that was typed is touched. */
import { settle } from '#features/account/store/account.ts';
import type { AuthFailure } from '#features/account/store/auth-failure.ts';
import { createResource } from '#features/account/store/resource.ts';
import { $session } from '#features/account/store/session.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import type { Result } from '#shared/result.ts';
import { readDelivered } from '../api/delivered-lines.ts';
import {
  editItem,
  putItem,
  putItemBack,
  putOrdered,
  readOwnShelf,
  removeItem,
  shareShelf,
  withdrawShelf,
} from '../api/own-shelf.ts';
import type { ItemWords, ShelfItem } from '../model/shelf-item.ts';
import type { Suggestion } from '../model/suggestion.ts';

export const ownShelf = createResource((userId) => readOwnShelf(userId), { rereadsOnReturn: true });
export const delivered = createResource((userId) => readDelivered(userId));

type Done = Promise<AuthFailure | null>;

function userId(): string {
  const session = $session.get();
  return session.status === 'signed-in' ? session.userId : '';
}

async function then(result: Result<null, BackendError>): Done {
  if (result.ok) await ownShelf.reload();
  return settle(result);
}

export const addItem = async (id: string, words: ItemWords): Done => then(await putItem(id, words));
export const changeItem = async (id: string, words: ItemWords): Done =>
  then(await editItem(id, words));
export const dropItem = async (id: string): Done => then(await removeItem(id));
export const returnItem = async (item: ShelfItem): Done => then(await putItemBack(item));
export const addOrdered = async (things: readonly Suggestion[]): Done =>
  then(await putOrdered(things));
export const share = async (name: string, showsNotes: boolean): Done =>
  then(await shareShelf(userId(), name, showsNotes));
export const withdraw = async (): Done => then(await withdrawShelf(userId()));
