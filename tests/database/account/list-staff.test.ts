import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();

describe('list_staff', () => {
  test('the owner sees who works here', async () => {
    const [row] = await database.as(
      person('owner'),
      (sql) => sql`select public.list_staff() as staff`,
    );
    const { people, invitations } = (row ?? {})['staff'] as {
      readonly people: readonly { email: string; role: string; is_own: boolean }[];
      readonly invitations: readonly unknown[];
    };
    assert.deepEqual(invitations, []);
    assert.deepEqual(
      people.filter(({ is_own: isOwn }) => isOwn).map(({ email }) => email),
      ['owner@people.test'],
    );
    const own = people.filter(({ email }) => email.endsWith('@people.test'));
    assert.deepEqual(own.map(({ role }) => role).toSorted(), [
      'editor',
      'fulfilment',
      'owner',
      'support',
    ]);
  });

  test('nobody else does', async () => {
    for (const name of ['editor', 'support', 'first', 'former'] as const) {
      const refusal = await refusalOf(
        database.as(person(name), (sql) => sql`select public.list_staff()`),
      );
      assert.equal(refusal.reason, 'not_allowed');
    }
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => sql`select public.list_staff()`),
    );
    assert.equal(refusal.code, '42501');
  });
});
