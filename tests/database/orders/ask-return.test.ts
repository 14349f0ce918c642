import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  buy,
  dutchAddress,
  findBrokenInvariants,
  line,
  recordPayment,
} from '../../support/data/orders.ts';
import { askReturn, readWaysBack } from '../../support/data/returns.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

/** Three knobs and a foam of an order that arrived so many days ago. */
async function arrivedOrder(days = 3, address = dutchAddress, buyer: Caller = person('first')) {
  const lines = [await line(database.sql, 'KNOB-SILVER', 3), await line(database.sql, 'FOAM-TKL')];
  const { order } = await database.keepAs(buyer, (sql) =>
    buy(sql, { lines, email: 'first@people.test', address }),
  );
  await database.keepAs(person('owner'), async (sql) => {
    await recordPayment(sql, order.id);
    for (const to of ['ready_to_ship', 'shipped', 'delivered'])
      await sql`select public.transition_orders(array[${order.id}]::uuid[], ${to})`;
  });
  await database.sql`
    update public.shipments set delivered_at = now() - make_interval(days => ${days}) where order_id = ${order.id}`;
  const rows = await database.sql<{ id: string; total_minor: number }[]>`
    select id, total_minor from public.order_lines where order_id = ${order.id} order by position`;
  const [knobs, foam] = rows;
  assert.ok(knobs && foam);
  return { ...order, knobs, foam };
}

const mailsOf = async (order: string) =>
  (
    await database.sql<{ kind: string }[]>`
      select kind from public.outbox where payload ->> 'order_id' = ${order} and kind like 'return%' order by created_at, kind`
  ).map(({ kind }) => kind);

