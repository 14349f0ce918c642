import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { buy, confirmOrder, line } from '../../support/data/orders.ts';

const database = openTestDatabase();

interface Message {
  readonly key?: string | null;
  readonly subject?: string;
  readonly text?: string;
}

const send = (
  orders: readonly string[],
  message: Message = {},
  caller: Caller = person('fulfilment'),
) =>
  database.keepAs(caller, async (sql) => {
    const { key = randomUUID(), subject = 'About {number}', text = 'It takes a week.' } = message;
    const rows = await sql<{ answers: { order_id: string; ok: boolean; reason: string }[] }[]>`
      select public.mail_orders(${key}, ${orders}::uuid[], ${subject}, ${text}) as answers`;
    return new Map(rows[0]?.answers.map(({ order_id, ok, reason }) => [order_id, ok || reason]));
  });

async function place(email: string) {
  const lines = [await line(database.sql, 'FOAM-60')];
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines, email }));
  return order.id;
}

const mailsAbout = (id: string) =>
  database.sql<{ recipient: string; subject: string; name: string }[]>`
    select recipient, payload ->> 'subject' as subject, payload ->> 'name' as name from public.outbox
    where kind = 'order_message' and payload ->> 'order_id' = ${id}`;

describe('mail_orders', () => {
  test('each order is one mail with its own values, noted in its history and in the audit log', async () => {
    const [one, two] = [await place('one@people.test'), await place('two@people.test')];
    const [{ number = '' } = {}] = await database.sql<{ number?: string }[]>`
      select number from public.order_records where id = ${two}`;
    const answers = await send([one, two, one]);
    assert.deepEqual([answers.size, answers.get(one), answers.get(two)], [2, true, true]);
    assert.deepEqual(
      [...(await mailsAbout(one))],
      [{ recipient: 'one@people.test', subject: 'About {number}', name: 'Ada Buyer' }],
    );
    const [event] = await database.sql`
      select actor, reason from public.order_events where order_id = ${two} and kind = 'messaged'`;
    assert.deepEqual({ ...event }, { actor: 'staff', reason: `About ${number}` });
    const audit = await database.sql`
      select from public.audit_log where table_name = 'outbox' and row_id = ${one}
        and actor_role = 'fulfilment' and after ->> 'text' = 'It takes a week.'`;
    assert.equal(audit.length, 1);
  });

  test('a guest’s mail leads to the whole order by the secret of their first mail, an account’s by signing in', async () => {
    const email = 'linked@people.test';
    const guest = await place(email);
    // The mailbox is asked about one order at a time.
    await confirmOrder(database.sql, guest);
    const lines = [await line(database.sql, 'FOAM-60')];
    const { order } = await database.keepAs(person('first'), (sql) => buy(sql, { lines, email }));
    await send([guest, order.id]);
    const secrets = await database.sql<
      { id: string; first: string | null; later: string | null }[]
    >`
      select p.payload ->> 'order_id' as id, (select s.secrets ->> 'token' from private.mail_secrets s where s.mail_id = p.id) as first,
        (select s.secrets ->> 'token' from private.mail_secrets s where s.mail_id = m.id) as later
      from public.outbox p join public.outbox m on m.payload ->> 'order_id' = p.payload ->> 'order_id'
      where p.kind = 'order_placed' and m.kind = 'order_message' and p.recipient = ${email}`;
    const secretOf = (id: string) => secrets.find((each) => each.id === id);
    assert.equal(secretOf(guest)?.later?.length, 64);
    assert.equal(secretOf(guest)?.later, secretOf(guest)?.first);
    assert.equal(secretOf(order.id)?.later, null);
  });

  test('the same key again tells nobody twice, also pressed twice at once; other words need another key', async () => {
    const id = await place('twice@people.test');
    const key = randomUUID();
    const both = await Promise.all([send([id], { key }), send([id], { key })]);
    assert.deepEqual(both.map((each) => each.get(id)).toSorted(), ['already_there', true]);
    assert.equal((await mailsAbout(id)).length, 1);
    assert.equal((await send([id], { key, text: 'Something else.' })).get(id), 'key_reused');
    assert.equal((await mailsAbout(id)).length, 1);
    assert.equal((await send([id], { text: 'Something else.' })).get(id), true);
    assert.equal((await mailsAbout(id)).length, 2);
  });

  test('an order that is not there, or whose customer is gone, is told apart from those that get it', async () => {
    const [id, gone] = [await place('there@people.test'), await place('gone@people.test')];
    await database.sql`
      update private.order_contacts set email = 'deleted@account.invalid' where order_id = ${gone}`;
    const unknown = randomUUID();
    const answers = await send([unknown, gone, id]);
    assert.deepEqual(
      [answers.get(unknown), answers.get(gone), answers.get(id)],
      ['unknown_order', 'nobody_there', true],
    );
  });

  test('support, customers, too many orders and wrong words are refused', async () => {
    const id = await place('refused@people.test');
    const reason = async (message: Message, caller = person('owner'), orders = [id]) =>
      (await refusalOf(send(orders, message, caller))).reason;
    assert.equal(await reason({}, person('support')), 'not_allowed');
    assert.equal(await reason({}, person('editor')), 'not_allowed');
    assert.equal(await reason({}, person('first')), 'not_allowed');
    assert.equal(await reason({ key: null }), 'key_missing');
    assert.equal(await reason({}, person('owner'), []), 'wrong_orders');
    const many = Array.from({ length: 501 }, () => randomUUID());
    assert.equal(await reason({}, person('owner'), many), 'wrong_orders');
    assert.equal(await reason({ subject: 'Two\nlines' }), 'wrong_message');
    assert.equal(await reason({ subject: 'x'.repeat(121) }), 'wrong_message');
    assert.equal(await reason({ text: 'Short' }), 'wrong_message');
    assert.equal((await mailsAbout(id)).length, 0);
  });
});
