import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
  type PersonName,
} from '../../support/database.ts';
import { buy, line } from '../../support/data/orders.ts';

const database = openTestDatabase();

interface Card {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly email: string;
  readonly is_masked: boolean;
  readonly ban: { readonly note: string } | null;
  readonly orders: readonly { readonly number: string; readonly is_guest: boolean }[];
  readonly notes: readonly Record<string, unknown>[];
  readonly mails: readonly { readonly kind: string; readonly number: string }[];
  readonly declined_topics: readonly string[];
  readonly designs: readonly { readonly name: string }[];
}

const open = (id: string, name: PersonName = 'owner') =>
  database.keepAs(person(name), async (sql) => {
    const rows = await sql<{ card: Card }[]>`select public.open_customer(${id}) as card`;
    assert.ok(rows[0]);
    return rows[0].card;
  });

const place = (email: string, name: PersonName | null = null) =>
  database.keepAs(name === null ? anonymous : person(name), async (sql) => {
    const { order } = await buy(sql, { lines: [await line(database.sql, 'FOAM-60')], email });
    return order;
  });

const customerOf = (order: string, name: PersonName = 'support') =>
  database.keepAs(person(name), async (sql) => {
    const rows = await sql<{ id: string | null }[]>`select public.find_customer(${order}) as id`;
    return rows[0]?.id ?? null;
  });

const note = (id: string, text: string, name: PersonName, key: string | null = null) =>
  database.keepAs(person(name), async (sql) => {
    const rows = await sql<{ id: string }[]>`
      select public.add_customer_note(${id}, ${text}, ${key}) as id`;
    return rows[0]?.id;
  });

const newEmail = () => `${randomUUID().slice(0, 8)}@cards.test`;

