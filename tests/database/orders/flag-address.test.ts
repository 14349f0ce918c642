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

const database = openTestDatabase();

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

const question = 'Which number in the street is yours?';

async function record(id: string) {
  const [row] = await database.sql<{ version: number; status: string; asked: string | null }[]>`
    select version, status::text, address_question as asked from public.order_records where id = ${id}`;
  assert.ok(row);
  return row;
}

async function flag(
  id: string,
  text: string | null,
  { caller = person('fulfilment'), version }: { caller?: Caller; version?: number } = {},
) {
  const seen = version ?? (await record(id)).version;
  return database.keepAs(
    caller,
    (sql) => sql`select public.flag_address(${id}, ${text}, ${seen}) as flag`,
  );
}

async function place() {
  const lines = [await line(database.sql, 'CASE-MOSS')];
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
  return order;
}

const move = (id: string, to: string) =>
  database.keepAs(
    person('fulfilment'),
    (sql) => sql`select public.transition_orders(${[id]}::uuid[], ${to}) as answers`,
  );

const answerWith = (id: string, token: string | null, address: unknown = dutchAddress) =>
  database.keepAs(
    anonymous,
    (sql) =>
      sql`select public.change_order_address(${id}, ${JSON.stringify(address)}::text::jsonb, ${token})`,
  );

const kinds = async (id: string) => {
  const rows = await database.sql<{ kind: string }[]>`
    select kind from public.order_events where order_id = ${id} and kind like 'address%' order by id`;
  return rows.map(({ kind }) => kind);
};

describe('flag_address', () => {
  test('a guest is asked by a mail with the secret of their order, and answers with an address', async () => {
    const order = await place();
    await flag(order.id, question);
    const [mail] = await database.sql<{ question: string; token: string; recipient: string }[]>`
      select payload ->> 'question' as question, (select s.secrets ->> 'acting_token' from private.mail_secrets s where s.mail_id = outbox.id) as token, recipient from public.outbox
      where kind = 'address_asked' and payload ->> 'order_id' = ${order.id}`;
    assert.equal(mail?.question, question);
    const opened = await database.keepAs(
      anonymous,
      (sql) => sql`select public.open_order(${order.number}, ${mail.token}) as opened`,
    );
    assert.equal(opened[0]?.['opened'].order.address_question, question);
    await answerWith(order.id, mail.token, { ...dutchAddress, line1: 'Oudegracht 12' });
    assert.equal((await record(order.id)).asked, null);
    assert.deepEqual(await kinds(order.id), ['address_asked', 'address_changed']);
  });

  test('asked for it, they may mend it after the deadline and when it is packed; or say that it is right', async () => {
    const order = await place();
    await database.keepAs(person('fulfilment'), (sql) => recordPayment(sql, order.id));
    await move(order.id, 'ready_to_ship');
    const early = await refusalOf(answerWith(order.id, order.token));
    assert.equal(early.reason, 'illegal_move');
    await flag(order.id, question);
    await answerWith(order.id, order.token);
    assert.deepEqual(await kinds(order.id), ['address_asked', 'address_confirmed']);
    assert.equal((await record(order.id)).asked, null);
  });

  test('nothing leaves while it is asked: neither by a move nor by a carrier’s file', async () => {
    const order = await place();
    await database.keepAs(person('fulfilment'), (sql) => recordPayment(sql, order.id));
    await move(order.id, 'ready_to_ship');
    await flag(order.id, question);
    const [moved] = await move(order.id, 'shipped');
    assert.equal(moved?.['answers'][0].reason, 'address_problem');
    const [sent] = await database.keepAs(
      person('fulfilment'),
      (sql) => sql`
        select public.ship_parcels(jsonb_build_array(jsonb_build_object('shipment_id', s.id))) as answers
        from public.shipments s where s.order_id = ${order.id}`,
    );
    assert.equal(sent?.['answers'][0].reason, 'address_problem');
    await flag(order.id, null);
    assert.deepEqual(await kinds(order.id), ['address_asked', 'address_cleared']);
    await move(order.id, 'shipped');
    assert.equal((await record(order.id)).status, 'shipped');
    assert.equal((await refusalOf(flag(order.id, question))).reason, 'illegal_move');
  });

  test('an order that is called off has no question left, and a question twice is one mail', async () => {
    const order = await place();
    await flag(order.id, question);
    await flag(order.id, question);
    const mails = await database.sql`
      select from public.outbox where kind = 'address_asked' and payload ->> 'order_id' = ${order.id}`;
    assert.equal(mails.length, 1);
    await database.keepAs(
      anonymous,
      (sql) => sql`select public.cancel_order(${order.id}, '', ${order.token})`,
    );
    assert.equal((await record(order.id)).asked, null);
  });

  test('the second of two who ask is told, and support, customers and wrong words are refused', async () => {
    const order = await place();
    const { version } = await record(order.id);
    await flag(order.id, question, { version });
    const late = await refusalOf(flag(order.id, 'And the town?', { version }));
    assert.deepEqual([late.code, late.reason], ['PT409', 'order_changed']);
    assert.equal((await record(order.id)).asked, question);
    const reason = async (text: string, id = order.id, name: 'support' | 'first' | 'owner') =>
      (await refusalOf(flag(id, text, { caller: person(name), version: 1 }))).reason;
    assert.equal(await reason('What now?', order.id, 'support'), 'not_allowed');
    assert.equal(await reason('What now?', order.id, 'first'), 'not_allowed');
    assert.equal(await reason('?', order.id, 'owner'), 'wrong_question');
    assert.equal(await reason('What now?', randomUUID(), 'owner'), 'unknown_order');
  });
});
