import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { assertForStaffAlone, cardOf, newGuest } from '../../support/data/customers.ts';

const database = openTestDatabase();

const reveal = (id: string, reason: string) =>
  database.keepAs(person('support'), async (sql) => {
    const rows = await sql<{ contact: unknown }[]>`
      select public.reveal_customer(${id}, ${reason}) as contact`;
    return rows[0]?.contact;
  });

describe('reveal_customer', () => {
  test('support sees a card masked, and unmasked with a reason that is kept', async () => {
    const { id, email } = await newGuest(database);
    const card = await cardOf(database, id, 'support');
    assert.deepEqual([card.email, card.name, card.is_masked], [`${email[0]}…@…`, 'A…', true]);
    assert.ok(!JSON.stringify(card).includes(email));
    assert.equal((await refusalOf(reveal(id, ' '))).reason, 'reason_missing');
    assert.deepEqual(await reveal(id, 'They called'), { email, name: 'Ada Buyer' });
    const logged = await database.sql`
      select actor_role, action, after ->> 'reason' as reason from public.audit_log
      where table_name = 'customers' and row_id = ${id} and action = 'read'`;
    assert.deepEqual(
      [...logged],
      [{ actor_role: 'support', action: 'read', reason: 'They called' }],
    );
  });

  test('of nobody there is nothing, and for nobody else there is anything', async () => {
    assert.equal((await refusalOf(reveal(randomUUID(), 'Who?'))).reason, 'unknown_customer');
    const { id } = await newGuest(database);
    await assertForStaffAlone(database, `select public.reveal_customer('${id}', 'I want to know')`);
  });
});
