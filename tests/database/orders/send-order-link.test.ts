import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import {
  beginPayment,
  buy,
  defaultOptions,
  dutchAddress,
  line,
} from '../../support/data/orders.ts';

const database = openTestDatabase();

interface Secrets {
  readonly token: string;
  readonly acting_token: string;
}

interface Opened {
  readonly found: boolean;
  readonly may_act: boolean;
  readonly is_guests: boolean;
}

let guests = 0;
async function guestOrder() {
  const options = await defaultOptions(database.sql, 'CURLEW-INK');
  const lines = [{ ...(await line(database.sql, 'CURLEW-INK')), options }];
  const email = `guest-${(guests += 1)}@people.test`;
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines, email }));
  return { ...order, email };
}

/** What the newest mail of a kind carries. */
async function mailed(order: string, kind = 'order_placed'): Promise<Secrets> {
  const [mail] = await database.sql<{ secrets: Secrets }[]>`
    select s.secrets from public.outbox m join private.mail_secrets s on s.mail_id = m.id
    where m.kind = ${kind} and m.payload ->> 'order_id' = ${order}
    order by m.created_at desc, m.dedupe_key desc limit 1`;
  assert.ok(mail);
  return mail.secrets;
}

const letDaysPass = async (order: string) => {
  await database.sql`
    update public.order_records set placed_at = placed_at - interval '25 hours' where id = ${order}`;
  await database.sql`
    update private.acting_secrets set made_at = made_at - interval '25 hours' where order_id = ${order}`;
};

const payInFull = (order: string) => database.sql`
  update public.order_records set status = 'paid', paid_at = now() where id = ${order}`;

const open = async (number: string, token: string, acting: string | null = null) => {
  const [row] = await database.keepAs(
    anonymous,
    (sql) => sql<{ a: Opened }[]>`select public.open_order(${number}, ${token}, ${acting}) as a`,
  );
  assert.ok(row);
  return row.a;
};

const moved = JSON.stringify({ ...dutchAddress, line1: 'Oudegracht 99' });
const act = (order: string, token: string, caller: Caller = anonymous) =>
  database.as(
    caller,
    (sql) => sql`select public.change_order_address(${order}, ${moved}::text::jsonb, ${token})`,
  );
const ask = (number: string, token: string | null, caller: Caller = anonymous) =>
  database.keepAs(
    caller,
    (sql: TransactionSql) => sql`select public.send_order_link(${number}, ${token}) as a`,
  );
const reasonOf = async (work: Promise<unknown>) => (await refusalOf(work)).reason;

describe('the secrets of a guest', () => {
  test('the one that mails carry shows an order and changes nothing of it', async () => {
    const order = await guestOrder();
    const { token, acting_token: acting } = await mailed(order.id);
    assert.equal(await reasonOf(act(order.id, token)), 'link_expired');
    assert.equal((await open(order.number, token)).may_act, false);
    assert.equal((await open(order.number, token, acting)).may_act, true);
    await act(order.id, acting);
    const cancelled = database.as(
      anonymous,
      (sql) => sql`select public.cancel_order(${order.id}, '', ${token})`,
    );
    assert.equal(await reasonOf(cancelled), 'link_expired');
  });

  test('those that change an order do so while it waits for its payment, then for a day', async () => {
    const order = await guestOrder();
    const { token, acting_token: acting } = await mailed(order.id);
    await letDaysPass(order.id);
    for (const secret of [order.token, acting]) await act(order.id, secret);
    await payInFull(order.id);
    for (const secret of [order.token, acting]) {
      assert.equal(await reasonOf(act(order.id, secret)), 'link_expired');
      const opened = await open(order.number, secret);
      assert.deepEqual([opened.found, opened.may_act, opened.is_guests], [true, false, true]);
    }
    assert.equal((await open(order.number, token)).found, true);
  });

  test('paying is possible with all of them, however old', async () => {
    const order = await guestOrder();
    const { token, acting_token: acting } = await mailed(order.id);
    await letDaysPass(order.id);
    for (const secret of [order.token, token, acting])
      await database.as(anonymous, (sql) => beginPayment(sql, order.id, secret));
  });

  test('they agree to nothing once they are old, nor while somebody of the shop holds them', async () => {
    const order = await guestOrder();
    const { acting_token: acting, token } = await mailed(order.id);
    const agree = (caller: Caller, secret: string) =>
      database.as(
        caller,
        (sql) => sql`select public.agree_to_order(${order.id}, '{"terms": true}', ${secret})`,
      );
    assert.equal(await reasonOf(agree(anonymous, token)), 'link_expired');
    await agree(anonymous, acting);
    for (const name of ['owner', 'fulfilment'] as const)
      assert.equal(await reasonOf(agree(person(name), acting)), 'unknown_order');
    assert.equal(await reasonOf(agree(anonymous, 'a'.repeat(64))), 'unknown_order');
  });

  test('nobody reads what a mail carries: it is neither in the outbox nor for staff', async () => {
    const order = await guestOrder();
    const { acting_token: acting } = await mailed(order.id);
    const rows = await database.as(
      person('owner'),
      (sql) => sql`select payload::text as text from public.outbox`,
    );
    assert.ok(rows.length > 0);
    assert.ok(!JSON.stringify(rows).includes(acting));
    const secrets = await database.sql`select secret_hash from private.acting_secrets`;
    assert.ok(!JSON.stringify(secrets).includes(acting), 'the database keeps the hash alone');
  });
});

