import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { roundTime } from '../../../src/features/lists/model/beacon.ts';
import { answeredRefusal, makeList, type ListAnswer } from '../../support/data/lists.ts';
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

  test('a queue without an end gets one when it is closed, a vote does not', async () => {
    const endFor = async (kind: 'waiting_list' | 'interest_check') => {
      const { id } = await makeList(database.sql, { kind, status: 'draft' });
      await database.sql`update public.lists set closes_at = null where id = ${id}`;
      await database.sql`update public.lists set status = 'open' where id = ${id}`;
      await database.sql`update public.lists set closes_at = now() where id = ${id}`;
    };
    await endFor('waiting_list');
    await assert.rejects(endFor('interest_check'), { code: 'PT409' });
  });

  test('refuses what can not be opened, and keeps the try on record', async () => {
    const opened = await makeList(database.sql);
    const unfinished = await makeList(database.sql, { status: 'draft', capacity: null });
    const empty = await makeList(database.sql, { status: 'draft', editions: [] });
    const late = await makeList(database.sql, { status: 'draft' });
    const more = await makeList(database.sql, { status: 'draft', editions: [3, 2], capacity: 6 });
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
    // A page that promised six to win could give five.
    assert.equal((await reasonFor('owner', more.id)).reason, 'too_few_editions');
    assert.deepEqual(await reasonFor('editor', opened.id), {
      status: '403',
      reason: 'not_allowed',
    });
    const [row] = await database.sql`
      select count(*)::int as n from public.audit_log where action = 'refused' and after ->> 'call' = 'open_list'
        and after ->> 'reason' <> 'version_conflict'`;
    assert.equal(row?.['n'], 6);
  });

  const stockOf = async (onHand: number, variant: string) => {
    const [pool] = await database.sql<{ id: string }[]>`
      insert into public.stock_pools (code, title, on_hand) values (${`RAFFLE-${onHand}-${Date.now()}`}, 'For a raffle', ${onHand}) returning id`;
    await database.sql`update public.variants set stock_pool_id = ${pool?.id ?? ''} where id = ${variant}`;
  };
  const uncount = (variant: string) =>
    database.sql`update public.variants set stock_pool_id = null where id = ${variant}`;

  test('a raffle does not give more than is in stock, and says the numbers', async () => {
    const draft = await makeList(database.sql, { status: 'draft', editions: [5], capacity: 5 });
    const [variant = ''] = draft.variants;
    const tryOpen = () =>
      database.keepAs(person('owner'), async (sql) => {
        const answer = await open(sql, draft.id);
        return { ...(await answeredRefusal(sql, answer)), answer: answer as unknown };
      });
    await stockOf(2, variant);
    const refused = await tryOpen();
    assert.deepEqual([refused.status, refused.reason], ['422', 'stock_too_low']);
    assert.match(JSON.stringify(refused.answer), /5 to give, 2 in stock/);
    await database.sql`update public.list_choices set editions = null where list_id = ${draft.id}`;
    assert.equal((await tryOpen()).reason, 'stock_too_low', 'as many as the list gives');
    await stockOf(5, variant);
    assert.equal((await tryOpen()).reason, '');
    // Counted again, when it is open.
    await stockOf(2, variant);
    const more = database.keepAs(
      person('owner'),
      (sql) => sql`update public.list_choices set editions = 3 where list_id = ${draft.id}`,
    );
    assert.equal((await refusalOf(more)).reason, 'stock_too_low', 'once it is open');
    await uncount(variant);
  });

  test('choices that share a stock are counted together, and what is not counted yet is not', async () => {
    const draft = await makeList(database.sql, { status: 'draft', editions: [2, 2], capacity: 4 });
    const [first = '', second = ''] = draft.variants;
    const reason = () =>
      database.as(person('owner'), async (sql) => {
        const answer = await open(sql, draft.id);
        return (await answeredRefusal(sql, answer)).reason;
      });
    assert.equal(await reason(), '');
    await stockOf(3, first);
    assert.equal(await reason(), '');
    await database.sql`
      update public.variants set stock_pool_id = (select stock_pool_id from public.variants where id = ${first})
      where id = ${second}`;
    assert.equal(await reason(), 'stock_too_low');
    await uncount(first);
    await uncount(second);
  });
});
