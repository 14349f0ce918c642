import { succeed } from '#shared/result.ts';
import type { Answer } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { unanswered } from '#shared/backend/errors.ts';
import type { OrderGoods } from '../model/listed-goods.ts';
import type { OrderSummary } from '../model/order.ts';
import { readOrderGoods } from './listed-goods.ts';
import { listMyOrders, mostListed } from './orders.ts';

export interface ListedOrders {
  readonly orders: readonly OrderSummary[];
  /** By an order's id; an extra, which may be missing for some. */
  readonly goods: Readonly<Record<string, OrderGoods>>;
  /** Whether there are older ones. */
  readonly hasMore: boolean;
}

async function readPage(userId: string, page: number, backend: Promise<Backend>) {
  const asked = { from: page * mostListed, most: mostListed + 1 };
  const read = await listMyOrders(userId, asked, backend);
  if (!read.ok) return read;
  const orders = read.value.slice(0, mostListed);
  const ids = orders.map(({ id }) => id);
  const goods = await readOrderGoods(ids, backend).catch(unanswered);
  const hasMore = read.value.length > mostListed;
  return succeed({ orders, goods: goods.ok ? goods.value : {}, hasMore });
}

/** The newest pages of a person's orders. One placed in the meantime moves the others, and is told once. */
export async function readOrderPages(
  userId: string,
  count: number,
  backend: Promise<Backend> = getBackend(),
): Answer<ListedOrders> {
  const pages = Array.from({ length: count }, (_, page) => readPage(userId, page, backend));
  const orders = new Map<string, OrderSummary>();
  let goods: ListedOrders['goods'] = {};
  let hasMore = false;
  for (const page of await Promise.all(pages)) {
    if (!page.ok) return page;
    for (const order of page.value.orders) orders.set(order.id, order);
    goods = { ...goods, ...page.value.goods };
    hasMore = page.value.hasMore;
  }
  return succeed({ orders: [...orders.values()], goods, hasMore });
}
