import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, person, refusalOf, openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();

describe('my_staff_role', () => {
  test('people who work here learn their role', async () => {
    for (const name of ['owner', 'editor', 'fulfilment', 'support'] as const) {
      const [row] = await database.as(
        person(name),
        (sql) => sql`select public.my_staff_role() as role`,
      );
      assert.equal(row?.['role'], name);
    }
  });

  test('customers and those who no longer work here learn that they have none', async () => {
    for (const name of ['first', 'former'] as const) {
      const [row] = await database.as(
        person(name),
        (sql) => sql`select public.my_staff_role() as role`,
      );
      assert.equal(row?.['role'], null);
    }
  });

  test('anonymous visitors may not ask', async () => {
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => sql`select public.my_staff_role()`),
    );
    assert.equal(refusal.code, '42501');
  });
});