describe('a customer’s card', () => {
  test('an order leads to the account behind it, a guest’s to the guest, and nobody’s to nobody', async () => {
    const email = newEmail();
    const [own, guests] = [await place('elsewhere@cards.test', 'first'), await place(email)];
    assert.equal(await customerOf(own.id), personId('first'));
    const guest = await customerOf(guests.id);
    assert.ok(guest);
    assert.equal((await open(guest)).email, email);
    await database.sql`
      update private.order_contacts set email = 'deleted@account.invalid' where order_id = ${guests.id}`;
    assert.equal(await customerOf(guests.id), null);
    assert.equal((await refusalOf(open(guest))).reason, 'unknown_customer');
  });

  test('it tells of orders of the account and of the guest, of mails, designs, consents and bans', async () => {
    const [own, before] = [
      await place('second@people.test', 'second'),
      await place('second@people.test'),
    ];
    await database.sql`insert into public.designs (owner_id, name, design, layout) values (${personId('second')}, 'Mine', '{}', 'own')`;
    await database.sql`insert into public.notification_choices (user_id, topic, is_wanted) values (${personId('second')}, 'batch_updates', false)`;
    await database.sql`insert into private.list_bans (user_id, note) values (${personId('second')}, 'Two accounts')`;
    const card = await open(personId('second'));
    assert.deepEqual(card.orders.map(({ number, is_guest }) => [number, is_guest]).toSorted(), [
      [own.number, false],
      [before.number, true],
    ]);
    assert.ok(card.mails.some(({ number }) => number === own.number));
    assert.deepEqual(
      card.designs.map(({ name }) => name),
      ['Mine'],
    );
    assert.deepEqual([card.declined_topics, card.ban?.note], [['batch_updates'], 'Two accounts']);
  });

  test('an account that has not proven its address reads as one without the orders of that address', async () => {
    const [email, id] = [newEmail(), randomUUID()];
    const { number } = await place(email);
    await database.sql`insert into auth.users (id, email) values (${id}, ${email})`;
    const card = await open(id);
    assert.deepEqual([card.orders, card.mails], [[], []]);
    const guest = await customerOf((await place(email)).id);
    assert.ok((await open(guest ?? '')).orders.some((order) => order.number === number));
  });

  test('a note has its author, once for each key, and colleagues’ mailboxes are for the owner', async () => {
    const guest = (await customerOf((await place(newEmail())).id)) ?? '';
    const key = randomUUID();
    const both = await Promise.all([
      note(guest, 'Wants blue', 'support', key),
      note(guest, 'Wants blue', 'support', key),
    ]);
    assert.equal(both[0], both[1]);
    assert.equal((await refusalOf(note(guest, 'Wants red', 'support', key))).reason, 'key_reused');
    const [told] = (await open(guest, 'owner')).notes;
    assert.deepEqual(
      [told?.['text'], told?.['role'], told?.['email'], told?.['is_own']],
      ['Wants blue', 'support', 'support@people.test', false],
    );
    const [own] = (await open(guest, 'support')).notes;
    assert.deepEqual([own?.['email'], own?.['is_own']], [null, true]);
    assert.equal((await refusalOf(note(guest, ' ', 'owner'))).reason, 'wrong_note');
    assert.equal((await refusalOf(note(randomUUID(), 'Hm', 'owner'))).reason, 'unknown_customer');
  });

  test('support sees it masked, and unmasked with a reason that is kept', async () => {
    const email = newEmail();
    const guest = (await customerOf((await place(email)).id)) ?? '';
    const card = await open(guest, 'support');
    assert.deepEqual([card.email, card.name, card.is_masked], [`${email[0]}…@…`, 'A…', true]);
    assert.ok(!JSON.stringify(card).includes(email));
    const reveal = (reason: string, name: PersonName = 'support') =>
      database.keepAs(person(name), async (sql) => {
        const rows = await sql<{ contact: { email: string; name: string } }[]>`
          select public.reveal_customer(${guest}, ${reason}) as contact`;
        return rows[0]?.contact;
      });
    assert.equal((await refusalOf(reveal(' '))).reason, 'reason_missing');
    assert.deepEqual(await reveal('They called'), { email, name: 'Ada Buyer' });
    const logged = await database.sql`
      select actor_role, action, after ->> 'reason' as reason from public.audit_log
      where table_name = 'customers' and row_id = ${guest} and action = 'read'`;
    assert.deepEqual(
      [...logged],
      [{ actor_role: 'support', action: 'read', reason: 'They called' }],
    );
    for (const name of ['first', 'editor', 'former'] as const)
      assert.equal((await refusalOf(reveal('I want to', name))).reason, 'not_allowed', name);
  });

  test('nobody else opens a card, finds one, or reads or writes notes', async () => {
    const order = await place(newEmail());
    const guest = (await customerOf(order.id)) ?? '';
    await note(guest, 'For colleagues', 'owner');
    for (const name of ['first', 'editor', 'former'] as const) {
      assert.equal((await refusalOf(open(guest, name))).reason, 'not_allowed', name);
      assert.equal((await refusalOf(customerOf(order.id, name))).reason, 'not_allowed', name);
      assert.equal((await refusalOf(note(guest, 'Me too', name))).reason, 'not_allowed', name);
      const seen = await database.as(person(name), (sql) => sql`select from public.customer_notes`);
      assert.equal(seen.length, 0, name);
    }
    for (const call of [
      `select public.open_customer('${guest}')`,
      `select public.find_customer('${order.id}')`,
      `select public.reveal_customer('${guest}', 'I want to know')`,
      `select public.add_customer_note('${guest}', 'Me too')`,
      'select from public.customer_notes',
    ])
      assert.equal(
        (await refusalOf(database.as(anonymous, (sql) => sql.unsafe(call)))).code,
        '42501',
        call,
      );
    const byHand = database.as(
      person('owner'),
      (sql) =>
        sql`insert into public.customer_notes (customer_id, text) values (${guest}, 'By hand')`,
    );
    assert.equal((await refusalOf(byHand)).code, '42501');
  });
});
