import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { draftedOrder } from '../../support/data/drafted-orders.ts';
import { beginPayment } from '../../support/data/orders.ts';

const database = openTestDatabase();

const today = new Date().toISOString().slice(0, 10);

interface Agreed {
  readonly how?: string | null;
  readonly on?: string | null;
  readonly note?: string | null;
}

const record = (id: string, agreed: Agreed = {}, caller: Caller = person('fulfilment')) => {
  const { how = 'phone', on = today, note = 'Read to her' } = agreed;
  return database.keepAs(
    caller,
    (sql) => sql`select public.record_consents(${id}, ${how}, ${on}, ${note}) as answer`,
  );
};

describe('record_consents', () => {
  test('how and when a customer agreed elsewhere is kept, and lets the order be paid', async () => {
    const order = await draftedOrder(database, ['BRAEFELL-KIT']);
    await record(order.id);
    const [row] = await database.sql<{ consents: unknown; has_terms: boolean }[]>`
      select consents, terms_version_id is not null as has_terms from public.order_records where id = ${order.id}`;
    assert.deepEqual(
      { ...row },
      {
        consents: { terms: true, group_buy: true, by: 'staff', how: 'phone', agreed_on: today },
        has_terms: true,
      },
    );
    const [event] = await database.sql`
      select actor, reason, after ->> 'how' as how from public.order_events
      where order_id = ${order.id} and kind = 'consents_recorded'`;
    assert.deepEqual({ ...event }, { actor: 'staff', reason: 'Read to her', how: 'phone' });
    const begun = await database.keepAs(anonymous, (sql) =>
      beginPayment(sql, order.id, order.token),
    );
    assert.ok(begun.attempt_id);
    assert.equal((await refusalOf(record(order.id))).reason, 'agreed_already');
  });

  test('a way, a day and a note are needed, an order that there is, and the right to', async () => {
    const { id } = await draftedOrder(database, ['CASE-MOSS']);
    const reason = async (agreed: Agreed, caller?: Caller) =>
      (await refusalOf(record(id, agreed, caller))).reason;
    assert.equal(await reason({ how: 'pigeon' }), 'wrong_way');
    assert.equal(await reason({ how: null }), 'wrong_way');
    for (const on of [null, '2019-01-01', '2999-01-01'])
      assert.equal(await reason({ on }), 'wrong_day');
    for (const note of [null, ' ', 'x'.repeat(501)])
      assert.equal(await reason({ note }), 'note_missing');
    assert.equal((await refusalOf(record(randomUUID()))).reason, 'unknown_order');
    for (const name of ['support', 'editor', 'first'] as const)
      assert.equal(await reason({}, person(name)), 'not_allowed');
  });
});
