import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import {
  anonymous,
  person,
  personId,
  refusalOf,
  openTestDatabase,
} from '../../support/database.ts';

const database = openTestDatabase();

interface Request {
  readonly id: string;
  readonly status: string;
  readonly joined: boolean;
}

async function request(sql: TransactionSql, note: string): Promise<Request> {
  const rows = await sql<{ request: Request }[]>`select public.request_publish(${note}) as request`;
  assert.ok(rows[0]);
  return rows[0].request;
}

describe('request_publish', () => {
  afterEach(() => database.sql`truncate public.publish_requests`);

  test('owners and editors queue a build', async () => {
    for (const name of ['owner', 'editor'] as const) {
      const made = await database.as(person(name), (sql) => request(sql, 'New prices'));
      assert.equal(made.status, 'queued');
      assert.equal(made.joined, false);
    }
  });

  test('asking again while one waits joins it and keeps both notes', async () => {
    const first = await database.keepAs(person('editor'), (sql) => request(sql, 'New prices'));
    const second = await database.keepAs(person('owner'), (sql) => request(sql, 'New pictures'));
    assert.equal(second.id, first.id);
    assert.equal(second.joined, true);
    const rows = await database.sql`select requested_by, note from public.publish_requests`;
    assert.deepEqual(
      [...rows].map((row) => ({ ...row })),
      [{ requested_by: personId('editor'), note: 'New prices\nNew pictures' }],
    );
  });

  test('a build that is running is not joined: it may have read too early', async () => {
    const first = await database.keepAs(person('editor'), (sql) => request(sql, ''));
    await database.sql`
      update public.publish_requests set status = 'running', started_at = now() where id = ${first.id}`;
    const second = await database.keepAs(person('editor'), (sql) => request(sql, ''));
    assert.notEqual(second.id, first.id);
  });

  test('twenty at once make one request', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        database.keepAs(person('editor'), (sql) => request(sql, `note ${index}`)),
      ),
    );
    assert.equal(new Set(made.map(({ id }) => id)).size, 1);
    assert.equal(made.filter(({ joined }) => !joined).length, 1);
  });

  test('a note that is too long is refused, and joined notes are cut', async () => {
    const refusal = await refusalOf(
      database.as(person('owner'), (sql) => request(sql, 'x'.repeat(501))),
    );
    assert.deepEqual([refusal.code, refusal.reason], ['PT422', 'note_too_long']);
    await database.keepAs(person('owner'), (sql) => request(sql, 'x'.repeat(500)));
    const joined = await database.keepAs(person('owner'), (sql) => request(sql, 'y'));
    assert.equal(joined.joined, true);
  });

  test('nobody else may ask', async () => {
    for (const name of ['first', 'fulfilment', 'support', 'former'] as const) {
      const refusal = await refusalOf(database.as(person(name), (sql) => request(sql, '')));
      assert.deepEqual([refusal.code, refusal.reason], ['PT403', 'not_allowed'], name);
    }
    const refusal = await refusalOf(database.as(anonymous, (sql) => request(sql, '')));
    assert.equal(refusal.code, '42501');
  });

  test('the request is in the audit log', async () => {
    await database.keepAs(person('editor'), (sql) => request(sql, 'Audited'));
    const [row] = await database.sql`
      select actor_role, action, after ->> 'note' as note from public.audit_log
      where table_name = 'publish_requests' order by id desc limit 1`;
    assert.deepEqual({ ...row }, { actor_role: 'editor', action: 'insert', note: 'Audited' });
  });
});
