import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, personId } from '../../support/database.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';

const database = openTestDatabase();

const undoAs = (caller: Caller, token: string | null) =>
  database.as(caller, async (sql) => {
    const [row] = await sql`select public.undo_account_deletion(${token}) as undone`;
    return row?.['undone'];
  });

describe('undo_account_deletion', () => {
  before(async () => {
    await database.sql`
      insert into private.account_deletions (user_id, undo_hash, due_at)
      values (${personId('first')}, private.hash_of('secret'), now() + interval '3 days')`;
  });

  test('the secret of the mail works for anyone who has it, and no other does', async () => {
    assert.equal(await undoAs(anonymous, 'secret'), true);
    assert.equal(await undoAs(anonymous, 'Secret'), false);
    assert.equal(await undoAs(anonymous, ''), false);
    assert.equal(await undoAs(person('second'), 'other'), false);
  });

  test('whoever is signed in takes back their own alone', async () => {
    assert.equal(await undoAs(person('first'), null), true);
    assert.equal(await undoAs(person('second'), null), false);
    assert.equal(await undoAs(anonymous, null), false);
  });
});
