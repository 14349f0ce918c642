import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  buy,
  dutchAddress,
  findBrokenInvariants,
  line,
  recordPayment,
} from '../../support/data/orders.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

/** What somebody has before them: it grows old as soon as another writes. */
interface Seen {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly captured: number;
  readonly refunded: number;
  readonly line: string;
  readonly parcel: string;
  /** Its customer's. */
  readonly token: string;
}

interface Form {
  /** Where the order is when both open it. */
  readonly at: 'awaiting_payment' | 'paid' | 'ready_to_ship';
  /** Each of the two writes something of their own. */
  readonly write: (sql: TransactionSql, seen: Seen, mark: number) => Promise<readonly unknown[]>;
  /** By which word the second is refused. */
  readonly refused: string;
}

const json = (value: unknown) => JSON.stringify(value);

const amend =
  (change: (seen: Seen, mark: number) => object): Form['write'] =>
  (sql, seen, mark) =>
    sql`
    select public.amend_order(${seen.id}, ${json(change(seen, mark))}::text::jsonb, 'They asked', ${seen.version}, false)`;

const forms: Readonly<Record<string, Form>> = {
  'pieces of a line': {
    at: 'paid',
    write: amend(({ line: id }, mark) => ({ lines: [{ line_id: id, quantity: 1 + mark }] })),
    refused: 'order_changed',
  },
  'the price of a line': {
    at: 'awaiting_payment',
    write: amend(({ line: id }, mark) => ({
      lines: [{ line_id: id, unit_price_minor: 100 + mark }],
    })),
    refused: 'order_changed',
  },
  shipping: {
    at: 'paid',
    write: amend((_seen, mark) => ({ shipping_minor: 10 * mark })),
    refused: 'order_changed',
  },
  'where it goes': {
    at: 'paid',
    write: amend((_seen, mark) => ({ address: { ...dutchAddress, line2: `Floor ${mark}` } })),
    refused: 'order_changed',
  },
  'what is asked of the address': {
    at: 'paid',
    write: (sql, seen, mark) =>
      sql`select public.flag_address(${seen.id}, ${`Which of the ${mark}?`}, ${seen.version})`,
    refused: 'order_changed',
  },
  'money that came': {
    at: 'awaiting_payment',
    write: (sql, seen, mark) =>
      sql`select public.record_payment(${seen.id}, ${mark}, '', '', ${seen.captured})`,
    refused: 'payments_changed',
  },
  'money that goes back': {
    at: 'paid',
    write: (sql, seen, mark) => sql`
      select public.refund_order(${seen.id}, ${mark}, '[]', 'A scratch', ${seen.refunded})`,
    refused: 'refunds_changed',
  },
  'a move': {
    at: 'paid',
    // From production one may get ready to ship too: only where it was seen tells the second apart.
    write: (sql, seen, mark) => sql`
      select public.transition_orders(${[seen.id]}::uuid[], ${mark === 1 ? 'in_production' : 'ready_to_ship'}, '',
        ${[seen.status]}::text[]) -> 0 ->> 'reason' as reason`,
    refused: 'moved_meanwhile',
  },
  'tracking of a parcel': {
    at: 'ready_to_ship',
    write: (sql, seen, mark) => sql`
      select public.ship_parcels(${json([
        { shipment_id: seen.parcel, carrier: 'DHL', tracking_number: `T-${mark}` },
      ])}::text::jsonb) -> 0 ->> 'reason' as reason`,
    refused: 'illegal_move',
  },
};

async function prepare(at: Form['at']): Promise<Seen> {
  const lines = [
    await line(database.sql, 'CASE-MOSS', 1),
    await line(database.sql, 'PEBBLE-10', 1),
  ];
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
  const move = (to: string) =>
    database.keepAs(
      person('owner'),
      (sql) => sql`select public.transition_orders(${[order.id]}::uuid[], ${to})`,
    );
  if (at !== 'awaiting_payment')
    await database.keepAs(person('owner'), (sql) => recordPayment(sql, order.id));
  if (at === 'ready_to_ship') await move('ready_to_ship');
  const [seen] = await database.sql<Omit<Seen, 'token'>[]>`
    select o.id, o.version, o.status, o.captured_minor as captured, o.refunded_minor as refunded,
      (select l.id from public.order_lines l where l.order_id = o.id order by l.position limit 1) as line,
      (select s.id from public.shipments s where s.order_id = o.id limit 1) as parcel
    from public.order_records o where o.id = ${order.id}`;
  assert.ok(seen);
  return { ...seen, token: order.token };
}

/** All that a form may write. */
const wholeOrder = async (id: string) => {
  const [whole] = await database.sql`
    select to_jsonb(o) as record, c.address,
      (select jsonb_agg(to_jsonb(l) order by l.position) from public.order_lines l where l.order_id = o.id) as lines,
      (select jsonb_agg(to_jsonb(s) order by s.position) from public.shipments s where s.order_id = o.id) as parcels,
      (select jsonb_agg(to_jsonb(p) order by p.at, p.id) from public.payments p where p.order_id = o.id) as payments
    from public.order_records o join private.order_contacts c on c.order_id = o.id where o.id = ${id}`;
  return { ...whole };
};

describe('of two who write what both had read', () => {
  for (const [name, { at, write, refused }] of Object.entries(forms))
    test(`${name}: the second is told why, and what the first wrote stays`, async () => {
      const seen = await prepare(at);
      const before = await wholeOrder(seen.id);
      const writeAs = (caller: Caller, mark: number) =>
        database.keepAs(caller, (sql) => write(sql, seen, mark));
      await writeAs(person('owner'), 1);
      const theirs = await wholeOrder(seen.id);
      assert.notDeepEqual(theirs, before);
      const answer = await writeAs(person('fulfilment'), 2).then(
        ([row]) => (row as { readonly reason?: string }).reason,
        async (error: unknown) => (await refusalOf(Promise.reject(error))).reason,
      );
      assert.equal(answer, refused);
      assert.deepEqual(await wholeOrder(seen.id), theirs);
    });

  test('an address that its customer has changed is not written over by whoever read the one before', async () => {
    const seen = await prepare('paid');
    const moved = { ...dutchAddress, line2: 'At the back' };
    await database.keepAs(
      anonymous,
      (sql) =>
        sql`select public.change_order_address(${seen.id}, ${json(moved)}::text::jsonb, ${seen.token})`,
    );
    const late = database.keepAs(
      person('fulfilment'),
      (sql) =>
        sql`select public.amend_order(${seen.id}, ${json({ address: { ...dutchAddress, line2: 'Front' } })}::text::jsonb,
        'They asked', ${seen.version}, false)`,
    );
    assert.equal((await refusalOf(late)).reason, 'order_changed');
  });

  test('notes of both stand beside each other', async () => {
    const { id } = await prepare('paid');
    for (const name of ['owner', 'fulfilment'] as const)
      await database.keepAs(
        person(name),
        (sql) => sql`select public.add_order_note(${id}, ${`By ${name}`})`,
      );
    const notes =
      await database.sql`select text from public.order_notes where order_id = ${id} order by created_at`;
    assert.deepEqual(
      notes.map(({ text }) => String(text)),
      ['By owner', 'By fulfilment'],
    );
  });
});
