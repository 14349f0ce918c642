import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  buy,
  defaultOptions,
  dutchAddress,
  findBrokenInvariants,
  line,
} from '../../support/data/orders.ts';

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

const change = (caller: Caller, order: string, address: unknown, token: string | null = null) =>
  database.keepAs(
    caller,
    (sql) =>
      sql`select public.change_order_address(${order}, ${JSON.stringify(address)}::text::jsonb, ${token})`,
  );

async function place(sku = 'FOAM-60') {
  const options = await defaultOptions(database.sql, sku);
  const lines = [{ ...(await line(database.sql, sku)), options }];
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
  return order;
}

const moved = { ...dutchAddress, line1: 'Vismarkt 2', city: 'Groningen', postcode: '9712 CA' };

describe('change_order_address', () => {
  test('a guest moves an order with its secret; its history says which fields, not what', async () => {
    const order = await place();
    await change(anonymous, order.id, moved, order.token);
    const [contact] = await database.sql`
      select address ->> 'city' as city from private.order_contacts where order_id = ${order.id}`;
    assert.equal(contact?.['city'], 'Groningen');
    const [event] = await database.sql`
      select after from public.order_events where order_id = ${order.id} and kind = 'address_changed'`;
    assert.deepEqual(event?.['after'], { fields: ['city', 'line1', 'postcode'] });
    const [old] = await database.sql`
      select address ->> 'city' as city from private.address_history where order_id = ${order.id}`;
    assert.equal(old?.['city'], 'Utrecht');
  });

  test('the same address again is no change', async () => {
    const order = await place();
    await change(anonymous, order.id, dutchAddress, order.token);
    const events = await database.sql`
      select from public.order_events where order_id = ${order.id} and kind = 'address_changed'`;
    assert.equal(events.length, 0);
  });

  test('strangers, other countries and wrong fields are refused', async () => {
    const order = await place();
    const reason = async (caller: Caller, address: unknown, token: string | null = null) =>
      (await refusalOf(change(caller, order.id, address, token))).reason;
    assert.equal(await reason(anonymous, moved), 'unknown_order');
    assert.equal(await reason(person('second'), moved), 'unknown_order');
    assert.equal(await reason(person('support'), moved), 'unknown_order');
    const german = { ...moved, country: 'DE', postcode: '10115' };
    assert.equal(await reason(anonymous, german, order.token), 'other_country');
    assert.equal(
      await reason(anonymous, { ...moved, postcode: '1' }, order.token),
      'wrong_address',
    );
    assert.equal(await reason(anonymous, null, order.token), 'wrong_address');
  });

  test('its customer moves it until it is made, staff until it has left, at any other stage nobody', async () => {
    const order = await place();
    const may = async (caller: Caller, token: string | null) => {
      const stages = await database.sql<{ stage: string }[]>`
        select unnest(enum_range(null::public.order_status))::text as stage`;
      const able: string[] = [];
      for (const [n, { stage }] of stages.entries()) {
        await database.sql`
          update public.order_records set status = ${stage}::public.order_status where id = ${order.id}`;
        const line1 = `Vismarkt ${n + (token === null ? 1 : 20)}`;
        const refusal = await change(caller, order.id, { ...moved, line1 }, token).then(
          () => null,
          (error: { readonly hint?: string }) => error.hint,
        );
        if (refusal === null) able.push(stage);
        else assert.equal(refusal, 'illegal_move', stage);
      }
      return able;
    };
    const [free, here] = [
      ['awaiting_payment', 'paid'],
      ['in_production', 'ready_to_ship'],
    ];
    assert.deepEqual(await may(anonymous, order.token), free);
    assert.deepEqual(await may(person('fulfilment'), null), [...free, ...here]);
    // Asked about, it can be answered as long as it is here.
    await database.sql`update public.order_records set address_question = 'Which door?' where id = ${order.id}`;
    const asked = await database.sql<{ stage: string }[]>`
      select s::text as stage from public.order_records o, unnest(enum_range(null::public.order_status)) s
      where o.id = ${order.id} and private.is_asked_for_address(jsonb_populate_record(o, jsonb_build_object('status', s)))
      order by s`;
    assert.deepEqual(
      asked.map(({ stage }) => stage),
      [...free, ...here],
    );
    await database.sql`
      update public.order_records set address_question = null, status = 'awaiting_payment' where id = ${order.id}`;
  });

  test('after the deadline the customer is refused with its date, and staff are not', async () => {
    const order = await place('BRAEFELL-KIT');
    await database.sql`
      update public.batches set change_address_until = now() - interval '1 second' where code = 'BRAEFELL-R1'`;
    const refusal = await refusalOf(change(anonymous, order.id, moved, order.token));
    assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'deadline_passed']);
    await change(person('fulfilment'), order.id, moved);
  });

  test('until the date of its batches it is its customer’s to change, though it is being made', async () => {
    const order = await place('BRAEFELL-KIT');
    await database.sql`
      update public.batches set change_address_until = now() + interval '9 days' where code = 'BRAEFELL-R1'`;
    const at = (stage: string) => database.sql`
      update public.order_records set status = ${stage}::public.order_status where id = ${order.id}`;
    await at('in_production');
    await change(anonymous, order.id, moved, order.token);
    await at('ready_to_ship');
    const refusal = await refusalOf(change(anonymous, order.id, moved, order.token));
    assert.equal(refusal.reason, 'illegal_move');
    await at('awaiting_payment');
  });

  test('what has left or ended stays as it is', async () => {
    const order = await place();
    await database.keepAs(
      anonymous,
      (sql) => sql`select public.cancel_order(${order.id}, '', ${order.token})`,
    );
    const refusal = await refusalOf(change(anonymous, order.id, moved, order.token));
    assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'illegal_move']);
  });
});
