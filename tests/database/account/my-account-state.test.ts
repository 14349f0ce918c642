import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openTestDatabase, person, personId } from '../../support/database.ts';

const database = openTestDatabase();

const stateOf = async (name: 'first' | 'second' | 'owner') => {
  const [row] = await database.as(
    person(name),
    (sql) => sql`select public.my_account_state() as state`,
  );
  return row?.['state'] as Record<string, unknown>;
};

describe('my_account_state', () => {
  before(async () => {
    await database.sql`
      insert into private.account_deletions (user_id, undo_hash, due_at)
      values (${personId('first')}, 'hash', now() + interval '3 days')`;
  });

  test('everyone learns about their own account alone', async () => {
    assert.equal(typeof (await stateOf('first'))['deletion_due_at'], 'string');
    assert.deepEqual(await stateOf('second'), {
      deletion_due_at: null,
      recovery_codes: 0,
      works_here: false,
      factor_due_at: null,
    });
    assert.equal((await stateOf('owner'))['works_here'], true);
  });
});
