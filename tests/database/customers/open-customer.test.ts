import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openTestDatabase, personId, refusalOf } from '../../support/database.ts';
import {
  assertForStaffAlone,
  cardOf,
  customerOf,
  newEmail,
  newGuest,
  placeAs,
} from '../../support/data/customers.ts';

const database = openTestDatabase();

describe('open_customer', () => {
  test('it tells of orders of the account and of the guest, of mails, designs, consents and bans', async () => {
    const id = personId('second');
    const own = await placeAs(database, 'second@people.test', 'second');
    const before = await placeAs(database, 'second@people.test');
    await database.sql`
      insert into public.designs (owner_id, name, design, layout) values (${id}, 'Mine', '{}', 'own')`;
    await database.sql`
      insert into public.notification_choices (user_id, topic, is_wanted) values (${id}, 'batch_updates', false)`;
    await database.sql`insert into private.follows (user_id, confirmed_at) values (${id}, now())`;
    await database.sql`insert into private.list_bans (user_id, note) values (${id}, 'Two accounts')`;
    const card = await cardOf(database, id);
    assert.deepEqual(card.orders.map(({ number, is_guest }) => [number, is_guest]).toSorted(), [
      [own.number, false],
      [before.number, true],
    ]);
    assert.ok(card.mails.some(({ number }) => number === own.number));
    assert.deepEqual(
      card.designs.map(({ name }) => name),
      ['Mine'],
    );
    assert.deepEqual(
      card.follows.map(({ about, product }) => [about, product]),
      [['drops', null]],
    );
    assert.deepEqual([card.declined_topics, card.ban?.note], [['batch_updates'], 'Two accounts']);
  });

  test('an account that has not proven its address reads as one without the orders of that address', async () => {
    const [email, id] = [newEmail(), randomUUID()];
    const { number, id: order } = await placeAs(database, email);
    await database.sql`insert into auth.users (id, email) values (${id}, ${email})`;
    const card = await cardOf(database, id);
    assert.deepEqual([card.orders, card.mails], [[], []]);
    const guest = await customerOf(database, order);
    assert.ok((await cardOf(database, guest ?? '')).orders.some((each) => each.number === number));
  });

  test('nobody else opens a card, and there is none of nobody', async () => {
    const { id } = await newGuest(database);
    await assertForStaffAlone(database, `select public.open_customer('${id}')`);
    assert.equal((await refusalOf(cardOf(database, randomUUID()))).reason, 'unknown_customer');
  });
});
