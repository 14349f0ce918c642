import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import { openTestDatabase, personId, refusalOf, type PersonName } from '../../support/database.ts';
import { findBrokenInvariants } from '../../support/data/orders.ts';
import { paidOrder, shipParcels } from '../../support/data/parcels.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

const ship = (parcels: unknown, name?: PersonName, despiteDue?: string | null) =>
  shipParcels(database, parcels, name, despiteDue);

const statusOf = async (order: string) => {
  const [row] = await database.sql<{ status: string }[]>`
    select status::text from public.order_records where id = ${order}`;
  return row?.status;
};

describe('ship_parcels', () => {
  test('an order is shipped when its last parcel has left, with a mail for each', async () => {
    const { id, parcels } = await paidOrder(database);
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

  test('no parcel of an order with a balance due leaves without a reason, which its history keeps', async () => {
    const { id, parcels } = await paidOrder(database);
    const [shipment_id] = parcels;
    await database.sql`
      insert into public.order_entries (order_id, kind, amount_minor) values (${id}, 'shipping', 700)`;
    const parcel = { shipment_id, carrier: 'Polderpost', tracking_number: '3S2' };
    assert.deepEqual(await ship([parcel]), [
      { shipment_id, ok: false, reason: 'money_due', due_minor: 700 },
    ]);
    assert.equal((await refusalOf(ship([parcel], 'owner', 'no'))).reason, 'reason_missing');
    assert.equal((await ship([parcel], 'owner', 'Paid at the fair'))[0]?.ok, true);
    const events = await database.sql`
      select actor_id, reason, after ->> 'due_minor' as due from public.order_events
      where order_id = ${id} and kind = 'balance_left_open'`;
    assert.deepEqual(
      events.map((row) => ({ ...row })),
      [{ actor_id: personId('owner'), reason: 'Paid at the fair', due: '700' }],
    );
  });

  test('a parcel keeps what it was packed into, as it was then, and says so in its history', async () => {
    const { id, parcels } = await paidOrder(database);
    const [box] = await database.sql<{ id: string; name: string }[]>`
      insert into public.shipping_packages (name, inner_length_mm, inner_width_mm, inner_height_mm, own_weight_grams, max_content_grams)
      values ('Box of a test', 300, 200, 100, 150, 5000) returning id, name`;
    assert.ok(box);
    const [first, second] = parcels;
    const answers = await ship([
      { shipment_id: first, package_id: randomUUID() },
      { shipment_id: first, package_id: 'nonsense' },
      { shipment_id: first, package_id: box.id },
      { shipment_id: second, package_id: null },
    ]);
    assert.deepEqual(
      answers.map(({ reason }) => reason),
      ['unknown_package', 'unknown_package', null, null],
    );
    await database.sql`update public.shipping_packages set name = 'Renamed', own_weight_grams = 999, is_used = false where id = ${box.id}`;
    await database.sql`delete from public.shipping_packages where id = ${box.id}`;
    const sent = await database.sql`
      select package_id, package - 'gross_grams' as package, (package ->> 'gross_grams')::int - weight_grams as own
      from public.shipments where order_id = ${id} order by position`;
    assert.deepEqual(
      sent.map((row) => ({ ...row })),
      [
        {
          package_id: null,
          package: { name: 'Box of a test', length_mm: 300, width_mm: 200, height_mm: 100 },
          own: 150,
        },
        { package_id: null, package: null, own: null },
      ],
    );
    const told = await database.sql`
      select after ->> 'package' as package, after ? 'gross_grams' as weighed from public.order_events
      where order_id = ${id} and kind = 'parcel_shipped' order by id`;
    assert.deepEqual(
      told.map((row) => ({ ...row })),
      [
        { package: 'Box of a test', weighed: true },
        { package: null, weighed: false },
      ],
    );
  });

  test('each row of a file is taken or refused by itself', async () => {
    const { parcels } = await paidOrder(database);
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
