import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  personId,
  refusalOf,
  type PersonName,
} from '../../support/database.ts';
import { offer, placeGroupBuy, transfersOf } from '../../support/data/transfers.ts';

const database = openTestDatabase();
const seenBy = async (who: PersonName) => {
  const { offered, received } = await transfersOf(database, who);
  return [offered.length, received.length];
};

describe('my_transfers', () => {
  test('shows a question to both people, to nobody else, and not after its end', async () => {
    const order = await placeGroupBuy(database);
    await offer(database, order.id, 'second@people.test');
    assert.deepEqual(await seenBy('first'), [1, 0]);
    assert.deepEqual(await seenBy('second'), [0, 1]);
    for (const who of ['owner', 'fulfilment', 'support', 'editor', 'former'] as const) {
      assert.deepEqual(await seenBy(who), [0, 0], who);
    }
    await database.sql`update auth.users set email_confirmed_at = null where id = ${personId('second')}`;
    assert.deepEqual(await seenBy('second'), [0, 0]);
    await database.sql`update auth.users set email_confirmed_at = now() where id = ${personId('second')}`;
    await database.sql`update private.order_transfers set expires_at = now()`;
    assert.deepEqual([await seenBy('first'), await seenBy('second')].flat(), [0, 0, 0, 0]);
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => sql`select public.my_transfers()`),
    );
    assert.equal(refusal.code, '42501');
  });
});
