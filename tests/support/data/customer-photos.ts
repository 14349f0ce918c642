/** Photographs that customers send of what arrived, and the files that go with them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { person, personId, type TestSql } from '../database.ts';
import { buy, confirmOrder, line, recordPayment } from './orders.ts';

export interface Item {
  readonly lineId: string;
  readonly productId: string;
}

/** A knob that was ordered; delivered, unless another status is given. */
export async function boughtKnob(
  database: TestSql,
  buyer: 'first' | 'second' = 'first',
  until: 'ready_to_ship' | 'shipped' | 'delivered' = 'delivered',
): Promise<Item> {
  const lines = [await line(database.sql, 'KNOB-SILVER')];
  const { order } = await database.keepAs(person(buyer), (sql) =>
    buy(sql, { lines, email: `${buyer}@people.test` }),
  );
  await confirmOrder(database.sql, order.id);
  const steps = ['ready_to_ship', 'shipped', 'delivered'];
  await database.keepAs(person('owner'), async (sql) => {
    await recordPayment(sql, order.id);
    for (const to of steps.slice(0, steps.indexOf(until) + 1))
      await sql`select public.transition_orders(array[${order.id}]::uuid[], ${to})`;
  });
  const [knob] = await database.sql<{ id: string; product_id: string }[]>`
    select id, product_id from public.order_lines where order_id = ${order.id}`;
  assert.ok(knob);
  return { lineId: knob.id, productId: knob.product_id };
}

export interface Asked {
  readonly id?: string | null;
  readonly file?: object;
  readonly note?: string;
  readonly name?: string;
  readonly agreed?: boolean | null;
}

export const webp = { type: 'image/webp', width: 1200, height: 900, colour: '#808080' };

export const addPhoto = (
  database: TestSql,
  caller: Caller,
  lineId: string,
  { id = randomUUID(), file = webp, note = '', name = '', agreed = true }: Asked = {},
): Promise<{ readonly path: string; readonly status: string }> =>
  database.keepAs(caller, async (sql) => {
    const [row] = await sql<{ answer: { path: string; status: string } }[]>`
      select public.add_photo(${id}, ${lineId}, ${JSON.stringify(file)}::text::jsonb, ${note}, ${name}, ${agreed}) as answer`;
    assert.ok(row);
    return row.answer;
  });

export const putFile = (database: TestSql, bucket: string, path: string) =>
  database.sql`insert into storage.objects (bucket_id, name) values (${bucket}, ${path}) on conflict do nothing`;

export const answerOf = <Answer>(
  database: TestSql,
  caller: Caller,
  name: string,
  id: string,
): Promise<Answer> =>
  database.keepAs(caller, async (sql) => {
    const [row] = await sql.unsafe<{ answer: Answer }[]>(`select public.${name}($1) as answer`, [
      id,
    ]);
    assert.ok(row);
    return row.answer;
  });

export interface Sent {
  readonly id: string;
  readonly path: string;
  readonly productId: string;
}

/** One that waits for staff. */
export async function sentPhoto(
  database: TestSql,
  words: Asked = {},
  item?: Item,
  caller: Caller = person('first'),
): Promise<Sent> {
  const id = randomUUID();
  const { lineId, productId } = item ?? (await boughtKnob(database));
  // Three of a product are the most, and files of tests share a shop.
  if (item === undefined)
    await database.sql`delete from private.customer_photos where user_id = ${personId('first')}`;
  const { path } = await addPhoto(database, caller, lineId, { ...words, id });
  await putFile(database, 'photo-inbox', path);
  await answerOf(database, caller, 'send_photo', id);
  return { id, path, productId };
}

export const decidePhoto = (
  database: TestSql,
  caller: Caller,
  id: string,
  to: string,
  words: string,
  version?: number,
): Promise<{ readonly status: string; readonly version: number }> =>
  database.keepAs(caller, async (sql) => {
    const known = version ?? (await rowOf(database, id))?.version ?? 1;
    const [row] = await sql<{ answer: { status: string; version: number } }[]>`
      select public.decide_photo(${id}, ${to}, ${words}, ${known}) as answer`;
    assert.ok(row);
    return row.answer;
  });

/** One that everyone sees. */
export async function shownPhoto(database: TestSql, words: Asked = {}): Promise<Sent> {
  const sent = await sentPhoto(database, words);
  await putFile(database, 'customer-photos', sent.path);
  await decidePhoto(database, person('editor'), sent.id, 'shown', 'A silver knob on a grey board');
  return sent;
}

export async function rowOf(
  database: TestSql,
  id: string,
): Promise<
  { readonly status: string; readonly version: number; readonly note: string } | undefined
> {
  const [row] = await database.sql<{ status: string; version: number; note: string }[]>`
    select status, version, note from private.customer_photos where id = ${id}`;
  return row && { ...row };
}
