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
let sessionId = '';

const endAs = (name: 'first' | 'second') =>
  database.as(person(name), async (sql) => {
    const [row] = await sql`select public.end_session(${sessionId}) as ended`;
    return row?.['ended'];
  });

describe('end_session', () => {
  before(async () => {
    const [row] = await database.sql`
      insert into auth.sessions (user_id) values (${personId('first')}) returning id`;
    sessionId = String(row?.['id']);
  });

  test('a person ends their own session, and nobody ends another’s', async () => {
    assert.equal(await endAs('second'), false);
    assert.equal(await endAs('first'), true);
  });

  test('anonymous visitors may not ask', async () => {
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => sql`select public.end_session(${sessionId})`),
    );
    assert.equal(refusal.code, '42501');
  });
});
