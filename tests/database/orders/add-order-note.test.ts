import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { buy, line } from '../../support/data/orders.ts';

const database = openTestDatabase();

describe('add_order_note', () => {
  test('support notes what colleagues read and customers do not', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const { order } = await database.keepAs(person('first'), (sql) =>
      buy(sql, { lines, email: 'first@people.test' }),
    );
    await database.keepAs(
      person('support'),
      (sql) => sql`select public.add_order_note(${order.id}, ${'Asked about the colour'})`,
    );
    const read = (name: 'owner' | 'support' | 'first' | 'editor') =>
      database.as(
        person(name),
        (sql) => sql`select text from public.order_notes where order_id = ${order.id}`,
      );
    assert.deepEqual(
      [
        (await read('owner')).length,
        (await read('support')).length,
        (await read('first')).length,
        (await read('editor')).length,
      ],
      [1, 1, 0, 0],
    );
  });

  test('the same key again is the same note, and with other words is refused', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const { order } = await database.keepAs(person('first'), (sql) =>
      buy(sql, { lines, email: 'first@people.test' }),
    );
    const key = randomUUID();
    const add = (text: string, name: 'owner' | 'support' = 'owner') =>
      database.keepAs(person(name), async (sql) => {
        const [row] = await sql<{ note: string }[]>`
          select public.add_order_note(${order.id}, ${text}, ${key}) as note`;
        return row?.note;
      });
    const ids = await Promise.all(['Hello', 'Hello ', ' Hello'].map((text) => add(text)));
    assert.deepEqual([new Set(ids).size, typeof ids[0]], [1, 'string']);
    assert.equal((await refusalOf(add('Another'))).reason, 'key_reused');
    assert.notEqual(await add('Hello', 'support'), ids[0], 'a key belongs to its caller');
    const [left] = await database.sql`
      select count(*)::int from public.order_notes where order_id = ${order.id}`;
    assert.equal(left?.['count'], 2);
  });

  test('empty and endless notes, unknown orders and other people are refused', async () => {
    const note = (
      text: string,
      order = randomUUID(),
      name: 'owner' | 'first' | 'editor' = 'owner',
    ) =>
      refusalOf(
        database.as(person(name), (sql) => sql`select public.add_order_note(${order}, ${text})`),
      );
    assert.equal((await note(' ')).reason, 'wrong_note');
    assert.equal((await note('x'.repeat(2001))).reason, 'wrong_note');
    assert.equal((await note('Hello')).reason, 'unknown_order');
    assert.equal((await note('Hello', randomUUID(), 'first')).reason, 'not_allowed');
    assert.equal((await note('Hello', randomUUID(), 'editor')).reason, 'not_allowed');
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => sql`select public.add_order_note(${randomUUID()}, 'x')`),
    );
    assert.equal(refusal.code, '42501');
  });
});
