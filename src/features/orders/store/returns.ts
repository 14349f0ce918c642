/**
 * What can be cancelled and given back of the order that is shown. Invariant: what a press costs or
 * brings was told before it, by the database.
 */
import { atom, map } from 'nanostores';
import { unanswered } from '#shared/backend/errors.ts';
import {
  addReturnPhoto,
  askReturn,
  moveReturn,
  returnPhotos,
  waysBack,
  type Photo,
} from '../api/returns.ts';
import type { Order } from '../model/order.ts';
import type { OrderReturn, Pieces, ReturnKind, WaysBack } from '../model/returns.ts';
import { readAskedOrder } from './my-orders.ts';
import { secretOf } from './placed-order.ts';

export type WaysState =
  | { readonly orderId: string; readonly status: 'ready'; readonly ways: WaysBack }
  | { readonly orderId: string; readonly status: 'failed' };

/** Null until it is known. */
export const $waysBack = atom<WaysState | null>(null);

export async function readWaysBack({ id, number }: Order): Promise<void> {
  const answer = await waysBack(id, secretOf(number)).catch(unanswered);
  const shown = $waysBack.get();
  if (answer.ok) $waysBack.set({ orderId: id, status: 'ready', ways: answer.value });
  else if (shown?.orderId !== id) $waysBack.set({ orderId: id, status: 'failed' });
}

async function readBoth(order: Order): Promise<void> {
  await Promise.all([readAskedOrder(), readWaysBack(order)]);
}

export interface UnsentPhotos {
  readonly photos: readonly Photo[];
  readonly problem: string | null;
}

/** By return: what was chosen for it and is not sent yet. */
export const $unsentPhotos = map<Record<string, UnsentPhotos | undefined>>({});

/** One after the other; whichever could not be sent stays, to be sent again. */
async function addPhotos(order: Order, returnId: string, photos: readonly Photo[]): Promise<void> {
  let left: UnsentPhotos = { photos, problem: null };
  for (const photo of photos) {
    const answer = await addReturnPhoto(returnId, photo, secretOf(order.number)).catch(unanswered);
    left = answer.ok
      ? { ...left, photos: left.photos.filter(({ id }) => id !== photo.id) }
      : { ...left, problem: answer.error.message };
  }
  $unsentPhotos.setKey(returnId, left);
}

export async function sendPhotos(order: Order, returnId: string): Promise<void> {
  await addPhotos(order, returnId, $unsentPhotos.get()[returnId]?.photos ?? []);
  await readWaysBack(order);
}

/** Null when it is done; otherwise why not. Photographs that don't get through wait beside the return. */
export async function giveBack(
  order: Order,
  kind: ReturnKind,
  lines: readonly Pieces[],
  reason: string,
  photos: readonly Photo[],
): Promise<string | null> {
  const token = secretOf(order.number);
  const answer = await askReturn({ orderId: order.id, kind, lines, reason, token }).catch(
    unanswered,
  );
  if (!answer.ok) return answer.error.message;
  await addPhotos(order, answer.value.id, photos);
  await readBoth(order);
  return null;
}

/** Null where they can't be read now. */
export async function readPhotos(
  number: string,
  returnId: string,
): Promise<readonly Photo[] | null> {
  const answer = await returnPhotos(returnId, secretOf(number)).catch(unanswered);
  return answer.ok ? answer.value : null;
}

export async function dropReturn(order: Order, given: OrderReturn): Promise<string | null> {
  const step = { to: 'dropped', token: secretOf(order.number) } as const;
  const answer = await moveReturn(given, step).catch(unanswered);
  if (!answer.ok) return answer.error.message;
  await readBoth(order);
  return null;
}
