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

async function placed(): Promise<string> {
  const lines = [await line(database.sql, 'FOAM-60')];
  const bought = await database.keepAs(anonymous, (sql) =>
    buy(sql, { lines, email: 'masked@people.test' }),
  );
  return bought.order.id;
}

const reveal = (name: PersonName, order: string, reason = 'The parcel came back') =>
  database.keepAs(person(name), async (sql) => {
    const rows = await sql<{ contact: { email: string; address: { line1: string } } }[]>`
      select public.reveal_contact(${order}, ${reason}) as contact`;
    return rows[0]?.contact;
  });

describe('reveal_contact', () => {
  test('support gets what is masked otherwise, and the log says who asked and why', async () => {
    const order = await placed();
    const [masked] = await database.as(
      person('support'),
      (sql) => sql<{ email: string }[]>`select email from public.orders where id = ${order}`,
    );
    assert.equal(masked?.email, 'm…@…');
    const contact = await reveal('support', order);
    assert.equal(contact?.email, 'masked@people.test');
    assert.equal(contact?.address.line1, 'Oudegracht 1');
    const logged = await database.as(
      person('owner'),
      (sql) => sql`
        select actor_id, actor_role, action, table_name, after ->> 'reason' as reason
        from public.audit_log where row_id = ${order} and action = 'read'`,
    );
    assert.deepEqual(
      [...logged],
      [
        {
          actor_id: personId('support'),
          actor_role: 'support',
          action: 'read',
          table_name: 'order_records',
          reason: 'The parcel came back',
        },
      ],
    );
  });

  test('without a reason, for no order, and for anybody else there is nothing, and no trace of it', async () => {
    const order = await placed();
    assert.equal((await refusalOf(reveal('support', order, ' '))).reason, 'reason_missing');
    assert.equal((await refusalOf(reveal('support', randomUUID()))).reason, 'unknown_order');
    for (const name of ['first', 'editor', 'former'] as const)
      assert.equal((await refusalOf(reveal(name, order))).reason, 'not_allowed', name);
    const stranger = database.as(
      anonymous,
      (sql) => sql`select public.reveal_contact(${order}, 'I want to know')`,
    );
    assert.equal((await refusalOf(stranger)).code, '42501');
    const rows = await database.sql`
      select from public.audit_log where row_id = ${order} and action = 'read'`;
    assert.equal(rows.length, 0);
  });
});
