import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();

describe('health', () => {
  const health = async () => {
    const [row] = await database.as(
      anonymous,
      (sql) => sql<{ health: unknown }[]>`select public.health() as health`,
    );
    return row?.health;
  };

  test('tells everybody whether jobs run, and nothing else', async () => {
    await database.sql`delete from private.job_turns`;
    assert.deepEqual(await health(), { database: 'ok', jobs: 'never' });
    await database.sql`select private.note_job_turns('{}')`;
    assert.deepEqual(await health(), { database: 'ok', jobs: 'ok' });
    await database.sql`update private.job_turns set ran_at = now() - interval '20 minutes'`;
    assert.deepEqual(await health(), { database: 'ok', jobs: 'late' });
    await database.sql`select private.note_job_turns('{}')`;
  });
});
