import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { buy, line, recordPayment } from '../../support/data/orders.ts';

const database = openTestDatabase();

/** An order that its customer placed and two colleagues moved. */
async function movedOrder(): Promise<string> {
  const lines = [await line(database.sql, 'CASE-MOSS')];
  const { order } = await database.keepAs(anonymous, (sql) => buy(sql, { lines }));
  await database.keepAs(person('owner'), (sql) => recordPayment(sql, order.id));
  await database.keepAs(
    person('fulfilment'),
    (sql) => sql`select public.transition_orders(array[${order.id}]::uuid[], 'in_production', '')`,
  );
  return order.id;
}

async function actors(name: 'owner' | 'fulfilment' | 'support', order: string) {
  const [row] = await database.as(
    person(name),
    (sql) => sql`select public.order_actors(${order}) as told`,
  );
  return row?.['told'] as readonly {
    event_id: number;
    is_own: boolean;
    role: string;
    email: string | null;
  }[];
}

describe('order_actors', () => {
  test('names the colleague of each move, and nobody for what the customer did', async () => {
    const order = await movedOrder();
    const told = await actors('fulfilment', order);
    assert.deepEqual(
      new Set(told.map(({ role, is_own, email }) => `${role} ${is_own} ${email}`)),
      new Set(['owner false null', 'fulfilment true null']),
    );
    const [row] = await database.sql<{ ids: number[] }[]>`
      select array_agg(id::int order by id) as ids from public.order_events where order_id = ${order} and actor = 'staff'`;
    assert.deepEqual(
      told.map(({ event_id }) => event_id),
      row?.ids,
    );
  });

  test('mailboxes are for the owner', async () => {
    const order = await movedOrder();
    const mailboxes = (await actors('owner', order)).map(({ email }) => email);
    assert.ok(mailboxes.length > 0 && mailboxes.every((email) => email?.endsWith('@people.test')));
    assert.ok((await actors('support', order)).every(({ email }) => email === null));
  });

  test('customers, editors and who was let go are refused', async () => {
    const order = await movedOrder();
    for (const name of ['editor', 'first', 'former'] as const) {
      const refusal = await refusalOf(
        database.as(person(name), (sql) => sql`select public.order_actors(${order})`),
      );
      assert.equal(refusal.reason, 'not_allowed');
    }
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => sql`select public.order_actors(${order})`),
    );
    assert.equal(refusal.code, '42501');
  });
});
