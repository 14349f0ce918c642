import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { enterAll, makeEntrants, makeList } from '../../support/data/lists.ts';

const database = openTestDatabase();

async function entries(sql: TransactionSql, list: string): Promise<readonly { email: string }[]> {
  const [row] = await sql<
    { answer: { email: string }[] }[]
  >`select public.export_entries(${list}) as answer`;
  assert.ok(row);
  return row.answer;
}

describe('export_entries', () => {
  test('gives the owner names, and leaves a row that says so', async () => {
    const list = await makeList(database.sql);
    const people = await makeEntrants(database.sql, 2);
    await enterAll(database.keepAs, list.id, people);
    const rows = await database.keepAs(person('owner'), (sql) => entries(sql, list.id));
    assert.deepEqual(
      rows.map(({ email }) => email),
      people.map(({ email }) => email),
    );
    const [row] = await database.sql`
      select actor_role, action from public.audit_log where row_id = ${list.id} and table_name = 'list_entries'`;
    assert.deepEqual({ ...row }, { actor_role: 'owner', action: 'read' });
  });

  test('gives them to nobody else', async () => {
    const list = await makeList(database.sql);
    for (const name of ['editor', 'fulfilment', 'support', 'first'] as const) {
      assert.equal(
        (await refusalOf(database.as(person(name), (sql) => entries(sql, list.id)))).reason,
        'not_allowed',
      );
    }
  });
});
