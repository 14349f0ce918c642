/**
 * How many orders have come since the orders desk was read. It asks every so often while somebody looks,
 * and does not listen to Realtime: a count is one short read of an index, it is right again after a
 * laptop slept, and Realtime would send staff each event of every order to learn of a few new ones.
 */
import { atom, onMount } from 'nanostores';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import { defaultQuery } from '#desk-kit/model/table-query.ts';
import { countAsked, orderTable } from './desk-orders.ts';
import { whileLookedAt } from '#shared/while-looked-at.ts';

const pollMs = 20_000;

/** More need not be told apart. */
export const mostNewOrders = 50;

export const $newOrders = atom(0);

/** The newest orders when the desk was read; null until that is known. */
let known: ReadonlySet<string> | null = null;

async function newestIds(): Promise<readonly string[] | null> {
  const read = await readDeskRows({
    table: 'orders',
    columns: 'id',
    order: 'placed_at',
    descending: true,
    limit: mostNewOrders + 1,
  });
  return read.ok ? read.value.map(({ id }) => id) : null;
}

async function look(): Promise<void> {
  const ids = await newestIds();
  if (ids === null) return;
  // Before that, everything is as old as the page.
  known ??= new Set(ids);
  const shown = new Set(orderTable.$state.get().rows.map(({ id }) => id));
  const seen = known;
  $newOrders.set(ids.filter((id) => !seen.has(id) && !shown.has(id)).length);
}

onMount($newOrders, () => {
  known = null;
  $newOrders.set(0);
  void look();
  return whileLookedAt(() => void look(), pollMs);
});

/** Counted anew first, so that no order can come between the count and the rows. */
async function readAgain(readRows: () => Promise<void>): Promise<void> {
  known = null;
  await look();
  await Promise.all([readRows(), countAsked()]);
}

/** Reads what the table shows again, from its beginning. */
export const refreshOrders = () => readAgain(orderTable.reload);

/** As the desk opens: no filter and no order of rows hides them then. */
export const showNewOrders = () => readAgain(() => orderTable.ask(defaultQuery(orderTable.shape)));
