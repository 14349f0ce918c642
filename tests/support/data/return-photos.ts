/** Faults that customers report, and what they show of them. */
import assert from 'node:assert/strict';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { person, type TestSql } from '../database.ts';
import { buy, confirmOrder, line, recordPayment } from './orders.ts';
import { askReturn } from './returns.ts';

/** As the shop takes it: it looks at its first bytes alone. */
export const photo = (bytes = 400): string =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(bytes, 7)]).toString('base64');

export const addPhoto = (
  database: TestSql,
  caller: Caller,
  given: string,
  { id, jpeg = photo(), token = null }: { id: string | null; jpeg?: string; token?: string | null },
): Promise<number | undefined> =>
  database.keepAs(caller, async (sql) => {
    const [row] = await sql<{ count: number }[]>`
      select public.add_return_photo(${given}, ${id}, ${jpeg}, ${token}) as count`;
    return row?.count;
  });

export const photosOf = (
  database: TestSql,
  caller: Caller,
  given: string,
  token: string | null = null,
): Promise<readonly { readonly id: string; readonly jpeg: string }[]> =>
  database.as(
    caller,
    (sql) => sql<{ id: string; jpeg: string }[]>`
      select * from public.return_photos(${given}, ${token})`,
  );

/** A knob that arrived, and that its customer says is faulty. */
export async function reportFault(
  database: TestSql,
  caller: Caller = person('first'),
): Promise<{ readonly id: string; readonly token: string }> {
  const lines = [await line(database.sql, 'KNOB-SILVER')];
  const { order } = await database.keepAs(caller, (sql) =>
    buy(sql, { lines, ...(caller.role === 'anon' ? {} : { email: 'first@people.test' }) }),
  );
  await confirmOrder(database.sql, order.id);
  await database.keepAs(person('owner'), async (sql) => {
    await recordPayment(sql, order.id);
    for (const to of ['ready_to_ship', 'shipped', 'delivered'])
      await sql`select public.transition_orders(array[${order.id}]::uuid[], ${to})`;
  });
  const [knob] = await database.sql<{ id: string }[]>`
    select id from public.order_lines where order_id = ${order.id}`;
  assert.ok(knob);
  const asked = await askReturn(database, caller, order.id, {
    kind: 'fault',
    lines: [{ line_id: knob.id, quantity: 1 }],
    reason: 'The paint comes off',
    token: order.token,
  });
  return { id: asked.id, token: order.token };
}
