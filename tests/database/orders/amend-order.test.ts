import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  buy,
  defaultOptions,
  dutchAddress,
  findBrokenInvariants,
  letTimeToPayPass,
  line,
} from '../../support/data/orders.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

interface Amended {
  readonly version: number;
  readonly status: string;
  readonly difference_minor: number;
  readonly total_minor: number;
  readonly due_minor: number;
  readonly refund_due_minor: number;
  readonly before: { readonly lines: readonly { readonly quantity: number }[] };
  readonly after: { readonly lines: readonly { readonly quantity: number }[] };
}

interface Wish {
  readonly changes: unknown;
  readonly reason?: string;
  readonly version?: number;
  readonly preview?: boolean;
}

const versionOf = async (id: string): Promise<number> => {
  const [row] = await database.sql<{ version: number }[]>`
    select version from public.order_records where id = ${id}`;
  return row?.version ?? 0;
};

async function amend(id: string, wish: Wish, caller: Caller = person('fulfilment')) {
  const version = wish.version ?? (await versionOf(id));
  return database.keepAs(caller, async (sql) => {
    const rows = await sql<{ amended: Amended }[]>`
      select public.amend_order(${id}, ${JSON.stringify(wish.changes)}::text::jsonb, ${wish.reason ?? 'They asked for it'},
        ${version}, ${wish.preview ?? false}) as amended`;
    assert.ok(rows[0]);
    return rows[0].amended;
  });
}

const pool = async (sku: string) => {
  const [row] = await database.sql<{ on_hand: number; allocated: number }[]>`
    select p.on_hand, p.allocated from public.stock_pools p join public.variants v on v.stock_pool_id = p.id where v.sku = ${sku}`;
  assert.ok(row);
  return row;
};

async function place(
  skus: readonly string[] = ['CASE-MOSS', 'PEBBLE-10'],
  code: string | null = null,
) {
  const lines = await Promise.all(skus.map((sku) => line(database.sql, sku, 2)));
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines, code }));
  const rows = await database.sql<{ id: string; unit: number }[]>`
    select id, unit_price_minor as unit from public.order_lines where order_id = ${order.id} order by position`;
  const [first, second] = rows;
  assert.ok(first && second);
  return { ...order, first, second };
}

const pay = (id: string) =>
  database.keepAs(person('owner'), (sql) => sql`select public.record_payment(${id})`);