describe('ask_return', () => {
  test('a withdrawal is noted with what it brings and confirmed by a mail with its time', async () => {
    const { id, knobs } = await arrivedOrder();
    const asked = await askReturn(database, person('first'), id, {
      lines: [{ line_id: knobs.id, quantity: 2 }],
    });
    assert.deepEqual(
      [asked.status, asked.amount_minor],
      ['asked', Math.round((knobs.total_minor * 2) / 3)],
    );
    const [mail] = await database.sql<{ payload: Record<string, unknown> }[]>`
      select payload from public.outbox where kind = 'return_asked' and payload ->> 'order_id' = ${id}`;
    assert.equal(
      new Date(String(mail?.payload['asked_at'])).getTime(),
      new Date(asked.asked_at).getTime(),
    );
    assert.equal(mail?.payload['amount_minor'], asked.amount_minor);
    const { lines } = await readWaysBack(database, person('first'), id);
    assert.equal(lines.find(({ line_id }) => line_id === knobs.id)?.quantity, 1);
  });

  test('the whole brings the postage too, up to the cheapest method; a part brings none', async () => {
    const { id, knobs, foam, total_minor: total } = await arrivedOrder();
    const [order] = await database.sql<{ shipping_minor: number }[]>`
      select shipping_minor from public.order_records where id = ${id}`;
    assert.ok(order);
    const part = await askReturn(database, person('first'), id, {
      lines: [{ line_id: foam.id, quantity: 1 }],
    });
    assert.equal(part.amount_minor, foam.total_minor);
    const second = await arrivedOrder();
    const whole = await askReturn(database, person('first'), second.id, {
      lines: [
        { line_id: second.knobs.id, quantity: 3 },
        { line_id: second.foam.id, quantity: 1 },
      ],
    });
    const postage = whole.amount_minor - knobs.total_minor - foam.total_minor;
    assert.ok(postage > 0 && postage <= order.shipping_minor, String(postage));
    assert.ok(whole.amount_minor <= total);
  });

  test('the postage comes back as it was paid: without VAT where that was taken off', async () => {
    const abroad = { ...dutchAddress, country: 'US', region: 'NY', postcode: '10001', phone: '1' };
    const { id } = await arrivedOrder(3, abroad);
    const [paid] = await database.sql<{ shipping: number; gross: number }[]>`
      select sum(e.amount_minor)::int as shipping, max(o.shipping_minor) as gross
      from public.order_entries e join public.order_records o on o.id = e.order_id
      where o.id = ${id} and e.line_id is null and e.kind in ('shipping', 'tax')`;
    assert.ok(paid && paid.shipping < paid.gross);
    const { postage_minor: postage } = await readWaysBack(database, person('first'), id);
    assert.ok(postage > 0 && postage <= paid.shipping, `${postage} of ${paid.shipping}`);
  });

  test('nobody gives back more than there is, nor twice, however often and at once it is asked', async () => {
    const { id, knobs } = await arrivedOrder();
    const ask = () =>
      askReturn(database, person('first'), id, { lines: [{ line_id: knobs.id, quantity: 2 }] });
    const outcomes = await Promise.allSettled([ask(), ask(), ask()]);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const quantity of [0, -1, 2, 1.5, 'x', null])
      assert.equal(
        (
          await refusalOf(
            askReturn(database, person('first'), id, { lines: [{ line_id: knobs.id, quantity }] }),
          )
        ).reason,
        'wrong_quantity',
      );
    for (const lines of [[], 7, null, {}])
      assert.equal(
        (await refusalOf(askReturn(database, person('first'), id, { lines }))).reason,
        'wrong_lines',
      );
    const twice = [
      { line_id: knobs.id, quantity: 1 },
      { line_id: knobs.id, quantity: 1 },
    ];
    assert.equal(
      (await refusalOf(askReturn(database, person('first'), id, { lines: twice }))).reason,
      'unknown_line',
    );
  });

  test('asked again with its key it is one return with one mail, for a guest too', async () => {
    for (const caller of [person('first'), anonymous]) {
      const { id, token, knobs } = await arrivedOrder(3, dutchAddress, caller);
      const asked = {
        kind: 'fault',
        lines: [{ line_id: knobs.id, quantity: 2 }],
        reason: 'It wobbles.',
        token,
        key: randomUUID(),
      };
      const ask = (more: object = {}) => askReturn(database, caller, id, { ...asked, ...more });
      const first = await ask();
      assert.deepEqual(await Promise.all([ask(), ask()]), [first, first]);
      assert.deepEqual(await mailsOf(id), ['return_asked']);
      const { returns } = await readWaysBack(database, caller, id, token);
      assert.deepEqual(
        returns.map((each) => each.id),
        [first.id],
      );
      for (const other of [
        { reason: 'It rattles.' },
        { kind: 'withdrawal' },
        { lines: [{ line_id: knobs.id, quantity: 1 }] },
      ])
        assert.equal((await refusalOf(ask(other))).reason, 'key_reused');
      // What was refused left its key free.
      const key = randomUUID();
      assert.equal((await refusalOf(ask({ key }))).reason, 'wrong_quantity');
      const rest = await ask({ key, lines: [{ line_id: knobs.id, quantity: 1 }] });
      assert.notEqual(rest.id, first.id);
    }
  });

  test('a key opens nothing to whoever has no secret of the order, nor to another guest with an order', async () => {
    const mine = await arrivedOrder(3, dutchAddress, anonymous);
    const other = await arrivedOrder(3, dutchAddress, anonymous);
    const lines = [{ line_id: mine.knobs.id, quantity: 1 }];
    const asked = { kind: 'fault', lines, reason: 'It wobbles.', key: randomUUID() };
    await askReturn(database, anonymous, mine.id, { ...asked, token: mine.token });
    for (const token of [null, other.token])
      for (const caller of [anonymous, person('second')])
        assert.equal(
          (await refusalOf(askReturn(database, caller, mine.id, { ...asked, token }))).reason,
          'unknown_order',
        );
    const stolen = askReturn(database, anonymous, other.id, { ...asked, token: other.token });
    assert.equal((await refusalOf(stolen)).reason, 'key_reused');
  });

  test('after its time a withdrawal is refused, and a fault is not', async () => {
    const { id, knobs } = await arrivedOrder(15);
    const lines = [{ line_id: knobs.id, quantity: 1 }];
    const late = await refusalOf(askReturn(database, person('first'), id, { lines }));
    assert.deepEqual([late.code, late.reason], ['PT409', 'no_right']);
    const silent = await refusalOf(
      askReturn(database, person('first'), id, { kind: 'fault', lines }),
    );
    assert.equal(silent.reason, 'reason_missing');
    const fault = await askReturn(database, person('first'), id, {
      kind: 'fault',
      lines,
      reason: 'It wobbles.',
    });
    assert.deepEqual([fault.kind, fault.amount_minor], ['fault', 0]);
    await database.sql`update public.shipments set delivered_at = now() - interval '25 months' where order_id = ${id}`;
    assert.equal(
      (
        await refusalOf(
          askReturn(database, person('first'), id, { kind: 'fault', lines, reason: 'It wobbles.' }),
        )
      ).reason,
      'no_right',
    );
  });

  test('strangers, staff and other customers ask nothing', async () => {
    const { id, knobs } = await arrivedOrder();
    const lines = [{ line_id: knobs.id, quantity: 1 }];
    for (const caller of [anonymous, person('second'), person('owner'), person('support')])
      assert.equal(
        (await refusalOf(askReturn(database, caller, id, { lines }))).reason,
        'unknown_order',
      );
    assert.equal(
      (await refusalOf(askReturn(database, anonymous, id, { lines, token: 'x'.repeat(64) })))
        .reason,
      'unknown_order',
    );
    assert.equal(
      (await refusalOf(askReturn(database, person('first'), id, { lines, kind: null }))).reason,
      'wrong_kind',
    );
    assert.deepEqual(await mailsOf(id), []);
  });
});
