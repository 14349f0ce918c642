import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';

const database = openTestDatabase();

describe('my_sessions', () => {
  before(async () => {
    await database.sql`
      insert into auth.sessions (user_id, user_agent, not_after) values
        (${personId('first')}, 'Laptop', null), (${personId('first')}, 'Phone', null),
        (${personId('first')}, 'Ended', now() - interval '1 day'), (${personId('second')}, 'Stranger', null)`;
  });

  test('a person sees their own living sessions, this one first', async () => {
    const [current] = await database.sql`select id from auth.sessions where user_agent = 'Phone'`;
    const claims = { ...person('first').claims, session_id: String(current?.['id']) };
    const [row] = await database.as(
      { role: 'authenticated', claims },
      (sql) => sql`select public.my_sessions() as sessions`,
    );
    const sessions = row?.['sessions'] as readonly { user_agent: string; is_current: boolean }[];
    assert.deepEqual(
      sessions.map((session) => [session.user_agent, session.is_current]),
      [
        ['Phone', true],
        ['Laptop', false],
      ],
    );
  });

  test('anonymous visitors may not ask', async () => {
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => sql`select public.my_sessions()`),
    );
    assert.equal(refusal.code, '42501');
  });
});
