import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openTestDatabase, person, personId, refusalOf } from '../../support/database.ts';
import {
  assertForStaffAlone,
  cardOf,
  customerOf,
  newGuest,
  placeAs,
} from '../../support/data/customers.ts';

const database = openTestDatabase();

const forget = (id: string, reason = 'They asked by mail') =>
  database.keepAs(person('owner'), async (sql) => {
    const rows = await sql<{ answer: { due_at: string | null; waiting: number } }[]>`
      select public.forget_customer(${id}, ${reason}) as answer`;
    assert.ok(rows[0]);
    return rows[0].answer;
  });

const end = (order: string) =>
  database.sql`update public.order_records set status = 'cancelled', closed_at = now() where id = ${order}`;

const contactOf = async (order: string) =>
  (
    await database.sql<{ email: string; address: object; gift_note: string | null }[]>`
      select email, address, gift_note from private.order_contacts where order_id = ${order}`
  )[0];

const runJobs = () => database.sql`select private.delete_due_accounts()`;

const forgotten = { email: 'deleted@account.invalid', address: { country: 'NL' }, gift_note: null };

describe('forget_customer', () => {
  test('a guest’s ended order loses name, address, mails and messages; the order and its documents stay', async () => {
    const { id, email, order } = await newGuest(database);
    await database.keepAs(
      person('support'),
      (
        sql,
      ) => sql`select public.mail_orders(gen_random_uuid(), ${[order.id]}::uuid[], 'About it', 'Dear Ada Buyer.'),
        public.add_customer_note(${id}, 'Ada called')`,
    );
    await end(order.id);
    await database.sql`
      update private.order_contacts set gift_note = 'For Ada' where order_id = ${order.id}`;
    await database.sql`
      with issued as (
        insert into public.documents (order_id, kind, number, seller_code, position, issued_on, currency, net_minor, tax_minor, total_minor, hash)
        values (${order.id}, 'invoice', 'KEPT-1', 'KEPT', 1, current_date, 'EUR', 83, 17, 100, ${'0'.repeat(64)}) returning id
      ) insert into private.document_facts (document_id, facts) select id, '{"buyer": {"name": "Ada Buyer"}}' from issued`;
    await database.sql`update public.outbox set sent_at = now() where recipient = ${email}`;
    assert.deepEqual(await forget(id), { due_at: null, waiting: 0 });
    assert.deepEqual({ ...(await contactOf(order.id)) }, forgotten);
    const traces = await database.sql`
      select 1 from public.outbox where recipient = ${email} union all
      select 1 from public.customer_notes where customer_id = ${id} union all
      select 1 from public.order_events where order_id = ${order.id} and after::text like '%Ada%'`;
    assert.equal(traces.length, 0);
    const facts = await database.sql`
      select f.facts -> 'buyer' ->> 'name' as name from private.document_facts f
      join public.documents d on d.id = f.document_id where d.order_id = ${order.id}`;
    assert.deepEqual([...facts], [{ name: 'Ada Buyer' }]);
    assert.equal((await refusalOf(cardOf(database, id))).reason, 'unknown_customer');
    const logged = await database.sql`
      select after ->> 'reason' as reason from public.audit_log where row_id = ${id} and action = 'delete'`;
    assert.deepEqual([...logged], [{ reason: 'They asked by mail' }]);
  });

  test('what was written at an ended order about its customer goes too, in the log of changes as well', async () => {
    const { id, order } = await newGuest(database);
    await database.keepAs(
      person('fulfilment'),
      (
        sql,
      ) => sql`select public.add_order_note(${order.id}, 'Ada called about her mother', gen_random_uuid()),
        public.flag_address(${order.id}, 'Does Ada live in the side street?', version) from public.order_records where id = ${order.id}`,
    );
    await database.sql`
      insert into public.order_returns (order_id, kind, status, lines, name, reason, answer, amount_minor, ended_at)
      values (${order.id}, 'fault', 'declined', '[]', 'Ada Buyer', 'Ada dropped it', 'Dear Ada, no.', 0, now())`;
    await database.sql`
      insert into public.order_events (order_id, kind, actor, reason, to_status) values
        (${order.id}, 'fault_reported', 'guest', 'Ada dropped it', null),
        (${order.id}, 'moved', 'staff', 'Ada is ill', 'cancelled'),
        (${order.id}, 'moved', 'shop', 'It was not paid in time.', 'cancelled')`;
    await end(order.id);
    await forget(id);
    const traces = await database.sql`
      select 'notes' from public.order_notes where order_id = ${order.id} union all
      select 'question' from public.order_records where id = ${order.id} and address_question is not null union all
      select 'return' from public.order_returns r where order_id = ${order.id} and r::text like '%Ada%' union all
      select 'history' from public.order_events e where order_id = ${order.id} and e::text like '%Ada%' union all
      select 'log' from public.audit_log l where l::text like '%Ada%'`;
    assert.deepEqual([...traces], []);
    const [history] = await database.sql`
      select count(*)::int as events, string_agg(nullif(reason, ''), ' ') as said
      from public.order_events where order_id = ${order.id} and kind in ('moved', 'fault_reported', 'address_asked')`;
    assert.deepEqual({ ...history }, { events: 4, said: 'It was not paid in time.' });
  });

  test('an order under way keeps its address until it has ended, asked for twice or once', async () => {
    const { id, email, order } = await newGuest(database);
    assert.equal((await forget(id)).waiting, 1);
    assert.equal((await forget(id)).waiting, 1);
    assert.equal((await contactOf(order.id))?.email, email);
    await end(order.id);
    await database.sql`insert into private.documents_due (order_id) values (${order.id})`;
    await runJobs();
    // Its invoice has yet to be made out to somebody.
    assert.equal((await contactOf(order.id))?.email, email);
    await database.sql`delete from private.documents_due where order_id = ${order.id}`;
    await runJobs();
    assert.deepEqual({ ...(await contactOf(order.id)) }, forgotten);
  });

  test('an account is deleted in two weeks, with the way back in the mail and its guest orders too', async () => {
    const own = await placeAs(database, 'second@people.test', 'second');
    const before = await placeAs(database, 'second@people.test');
    const id = (await customerOf(database, own.id)) ?? '';
    const [first, again] = [await forget(id), await forget(id)];
    assert.deepEqual(first, again);
    assert.ok(Date.parse(first.due_at ?? '') > Date.now() + 13 * 86_400_000);
    assert.notEqual((await cardOf(database, id)).deletion_due_at, null);
    const mails = await database.sql`
      select from public.outbox where kind = 'account_deletion' and user_id = ${id}`;
    assert.equal(mails.length, 1);
    for (const { id: order } of [own, before]) await end(order);
    await database.sql`update private.account_deletions set due_at = now() where user_id = ${id}`;
    await runJobs();
    for (const order of [own, before])
      assert.deepEqual({ ...(await contactOf(order.id)) }, forgotten);
  });

  test('a guest is forgotten ten years after the year of the last order, and not before', async () => {
    const [old, young] = [await newGuest(database), await newGuest(database)];
    for (const [{ order }, days] of [
      [old, 1],
      [young, -1],
    ] as const) {
      await end(order.id);
      await database.sql`
        update public.order_records set placed_at = date_trunc('year', now()) - interval '10 years' - make_interval(days => ${days})
        where id = ${order.id}`;
    }
    await database.sql`insert into private.customer_changes (order_id) values (${old.order.id}), (${young.order.id})`;
    await database.sql`select private.count_customers()`;
    await runJobs();
    assert.deepEqual({ ...(await contactOf(old.order.id)) }, forgotten);
    assert.equal((await contactOf(young.order.id))?.email, young.email);
  });

  test('it needs a reason, somebody, no colleague and the owner', async () => {
    const { id } = await newGuest(database);
    assert.equal((await refusalOf(forget(id, ' '))).reason, 'reason_missing');
    assert.equal((await refusalOf(forget(randomUUID()))).reason, 'unknown_customer');
    assert.equal((await refusalOf(forget(personId('support')))).reason, 'works_here');
    await assertForStaffAlone(database, `select public.forget_customer('${id}', 'I say so')`, [
      'first',
      'editor',
      'support',
      'fulfilment',
      'former',
    ]);
  });
});
