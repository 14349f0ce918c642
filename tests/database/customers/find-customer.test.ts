import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTestDatabase, personId, refusalOf } from '../../support/database.ts';
import {
  assertForStaffAlone,
  cardOf,
  customerOf,
  newGuest,
  placeAs,
} from '../../support/data/customers.ts';

const database = openTestDatabase();

describe('find_customer', () => {
  test('an order leads to the account behind it, a guest’s to the guest, and nobody’s to nobody', async () => {
    const own = await placeAs(database, 'elsewhere@cards.test', 'first');
    assert.equal(await customerOf(database, own.id), personId('first'));
    const { id, email, order } = await newGuest(database);
    assert.equal((await cardOf(database, id)).email, email);
    await database.sql`
      update private.order_contacts set email = 'deleted@account.invalid' where order_id = ${order.id}`;
    assert.equal(await customerOf(database, order.id), null);
    assert.equal((await refusalOf(cardOf(database, id))).reason, 'unknown_customer');
  });

  test('nobody else is led to anybody', async () => {
    const { order } = await newGuest(database);
    await assertForStaffAlone(database, `select public.find_customer('${order.id}')`);
  });
});
