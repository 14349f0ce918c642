import assert from 'node:assert/strict';
import { anonymous, person, type PersonName, type TestSql } from '../database.ts';
import { buy, defaultOptions, line } from './orders.ts';

export interface ShipAnswer {
  readonly shipment_id: string | null;
  readonly ok: boolean;
  readonly reason: string | null;
}

export const shipParcels = (
  database: TestSql,
  parcels: unknown,
  name: PersonName = 'fulfilment',
  despiteDue: string | null = null,
): Promise<readonly ShipAnswer[]> =>
  database.keepAs(person(name), async (sql) => {
    const rows = await sql<{ answers: ShipAnswer[] }[]>`
      select public.ship_parcels(${JSON.stringify(parcels)}::text::jsonb, ${despiteDue}) as answers`;
    assert.ok(rows[0]);
    return rows[0].answers;
  });

/** One that leaves in two parcels. */
export async function paidOrder(database: TestSql) {
  const options = await defaultOptions(database.sql, 'BRAEFELL-KIT');
  const lines = [
    await line(database.sql, 'KNOB-BLACK'),
    { ...(await line(database.sql, 'BRAEFELL-KIT')), options },
  ];
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
  await database.keepAs(person('owner'), (sql) => sql`select public.record_payment(${order.id})`);
  const parcels = await database.sql<{ id: string }[]>`
    select id from public.shipments where order_id = ${order.id} order by position`;
  return { id: order.id, parcels: parcels.map(({ id }) => id) };
}