describe('amend_order', () => {
  test('a preview says what it would come to and changes nothing', async () => {
    const order = await place();
    const [before, stock] = [await versionOf(order.id), await pool('CASE-MOSS')];
    const seen = await amend(order.id, {
      changes: { lines: [{ line_id: order.first.id, quantity: 3 }] },
      preview: true,
    });
    assert.equal(seen.difference_minor, order.first.unit);
    assert.equal(seen.after.lines[0]?.quantity, 3);
    assert.deepEqual([await versionOf(order.id), await pool('CASE-MOSS')], [before, stock]);
  });

  test('more, fewer, dearer, gone and new lines move stock and sums together', async () => {
    const order = await place();
    const [moss, pebble] = [await pool('CASE-MOSS'), await pool('PEBBLE-10')];
    const added = await line(database.sql, 'TIDELINE-DAWN');
    const done = await amend(order.id, {
      changes: {
        lines: [
          { line_id: order.first.id, quantity: 3, unit_price_minor: 1234 },
          { line_id: order.second.id, quantity: 0 },
        ],
        add: [{ ...added, unit_price_minor: 700 }],
        shipping_minor: 0,
      },
    });
    assert.equal(done.total_minor, 3 * 1234 + 700);
    assert.equal((await pool('CASE-MOSS')).allocated, moss.allocated + 1);
    assert.equal((await pool('PEBBLE-10')).allocated, pebble.allocated - 20);
    const [event] = await database.sql<
      { reason: string; actor: string; after: Amended['after'] }[]
    >`
      select reason, actor, after from public.order_events where order_id = ${order.id} and kind = 'amended'`;
    assert.deepEqual([event?.reason, event?.actor], ['They asked for it', 'staff']);
    assert.equal(event?.after.lines.length, 2);
    const mails = await database.sql`
      select from public.outbox where kind = 'order_changed' and payload ->> 'order_id' = ${order.id}
        and payload ->> 'reason' = 'They asked for it' and (payload ->> 'due_minor')::int = ${done.due_minor}`;
    assert.equal(mails.length, 1);
  });

  test('on a paid order the difference is due, or owed back', async () => {
    const order = await place();
    await pay(order.id);
    const dearer = await amend(order.id, {
      changes: { lines: [{ line_id: order.first.id, quantity: 3 }] },
    });
    assert.deepEqual([dearer.due_minor, dearer.refund_due_minor], [order.first.unit, 0]);
    const cheaper = await amend(order.id, {
      changes: { lines: [{ line_id: order.first.id, quantity: 1 }] },
    });
    assert.deepEqual([cheaper.due_minor, cheaper.refund_due_minor], [0, order.first.unit]);
    assert.equal(cheaper.status, 'paid');
  });

  test('a code takes off what it says of what the order costs now, but of nothing refunded', async () => {
    const order = await place(undefined, 'WELCOME10');
    const [first, second] = [order.first.unit * 2, order.second.unit * 2];
    const discounts = async () => {
      const rows = await database.sql<{ off: number; total: number }[]>`
        select l.discount_minor as off, o.discount_minor as total from public.order_lines l
        join public.order_records o on o.id = l.order_id where o.id = ${order.id} order by l.position`;
      return [...rows.map(({ off }) => off), rows[0]?.total];
    };
    const tenth = (minor: number) => Math.round(minor / 10);
    assert.equal((await discounts())[2], tenth(first + second));
    const change = (line_id: string, unit_price_minor: number) =>
      amend(order.id, { changes: { lines: [{ line_id, unit_price_minor }] } });
    // So cheap that what the line had off would be more than it costs.
    await change(order.first.id, 10);
    assert.equal((await discounts())[2], tenth(20 + second));
    await change(order.first.id, order.first.unit * 3);
    assert.equal((await discounts())[2], tenth(first * 3 + second));
    await pay(order.id);
    const refund = JSON.stringify([{ line_id: order.second.id, quantity: 1 }]);
    await database.keepAs(
      person('owner'),
      (sql) => sql`select public.refund_order(${order.id}, null, ${refund}::text::jsonb, 'Broken')`,
    );
    const [, kept] = await discounts();
    await change(order.first.id, order.first.unit);
    assert.deepEqual(await discounts(), [
      tenth(first + second) - (kept ?? 0),
      kept,
      tenth(first + second),
    ]);
  });

  test('what was paid in part is enough once the order costs less', async () => {
    const order = await place();
    await database.keepAs(
      person('owner'),
      (sql) => sql`select public.record_payment(${order.id}, ${order.first.unit})`,
    );
    const done = await amend(order.id, {
      changes: {
        lines: [
          { line_id: order.first.id, quantity: 1 },
          { line_id: order.second.id, quantity: 0 },
        ],
        shipping_minor: 0,
      },
    });
    assert.deepEqual([done.status, done.due_minor], ['paid', 0]);
  });

  test('two colleagues who take the last pieces and each other’s changes: one is told', async () => {
    const order = await place();
    const free = await pool('CASE-MOSS');
    const all = 2 + free.on_hand - free.allocated;
    const wish = (quantity: number, version: number) =>
      amend(order.id, { changes: { lines: [{ line_id: order.first.id, quantity }] }, version });
    const version = await versionOf(order.id);
    assert.equal((await refusalOf(wish(all + 1, version))).reason, 'out_of_stock');
    const outcomes = await Promise.allSettled([wish(all, version), wish(all - 1, version)]);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    const late = outcomes.find((each) => each.status === 'rejected');
    assert.match(String(late?.reason), /changed this order in the meantime/);
    const { on_hand, allocated } = await pool('CASE-MOSS');
    assert.ok(allocated <= on_hand);
    await database.keepAs(
      person('owner'),
      (sql) => sql`select public.cancel_order(${order.id}, 'Back on sale')`,
    );
  });

  test('an order leaves a batch with its last line of it', async () => {
    const order = await place(['CASE-MOSS', 'SALTMARSH-BASE']);
    const batches = () => database.sql`
      select b.code from public.order_batches o join public.batches b on b.id = o.batch_id where o.order_id = ${order.id}`;
    assert.deepEqual(
      (await batches()).map(({ code }) => code),
      ['SALTMARSH-R1'],
    );
    await amend(order.id, { changes: { lines: [{ line_id: order.second.id, quantity: 0 }] } });
    assert.deepEqual((await batches()).length, 0);
  });

  test('choices are changed by the rules of the product, at the price they add', async () => {
    const options = await defaultOptions(database.sql, 'BRAEFELL-KIT');
    const lines = [{ ...(await line(database.sql, 'BRAEFELL-KIT')), options }];
    const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
    const [row] = await database.sql<{ id: string }[]>`
      select id from public.order_lines where order_id = ${order.id}`;
    const wish = (given: unknown) => ({
      changes: { lines: [{ line_id: row?.id, options: given }] },
    });
    assert.equal((await refusalOf(amend(order.id, wish({})))).reason, 'option_missing');
    assert.equal((await amend(order.id, wish(options))).difference_minor, 0);
    await database.sql`update public.batches set closes_at = now() - interval '1 minute' where code = 'BRAEFELL-R1'`;
    const more = { changes: { lines: [{ line_id: row?.id, quantity: 2 }] } };
    assert.equal((await refusalOf(amend(order.id, more))).reason, 'not_open');
  });

  test('an address is part of it, within its country', async () => {
    const order = await place();
    await amend(order.id, { changes: { address: { ...dutchAddress, line1: 'Oudegracht 2' } } });
    const [row] = await database.sql<{ line1: string }[]>`
      select address ->> 'line1' as line1 from private.order_contacts where order_id = ${order.id}`;
    assert.equal(row?.line1, 'Oudegracht 2');
    const abroad = { changes: { address: { ...dutchAddress, country: 'US', postcode: '10001' } } };
    assert.equal((await refusalOf(amend(order.id, abroad))).reason, 'other_country');
  });

  test('wrong wishes, other roles, left goods and dead orders are refused', async () => {
    const order = await place();
    const reason = async (wish: Wish, caller?: Caller) =>
      (await refusalOf(amend(order.id, wish, caller))).reason;
    const one = (fields: object) => ({
      changes: { lines: [{ line_id: order.first.id, ...fields }] },
    });
    for (const wrong of [-1, 1.5, 1000, '2', null, {}])
      if (wrong !== null) assert.equal(await reason(one({ quantity: wrong })), 'wrong_changes');
    assert.equal(await reason(one({ unit_price_minor: -5 })), 'wrong_changes');
    assert.equal(await reason({ changes: [] }), 'wrong_changes');
    assert.equal(await reason({ changes: { lines: [1] } }), 'wrong_changes');
    assert.equal(await reason({ changes: { shipping_minor: 'x' } }), 'wrong_changes');
    assert.equal(
      await reason({ changes: { lines: [{ line_id: randomUUID(), quantity: 1 }] } }),
      'unknown_line',
    );
    const gone = [order.first, order.second].map(({ id }) => ({ line_id: id, quantity: 0 }));
    assert.equal(await reason({ changes: { lines: gone } }), 'empty_cart');
    assert.equal(await reason({ ...one({ quantity: 1 }), reason: '' }), 'reason_missing');
    assert.equal(await reason({ ...one({ quantity: 1 }), version: 0 }), 'order_changed');
    for (const role of ['support', 'editor', 'first'] as const)
      assert.equal(await reason(one({ quantity: 1 }), person(role)), 'not_allowed');
    await letTimeToPayPass(database.sql, order.id);
    assert.equal(await reason(one({ quantity: 1 })), 'illegal_move');
    const sent = await place();
    await pay(sent.id);
    await database.keepAs(
      person('owner'),
      (sql) => sql`select public.transition_orders(${[sent.id]}, 'ready_to_ship', '')`,
    );
    await database.sql`update public.shipments set status = 'shipped' where order_id = ${sent.id}`;
    const late = amend(sent.id, { changes: { lines: [{ line_id: sent.first.id, quantity: 1 }] } });
    assert.equal((await refusalOf(late)).reason, 'line_left');
  });

  test('it holds to the limits per customer, with what they bought before, and counts no piece twice', async () => {
    await database.sql`
      update public.stock_pools set on_hand = on_hand + 20
      where id = any (array(select stock_pool_id from public.variants where sku in ('CASE-MOSS', 'PEBBLE-10')))`;
    const limit = (most: number | null) =>
      database.sql`update public.variants set max_per_customer = ${most} where sku = 'CASE-MOSS'`;
    const moss = await line(database.sql, 'CASE-MOSS', 1);
    await limit(3);
    const refused = async (id: string, changes: unknown) =>
      assert.equal((await refusalOf(amend(id, { changes }))).reason, 'over_limit');
    const guest = await place();
    const of = (id: string, quantity: number) => ({ lines: [{ line_id: id, quantity }] });
    await refused(guest.id, of(guest.first.id, 4));
    await refused(guest.id, { add: [{ ...moss, quantity: 2 }] });
    await refused(guest.id, { ...of(guest.first.id, 3), add: [moss] });
    assert.equal((await amend(guest.id, { changes: of(guest.first.id, 3) })).after.lines.length, 2);
    await database.keepAs(person('first'), (sql) =>
      buy(sql, { lines: [moss], email: 'first@people.test' }),
    );
    const { order } = await database.keepAs(person('first'), (sql) =>
      buy(sql, { lines: [moss], email: 'first@people.test' }),
    );
    const [own] = await database.sql<{ id: string }[]>`
      select id from public.order_lines where order_id = ${order.id}`;
    assert.ok(own);
    await amend(order.id, { changes: of(own.id, 2) });
    await refused(order.id, of(own.id, 3));
    await limit(1);
    // Nothing is more than it was.
    await amend(order.id, { changes: { lines: [{ line_id: own.id, unit_price_minor: 100 }] } });
    // Nor is it where a line makes way for another.
    await amend(order.id, {
      changes: { lines: [{ line_id: own.id, quantity: 0 }], add: [{ ...moss, quantity: 2 }] },
    });
    await limit(null);
  });
});
