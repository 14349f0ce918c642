/**
 * What is news to whoever is signed in, for pages that show it in passing. What was looked at is
 * remembered in this browser alone, so that it is told once.
 */
import { myListPlaces } from '#features/lists/api/lists.ts';
import { listMyOrders } from '#features/orders/api/orders.ts';
import { listBatchGoods } from '../api/own-batches.ts';
import type { OwnNews, OwnThings } from '../model/own-news.ts';
import { fieldsOf } from '#shared/parsed-fields.ts';
import { succeed } from '#shared/result.ts';
import { createResource } from '#features/account/store/resource.ts';

export const ownThings = createResource<OwnThings>(async (userId) => {
  const [orders, places] = await Promise.all([listMyOrders(userId), myListPlaces()]);
  if (!orders.ok) return orders;
  if (!places.ok) return places;
  const goods = await listBatchGoods(orders.value);
  if (!goods.ok) return goods;
  return succeed({ orders: orders.value, goods: goods.value, places: places.value.places });
});

const storageKey = 'keywright:seen';

/** How each thing stood when it was last looked at. */
export function seenStates(): Readonly<Record<string, string>> {
  try {
    const kept = fieldsOf(JSON.parse(localStorage.getItem(storageKey) ?? '{}')) ?? {};
    return Object.fromEntries(
      Object.entries(kept).flatMap(([about, state]) =>
        typeof state === 'string' ? [[about, state]] : [],
      ),
    );
  } catch {
    return {};
  }
}

/** So that it is news again only when it stands differently. */
export function rememberSeen(news: readonly Pick<OwnNews, 'about' | 'state'>[]): void {
  try {
    const kept = { ...seenStates() };
    for (const { about, state } of news) kept[about] = state;
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // A browser that stores nothing tells it again next time.
  }
}
