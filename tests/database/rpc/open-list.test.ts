import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTestDatabase, person } from '../../support/database.ts';
import { roundTime } from '../../../src/domain/beacon.ts';
import { answeredRefusal, makeList, type ListAnswer } from '../../support/lists.ts';
import type { TransactionSql } from 'postgres';

const database = openTestDatabase();

async function open(sql: TransactionSql, list: string): Promise<ListAnswer> {
  const [row] = await sql<{ answer: ListAnswer }[]>`select public.open_list(${list}) as answer`;
  assert.ok(row);
  return row.answer;
}

describe('open_list', () => {
  test('a raffle names the first round of the beacon after its closing and a margin', async () => {
    const draft = await makeList(database.sql, { status: 'draft' });
    const list = await database.keepAs(person('owner'), (sql) => open(sql, draft.id));
    const margin = Date.parse(list.closes_at) + 15 * 60_000;
    const time = roundTime(list.beacon_round).getTime();
    assert.equal(list.status, 'open');
    assert.ok(time >= margin && time < margin + 3000, `${time - margin} ms after the margin`);
  });

  test('rules that nobody has looked at are not opened', async () => {
    const draft = await makeList(database.sql, { status: 'draft' });
    const [seen] = await database.sql<{ version: number }[]>`
      update public.lists set capacity = 4 where id = ${draft.id} returning version`;
    assert.ok(seen);
    const openSeen = (version: number) =>
      database.keepAs(person('owner'), async (sql) => {
        const [row] = await sql<{ answer: unknown }[]>`
          select public.open_list(${draft.id}, ${version}) as answer`;
        return answeredRefusal(sql, row?.answer);
      });
    assert.deepEqual(await openSeen(seen.version - 1), {
      status: '409',
      reason: 'version_conflict',
    });
    assert.equal((await openSeen(seen.version)).reason, '');
  });

  test('its rules hold from then on, for the owner of the database too', async () => {
    const { id } = await makeList(database.sql);
    for (const change of [
      "closes_at = closes_at + interval '1 hour'",
      'capacity = capacity + 1',
      'beacon_round = 1001',
      'max_wins = 2',
      "opens_at = opens_at - interval '1 hour'",
      "status = 'draft'",
    ]) {
      await assert.rejects(
        database.sql.unsafe(`update public.lists set ${change} where id = '${id}'`),
        {
          code: 'PT409',
        },
        change,
      );
    }
    await database.sql`update public.lists set rules = 'Reworded.' where id = ${id}`;
  });

  test('refuses what can not be opened, and keeps the try on record', async () => {
    const opened = await makeList(database.sql);
    const unfinished = await makeList(database.sql, { status: 'draft', capacity: null });
    const empty = await makeList(database.sql, { status: 'draft', editions: [] });
    const late = await makeList(database.sql, { status: 'draft' });
    await database.sql`
      update public.lists set opens_at = now() - interval '2 hours', closes_at = now() - interval '1 hour' where id = ${late.id}`;
    const reasonFor = (name: 'owner' | 'editor' | 'first', id: string) =>
      database.keepAs(person(name), async (sql) => answeredRefusal(sql, await open(sql, id)));
    assert.deepEqual(await reasonFor('owner', opened.id), {
      status: '409',
      reason: 'already_open',
    });
    assert.equal((await reasonFor('owner', unfinished.id)).reason, 'raffle_incomplete');
    assert.equal((await reasonFor('owner', empty.id)).reason, 'choices_missing');
    assert.equal((await reasonFor('owner', late.id)).reason, 'closes_too_early');
    assert.deepEqual(await reasonFor('editor', opened.id), {
      status: '403',
      reason: 'not_allowed',
    });
    const [row] = await database.sql`
      select count(*)::int as n from public.audit_log where action = 'refused' and after ->> 'call' = 'open_list'
        and after ->> 'reason' <> 'version_conflict'`;
    assert.equal(row?.['n'], 5);
  });
});
