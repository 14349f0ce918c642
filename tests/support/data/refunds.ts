import { anonymous, person, type TestSql } from '../database.ts';
import { buy, line } from './orders.ts';

/** Some knobs and a foam, paid by transfer: the order with its lines as they stand. */
export async function paidOrder(database: TestSql, quantity = 3, code: string | null = null) {
  const lines = [
    await line(database.sql, 'KNOB-SILVER', quantity),
    await line(database.sql, 'FOAM-TKL'),
  ];
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines, code }));
  await database.keepAs(person('owner'), (sql) => sql`select public.record_payment(${order.id})`);
  const rows = await database.sql<{ id: string }[]>`
    select id from public.order_lines where order_id = ${order.id} order by position`;
  return { ...order, lines: rows.map(({ id }) => id) };
}
