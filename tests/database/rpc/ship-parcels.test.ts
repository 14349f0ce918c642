import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  type PersonName,
} from '../../support/database.ts';
import { buy, defaultOptions, findBrokenInvariants, line } from '../../support/orders.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

interface Answer {
  readonly shipment_id: string | null;
  readonly ok: boolean;
  readonly reason: string | null;
}

const ship = (parcels: unknown, name: PersonName = 'fulfilment') =>
  database.keepAs(person(name), async (sql) => {
    const rows = await sql<{ answers: Answer[] }[]>`
      select public.ship_parcels(${JSON.stringify(parcels)}::text::jsonb) as answers`;
    assert.ok(rows[0]);
    return rows[0].answers;
  });

async function paidOrder() {
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

const statusOf = async (order: string) => {
  const [row] = await database.sql<{ status: string }[]>`
    select status::text from public.order_records where id = ${order}`;
  return row?.status;
};

describe('ship_parcels', () => {
  test('an order is shipped when its last parcel has left, with a mail for each', async () => {
    const { id, parcels } = await paidOrder();
    const tracking = {
      carrier: 'Polderpost',
      tracking_number: '3S1',
      tracking_url: 'https://track.example/3S1',
    };
    assert.equal((await ship([{ shipment_id: parcels[0], ...tracking }]))[0]?.ok, true);
    assert.equal(await statusOf(id), 'paid');
    assert.deepEqual(await findBrokenInvariants(database.sql), []);
    assert.equal((await ship([{ shipment_id: parcels[1] }]))[0]?.ok, true);
    assert.equal(await statusOf(id), 'shipped');
    const mails = await database.sql`
      select from public.outbox where kind = 'order_shipped' and payload ->> 'order_id' = ${id}`;
    assert.equal(mails.length, 2);
  });

  test('each row of a file is taken or refused by itself', async () => {
    const { parcels } = await paidOrder();
    const answers = await ship([
      { shipment_id: parcels[0] },
      { shipment_id: parcels[0] },
      { shipment_id: randomUUID() },
      { shipment_id: 'nonsense' },
      {},
      { shipment_id: parcels[1], tracking_url: 'javascript:alert(1)' },
      { shipment_id: parcels[1], carrier: 'x'.repeat(81) },
    ]);
    assert.deepEqual(
      answers.map(({ reason }) => reason),
      [
        null,
        'illegal_move',
        'unknown_parcel',
        'unknown_parcel',
        'unknown_parcel',
        'wrong_tracking',
        'wrong_tracking',
      ],
    );
  });

  test('what is no list of parcels is refused, and so are other people', async () => {
    for (const wrong of [[], {}, 7, Array.from({ length: 501 }, () => ({}))]) {
      assert.equal((await refusalOf(ship(wrong))).reason, 'wrong_parcels');
    }
    for (const name of ['support', 'editor', 'first'] as const) {
      assert.equal((await refusalOf(ship([{}], name))).reason, 'not_allowed');
    }
  });
});
