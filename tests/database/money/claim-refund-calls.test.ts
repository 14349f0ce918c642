import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  type PersonName,
} from '../../support/database.ts';
import { openCardPayments } from '../../support/data/card-payments.ts';

const database = openTestDatabase();
const cards = openCardPayments(database);
const { send, letTimePass, paidOrder, refund } = cards;

describe('a refund of a card payment', () => {
  test('whose answer was lost is found at the provider and not sent twice, even once it forgot the key', async () => {
    const { id, charges } = await paidOrder();
    await refund(id, 800);
    cards.dieWhen(() => true);
    await assert.rejects(send([id]));
    cards.dieWhen(() => false);
    cards.stripe().forgetKeys();
    // Whoever died holds it for two minutes.
    assert.deepEqual(await send([id]), { sent: 0, waiting: 0, refused: 0 });
    await letTimePass();
    assert.deepEqual(await send(), { sent: 1, waiting: 0, refused: 0 });
    assert.equal(cards.stripe().givenBack(charges[0] ?? ''), 800);
  });

  test('that was sent before the shop was restored from an older copy is not sent again', async () => {
    const { id, charges } = await paidOrder();
    await refund(id, 500);
    await send([id]);
    cards.stripe().forgetKeys();
    await database.sql`
      update public.refund_calls set state = 'waiting', attempts = 0, provider_reference = '', call_after = now(),
        created_at = now() - interval '1 day' where order_id = ${id}`;
    assert.deepEqual(await send([id]), { sent: 1, waiting: 0, refused: 0 });
    assert.equal(cards.stripe().givenBack(charges[0] ?? ''), 500);
  });

  test('is asked for by one of ten that look at once', async () => {
    const { id, charges } = await paidOrder();
    await refund(id, 600);
    const reports = await Promise.all(Array.from({ length: 10 }, () => send([id])));
    assert.equal(
      reports.reduce((sum, { sent }) => sum + sent, 0),
      1,
    );
    assert.equal(cards.stripe().givenBack(charges[0] ?? ''), 600);
  });

  test('is claimed and settled by the service alone, and read by staff who work with orders', async () => {
    const { id } = await paidOrder();
    await refund(id, 400);
    for (const caller of [anonymous, person('first'), person('owner')]) {
      const claim = database.keepAs(
        caller,
        (sql) => sql`select public.claim_refund_calls(array['stripe'])`,
      );
      assert.equal((await refusalOf(claim)).code, '42501');
    }
    const seen = async (name: PersonName) =>
      (
        await database.keepAs(
          person(name),
          (sql) => sql`select id from public.refund_calls where order_id = ${id}`,
        )
      ).length;
    assert.deepEqual(
      await Promise.all((['owner', 'fulfilment', 'support', 'editor', 'first'] as const).map(seen)),
      [1, 1, 1, 0, 0],
    );
    await send([id]);
  });
});
