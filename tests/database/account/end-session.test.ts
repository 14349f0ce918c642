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

  test('without naming one, all others end and the owner is mailed, also about a single one', async () => {
    const end = (own: string) =>
      database.as(
        { ...person('first'), claims: { ...person('first').claims, session_id: own } },
        async (sql) => {
          await sql`select public.end_session()`;
          await sql`reset role`;
          const left = await sql`select id from auth.sessions where user_id = ${personId('first')}`;
          const mails = await sql`select payload from public.outbox where kind = 'sessions_ended'`;
          return {
            left: left.map((row) => String(row['id'])),
            counts: mails.map((row) => (row['payload'] as { readonly count: number }).count),
          };
        },
      );
    const [other] = await database.sql`
      insert into auth.sessions (user_id) values (${personId('first')}) returning id`;
    assert.deepEqual(await end(sessionId), { left: [sessionId], counts: [1] });
    await database.sql`delete from auth.sessions where id = ${String(other?.['id'])}`;
    assert.deepEqual(await end(sessionId), { left: [sessionId], counts: [] });
    // A token whose session is gone must not end those that are left.
    assert.equal((await refusalOf(end(String(other?.['id'])))).reason, 'signed_out');
  });

  test('who ends the session they are in is not mailed about it', async () => {
    const own = { ...person('first').claims, session_id: sessionId };
    const mails = await database.as({ ...person('first'), claims: own }, async (sql) => {
      await sql`select public.end_session(${sessionId})`;
      await sql`reset role`;
      return sql`select from public.outbox where kind = 'sessions_ended'`;
    });
    assert.equal(mails.length, 0);
  });

  test('anonymous visitors may not ask', async () => {
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => sql`select public.end_session(${sessionId})`),
    );
    assert.equal(refusal.code, '42501');
  });
});
