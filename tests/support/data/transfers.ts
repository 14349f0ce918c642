import assert from 'node:assert/strict';
import type { Sql } from 'postgres';
import { person, personId, type PersonName, type TestSql } from '../database.ts';
import { buy, defaultOptions, dutchAddress, line, type PlacedOrder } from './orders.ts';

/** Of `first`, in a group buy, paid unless said otherwise; both mailboxes are proven. */
export async function placeGroupBuy(
  database: TestSql,
  { sku = 'BRAEFELL-KIT', isPaid = true, by = 'first' as PersonName } = {},
): Promise<PlacedOrder['order']> {
  const ids = [personId('first'), personId('second')];
  await database.sql`update auth.users set email_confirmed_at = now() where id = any (${ids}::uuid[])`;
  // Each order is of a day of its own, and of a customer who may have any number.
  await database.sql`update public.order_events set at = at - interval '2 days' where kind = 'transfer_offered'`;
  await database.sql`update public.variants set max_per_customer = null`;
  await database.sql`update public.products set max_per_customer = null`;
  const options = await defaultOptions(database.sql, sku);
  const lines = [{ ...(await line(database.sql, sku)), options }];
  const { order } = await database.keepAs(person(by), (sql) =>
    buy(sql, { lines, email: `${by}@people.test` }),
  );
  if (isPaid) await payFor(database.sql, order.id);
  return order;
}

export async function payFor(sql: Sql, orderId: string): Promise<void> {
  await sql`
    insert into public.payments (order_id, kind, provider, amount_minor, currency)
    select id, 'capture', 'invoice', total_minor, currency from public.order_records where id = ${orderId}`;
  await sql`select private.move_order(${orderId}, 'awaiting_payment', 'paid', 'shop')`;
}

export const offer = (
  database: TestSql,
  orderId: string,
  email: string | null,
  by: PersonName = 'first',
): Promise<unknown> =>
  database.keepAs(person(by), (sql) => sql`select public.offer_transfer(${orderId}, ${email})`);

export interface Received {
  readonly id: string;
  readonly number: string;
  readonly from: string;
}

export async function transfersOf(database: TestSql, who: PersonName) {
  return database.as(person(who), async (sql) => {
    const [row] = await sql<
      {
        mine: {
          offered: { order_id: string; email: string }[];
          received: Received[];
        };
      }[]
    >`select public.my_transfers() as mine`;
    assert.ok(row);
    return row.mine;
  });
}

export const newHome = { ...dutchAddress, name: 'Bea Taker', line1: 'Vismarkt 2' };

export const answer = (
  database: TestSql,
  transfer: string | undefined,
  accepts: boolean,
  { by = 'second' as PersonName, address = newHome as unknown } = {},
): Promise<unknown> =>
  database.keepAs(
    person(by),
    (sql) =>
      sql`select public.answer_transfer(${transfer ?? null}, ${accepts}, ${JSON.stringify(address)}::text::jsonb)`,
  );
