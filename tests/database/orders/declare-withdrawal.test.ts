import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person } from '../../support/database.ts';
import { buy, findBrokenInvariants, line, payInFull } from '../../support/data/orders.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
  await database.sql`delete from private.guesses`;
});

interface Answer {
  readonly found: boolean;
  readonly id?: string;
  readonly amount_minor?: number;
  readonly asked_at?: string;
  readonly awaits_items?: boolean;
  readonly reason?: string;
}

const declare = (number: string | null, email: string | null, caller: Caller = anonymous) =>
  database.keepAs(caller, async (sql) => {
    const [row] = await sql<{ answer: Answer }[]>`
      select public.declare_withdrawal(${number}, ${email}, 'Ada Lovelace') as answer`;
    assert.ok(row);
    return row.answer;
  });

async function guestOrder() {
  const lines = [await line(database.sql, 'KNOB-SILVER', 2)];
  const { order } = await database.keepAs(anonymous, (sql) =>
    buy(sql, { lines, email: 'Guest@people.test' }),
  );
  await payInFull(database.sql, order.id);
  return order;
}

describe('declare_withdrawal', () => {
  test('a guest withdraws by number and e-mail, in any spelling, and the mail goes to the order’s mailbox', async () => {
    const order = await guestOrder();
    const answer = await declare(order.number.replace('KW-', 'kw '), ' guest@PEOPLE.test ');
    assert.deepEqual([answer.found, answer.amount_minor], [true, order.total_minor]);
    const [mail] = await database.sql<{ recipient: string; name: string }[]>`
      select recipient, payload ->> 'declared_by' as name from public.outbox
      where kind = 'return_asked' and payload ->> 'order_id' = ${order.id}`;
    assert.deepEqual(
      [mail?.recipient.toLowerCase(), mail?.name],
      ['guest@people.test', 'Ada Lovelace'],
    );
  });

  test('sent again, it is the same withdrawal with its first time', async () => {
    const order = await guestOrder();
    const first = await declare(order.number, 'guest@people.test');
    const again = await declare(order.number, 'guest@people.test');
    assert.deepEqual([again.id, again.asked_at], [first.id, first.asked_at]);
  });

  test('what can’t be given back is noted all the same, for staff to answer', async () => {
    const order = await guestOrder();
    await database.sql`update public.shipments set status = 'delivered', delivered_at = now() - interval '99 days' where order_id = ${order.id}`;
    const answer = await declare(order.number, 'guest@people.test');
    assert.deepEqual([answer.found, answer.amount_minor], [true, 0]);
  });

  test('what has not shipped has not to be sent back, and stays here until staff have settled it', async () => {
    const order = await guestOrder();
    const answer = await declare(order.number, 'guest@people.test');
    assert.equal(answer.awaits_items, false);
    const asStaff = <Row>(work: (sql: TransactionSql) => Promise<Row>) =>
      database.keepAs(person('fulfilment'), work);
    const ship = () =>
      asStaff(async (sql) => {
        await sql`select public.transition_orders(array[${order.id}]::uuid[], 'ready_to_ship')`;
        const [row] = await sql<{ moved: string; sent: string }[]>`
          select public.transition_orders(array[${order.id}]::uuid[], 'shipped') -> 0 ->> 'reason' as moved,
            public.ship_parcels(jsonb_build_array(jsonb_build_object('shipment_id', s.id))) -> 0 ->> 'reason' as sent
          from public.shipments s where s.order_id = ${order.id}`;
        return { ...row };
      });
    assert.deepEqual(await ship(), { moved: 'withdrawn', sent: 'withdrawn' });
    await asStaff(
      (sql) => sql`
        select public.move_return(${answer.id ?? ''}, 'settled', null, '', '', null, true)`,
    );
    const [after] = await database.sql<{ status: string; refunded: number }[]>`
      select status, refunded_minor as refunded from public.order_records where id = ${order.id}`;
    assert.deepEqual({ ...after }, { status: 'refunded', refunded: order.total_minor });
  });

  test('once it has shipped it has to be sent back', async () => {
    const order = await guestOrder();
    await database.sql`update public.shipments set status = 'shipped', shipped_at = now() where order_id = ${order.id}`;
    assert.equal((await declare(order.number, 'guest@people.test')).awaits_items, true);
  });

  test('a wrong number and a wrong e-mail are told alike, and guesses are counted', async () => {
    const order = await guestOrder();
    const wrong = await declare(order.number, 'other@people.test');
    assert.deepEqual([wrong.found, wrong.reason], [false, 'not_found']);
    assert.equal((await declare('KW-999999', 'guest@people.test')).reason, 'not_found');
    for (let tries = 0; tries < 5; tries += 1) await declare(order.number, null, person('second'));
    assert.equal(
      (await declare(order.number, 'guest@people.test', person('second'))).reason,
      'too_many_tries',
    );
    assert.equal(
      (await declare(order.number, 'guest@people.test')).reason,
      'too_many_tries',
      'an order that is guessed at is closed to everybody for a while',
    );
  });
});