describe('send_order_link', () => {
  test('mails a secret that changes the order, to the mailbox of the order, three times a day', async () => {
    const order = await guestOrder();
    const { token } = await mailed(order.id);
    await payInFull(order.id);
    await letDaysPass(order.id);
    const [answer] = await ask(order.number, token);
    assert.deepEqual(answer?.['a'], { number: order.number, email: 'g…@…' });
    const fresh = await mailed(order.id, 'order_link');
    assert.equal(fresh.token, token);
    assert.equal((await open(order.number, token, fresh.acting_token)).may_act, true);
    const [mail] = await database.sql`
      select recipient from public.outbox where kind = 'order_link'`;
    assert.equal(mail?.['recipient'], order.email);
    for (const secret of [order.token, token]) await ask(order.number, secret);
    assert.equal(await reasonOf(ask(order.number, token)), 'too_many_tries');
    assert.equal(await reasonOf(act(order.id, token)), 'link_expired', 'old links stay old');
  });

  test('is refused once everything has left, whatever the stage is then', async () => {
    const order = await guestOrder();
    const { token } = await mailed(order.id);
    for (const stage of ['shipped', 'delivered', 'expired', 'cancelled', 'refunded']) {
      await database.sql`
        update public.order_records set status = ${stage}::public.order_status where id = ${order.id}`;
      assert.equal(await reasonOf(ask(order.number, token)), 'illegal_move', stage);
    }
    await database.sql`
      update public.order_records set status = 'ready_to_ship' where id = ${order.id}`;
    await ask(order.number, token);
  });

  test('is refused without a secret of the order, for an order of an account, and for one that has ended', async () => {
    const order = await guestOrder();
    const other = await guestOrder();
    const { token } = await mailed(order.id);
    for (const secret of [null, '', 'a'.repeat(64), other.token])
      assert.equal(await reasonOf(ask(order.number, secret)), 'unknown_order');
    for (const name of ['second', 'support', 'owner'] as const)
      assert.equal(await reasonOf(ask(order.number, null, person(name))), 'unknown_order');
    await database.sql`
      update public.order_records set status = 'cancelled', closed_at = now() where id = ${order.id}`;
    assert.equal(await reasonOf(ask(order.number, token)), 'illegal_move');
    await database.sql`
      update public.order_records set status = 'paid', user_id = ${person('first').claims.sub ?? ''} where id = ${order.id}`;
    assert.equal(await reasonOf(ask(order.number, token)), 'has_account');
    const opened = await open(order.number, token);
    assert.deepEqual([opened.is_guests, opened.may_act], [false, false]);
  });
});
