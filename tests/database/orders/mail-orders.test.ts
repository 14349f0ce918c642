import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';
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

  test('support writes about one order at a time, and its customer reads it there with nobody’s name', async () => {
    const [id, other] = [await place('asked@people.test'), await place('else@people.test')];
    const text = 'Dear {name}, <b>it</b> is on its way: {total}.';
    const asked = { subject: 'About {number}', text };
    assert.equal((await send([id], asked, person('support'))).get(id), true);
    const [event] = await database.sql<{ actor_id: string; after: Record<string, unknown> }[]>`
      select actor_id, after from public.order_events where order_id = ${id} and kind = 'messaged'`;
    assert.equal(event?.actor_id, personId('support'));
    assert.deepEqual([event?.after['subject'], event?.after['text']], ['About {number}', text]);
    const both = send([id, other], {}, person('support'));
    assert.equal((await refusalOf(both)).reason, 'one_at_a_time');
    assert.equal((await mailsAbout(other)).length, 0);
  });

  test('a guest reads it with the link of a mail, and not by number and address alone', async () => {
    const [id, email] = [await place('reads@people.test'), 'reads@people.test'];
    await send([id], { text: 'Only for the mailbox.' });
    const [mail] = await database.sql<{ number: string; token: string }[]>`
      select m.payload ->> 'number' as number, s.secrets ->> 'token' as token
      from public.outbox m join private.mail_secrets s on s.mail_id = m.id
      where m.kind = 'order_message' and m.recipient = ${email}`;
    const answers = await database.keepAs(
      anonymous,
      async (sql) => sql<{ found: object; opened: object }[]>`
        select public.open_order(${mail?.number ?? ''}, ${mail?.token ?? ''}) as opened,
          public.find_order(${mail?.number ?? ''}, ${email}) as found`,
    );
    assert.ok(JSON.stringify(answers[0]?.opened).includes('Only for the mailbox.'));
    assert.ok(!JSON.stringify(answers[0]?.found).includes('Only for the mailbox.'));
  });

  test('an order gets ten messages a day, and support writes sixty an hour', async () => {
    const id = await place('often@people.test');
    for (let count = 0; count < 10; count += 1)
      assert.equal((await send([id], {}, person('support'))).get(id), true);
    assert.equal((await send([id], {}, person('support'))).get(id), 'too_many_messages');
    assert.equal((await mailsAbout(id)).length, 10);
    const fresh = await place('fresh@people.test');
    await database.sql`
      insert into public.audit_log (actor_id, actor_role, action, table_name, after)
      select ${personId('support')}, 'support', 'insert', 'outbox', jsonb_build_object('call', 'mail_orders', 'key', gen_random_uuid())
      from generate_series(1, 60)`;
    const key = randomUUID();
    const late = send([fresh], { key }, person('support'));
    assert.equal((await refusalOf(late)).reason, 'too_many_messages');
    assert.equal((await send([fresh], { key }, person('owner'))).get(fresh), true);
  });

  test('customers, too many orders and wrong words are refused', async () => {
    const id = await place('refused@people.test');
    const reason = async (message: Message, caller = person('owner'), orders = [id]) =>
      (await refusalOf(send(orders, message, caller))).reason;
    assert.equal(await reason({}, person('editor')), 'not_allowed');
    assert.equal(await reason({}, person('first')), 'not_allowed');
    assert.equal(await reason({ key: null }), 'key_missing');
    assert.equal(await reason({}, person('owner'), []), 'wrong_orders');
    const many = Array.from({ length: 501 }, () => randomUUID());
    assert.equal(await reason({}, person('owner'), many), 'wrong_orders');
    assert.equal(await reason({ subject: 'Two\nlines' }), 'wrong_message');
    assert.equal(await reason({ subject: 'x'.repeat(121) }), 'wrong_message');
    assert.equal(await reason({ text: 'Short' }), 'wrong_message');
    assert.equal(await reason({ text: '🎹'.repeat(4000) }), 'wrong_message');
    assert.equal((await mailsAbout(id)).length, 0);
  });
});
