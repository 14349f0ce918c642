import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';
import {
  answeredRefusal,
  closeList,
  enter,
  freeze,
  leave,
  makeEntrants,
  makeList,
  moveList,
} from '../../support/data/lists.ts';

const database = openTestDatabase();
const someone = async () => {
  const [entrant] = await makeEntrants(database.sql, 1);
  assert.ok(entrant);
  return entrant.caller;
};
const hour = 3_600_000;
const at = (offset: number) => new Date(Date.now() + offset).toISOString();

describe('enter_list', () => {
  test('a person gets one place, with wishes in their order, and the list counts it', async () => {
    const list = await makeList(database.sql, { editions: [1, 2], maxWins: 2 });
    const caller = await someone();
    const wishes = list.choices.toReversed();
    const place = await database.keepAs(caller, (sql) => enter(sql, list.id, wishes, 2));
    assert.deepEqual(
      [place.choices, place.max_wins, place.of, place.status],
      [wishes, 2, 1, 'open'],
    );
  });

  test('entering again changes the wishes and keeps the place and its time', async () => {
    const list = await makeList(database.sql, { editions: [1, 2] });
    const caller = await someone();
    const before = await database.keepAs(caller, (sql) => enter(sql, list.id, list.choices));
    const after = await database.keepAs(caller, (sql) =>
      enter(sql, list.id, list.choices.slice(1)),
    );
    assert.deepEqual(
      [after.entry_id, after.entered_at, after.of, after.choices],
      [before.entry_id, before.entered_at, 1, list.choices.slice(1)],
    );
  });

  test('a vote can carry a word to the shop; what is said elsewhere is not kept', async () => {
    const say = (sql: TransactionSql, list: string, comment: string | null) =>
      sql<{ answer: { comment: string } }[]>`
        select public.enter_list(${list}, '{}', 1, ${comment}) as answer`;
    const [voter] = await makeEntrants(database.sql, 1);
    assert.ok(voter);
    const said = async (list: string, comment: string | null) => {
      const [row] = await database.keepAs(voter.caller, (sql) => say(sql, list, comment));
      return row?.answer.comment;
    };
    const check = await makeList(database.sql, { kind: 'interest_check' });
    const raffle = await makeList(database.sql);
    assert.equal(
      await said(check.id, '  With a brass plate, please.  '),
      'With a brass plate, please.',
    );
    assert.equal(await said(check.id, null), 'With a brass plate, please.');
    assert.equal(await said(check.id, ''), '');
    assert.equal(await said(raffle.id, 'Pick me!'), '');
    const refusal = await refusalOf(
      database.as(voter.caller, (sql) => say(sql, check.id, 'x'.repeat(501))),
    );
    assert.deepEqual([refusal.code, refusal.reason], ['PT422', 'comment_too_long']);
    await said(check.id, 'Nobody else reads this.');
    const [other] = await makeEntrants(database.sql, 1);
    assert.ok(other);
    const seen = await database.as(
      other.caller,
      (sql) => sql`select comment from public.list_entries where list_id = ${check.id}`,
    );
    assert.deepEqual([...seen], []);
    await database.sql`delete from auth.users where id = ${voter.id}`;
    const [left] = await database.sql`
      select comment, user_id, withdrawn_at is not null as is_gone from public.list_entries where list_id = ${check.id}`;
    assert.deepEqual({ ...left }, { comment: '', user_id: null, is_gone: true });
  });

  test('who left and comes back stands at the end of a waiting list', async () => {
    const list = await makeList(database.sql, { kind: 'waiting_list' });
    const [one, two] = [await someone(), await someone()];
    await database.keepAs(one, (sql) => enter(sql, list.id));
    await database.keepAs(two, (sql) => enter(sql, list.id));
    await database.keepAs(one, (sql) => leave(sql, list.id));
    const back = await database.keepAs(one, (sql) => enter(sql, list.id));
    assert.deepEqual([back.position, back.of], [2, 2]);
  });

  test('variants may be named for choices, and a single choice need not be', async () => {
    const two = await makeList(database.sql, { editions: [1, 1] });
    const one = await makeList(database.sql);
    const caller = await someone();
    const named = await database.keepAs(caller, (sql) => enter(sql, two.id, two.variants.slice(1)));
    const silent = await database.keepAs(caller, (sql) => enter(sql, one.id));
    assert.deepEqual([named.choices, silent.choices], [two.choices.slice(1), one.choices]);
  });

  test('wishes that are missing, foreign or doubled are refused, and so is a wrong maximum', async () => {
    const list = await makeList(database.sql, { editions: [1, 1] });
    const other = await makeList(database.sql);
    const [choice = ''] = list.choices;
    const caller = await someone();
    const refused = (choices: readonly string[], most = 1) =>
      refusalOf(database.as(caller, (sql) => enter(sql, list.id, choices, most)));
    assert.equal((await refused([])).reason, 'choice_missing');
    assert.equal((await refused(other.choices)).reason, 'wrong_choice');
    assert.equal((await refused([choice, choice])).reason, 'wrong_choice');
    assert.equal((await refused([choice], 2)).reason, 'wrong_maximum');
    assert.equal((await refused([choice], 0)).reason, 'wrong_maximum');
  });

  test('the window is that of the database, to the moment', async () => {
    const list = await makeList(database.sql);
    const caller = await someone();
    const reason = async () =>
      (await refusalOf(database.as(caller, (sql) => enter(sql, list.id)))).reason;
    await moveList(database.sql, list.id, at(hour), at(2 * hour));
    assert.equal(await reason(), 'not_open');
    await moveList(database.sql, list.id, at(-hour), at(-1));
    assert.equal(await reason(), 'list_closed');
    await moveList(database.sql, list.id, at(-hour), at(hour));
    assert.equal((await database.as(caller, (sql) => enter(sql, list.id))).status, 'open');
  });

  test('drafts and lists that do not exist are unknown alike', async () => {
    const draft = await makeList(database.sql, { status: 'draft' });
    const caller = await someone();
    for (const id of [draft.id, '00000000-0000-4000-8000-00000000dead']) {
      const refusal = await refusalOf(database.as(caller, (sql) => enter(sql, id)));
      assert.deepEqual([refusal.code, refusal.reason], ['PT404', 'unknown_list']);
    }
  });

  test('strangers and accounts without a confirmed address stay out', async () => {
    const list = await makeList(database.sql);
    const stranger = await refusalOf(database.as(anonymous, (sql) => enter(sql, list.id)));
    assert.equal(stranger.code, '42501');
    await database.sql`update auth.users set email_confirmed_at = null where id = ${personId('first')}`;
    const unverified = await refusalOf(database.as(person('first'), (sql) => enter(sql, list.id)));
    assert.equal(unverified.reason, 'unverified');
  });

  test('a ban keeps a person from lists until it ends', async () => {
    const list = await makeList(database.sql, { kind: 'waiting_list' });
    const caller = await someone();
    const id = caller.claims.sub ?? '';
    await database.sql`insert into private.list_bans (user_id, note) values (${id}, 'Sold places')`;
    const refusal = await refusalOf(database.as(caller, (sql) => enter(sql, list.id)));
    assert.equal(refusal.reason, 'banned');
    await database.sql`update private.list_bans set until = now() where user_id = ${id}`;
    assert.equal((await database.as(caller, (sql) => enter(sql, list.id))).of, 1);
  });

  test('forty who enter at once all count, each once, though each tries twice', async () => {
    const list = await makeList(database.sql);
    const people = await makeEntrants(database.sql, 40);
    await Promise.all(
      [...people, ...people].map(({ caller }) =>
        database.keepAs(caller, (sql) => enter(sql, list.id)),
      ),
    );
    const [row] = await database.sql`
      select entry_count, (select count(*)::int from public.list_entries where list_id = l.id) as rows
      from public.lists l where id = ${list.id}`;
    assert.deepEqual({ ...row }, { entry_count: 40, rows: 40 });
  });

  test('one mail says that somebody joined, however often they change their mind', async () => {
    const list = await makeList(database.sql);
    const caller = await someone();
    for (let time = 0; time < 3; time += 1) {
      await database.keepAs(caller, (sql) => enter(sql, list.id));
    }
    const [row] = await database.sql`
      select count(*)::int as n from public.outbox where kind = 'list_joined' and user_id = ${caller.claims.sub ?? ''}`;
    assert.equal(row?.['n'], 1);
  });

  test('a vote answers the questions of its product, one answer each, and keeps them until it changes', async () => {
    const [check] = await database.sql<{ id: string }[]>`
      select l.id from public.lists l join public.product_options o on o.product_id = l.product_id
      where l.kind = 'interest_check' and l.status = 'open' limit 1`;
    assert.ok(check);
    const values = await database.sql<{ id: string; option: string; code: string }[]>`
      select v.id, o.code as option, v.code
      from public.lists l join public.product_options o on o.product_id = l.product_id
      join public.option_values v on v.option_id = o.id
      where l.id = ${check.id} order by o.position, v.position`;
    const idOf = (code: string) => values.find((value) => value.code === code)?.id ?? '';
    const caller = await someone();
    const vote = (answers: readonly string[] | null) =>
      database.keepAs(caller, async (sql) => {
        const [row] = await sql<{ answers: readonly string[] }[]>`
          select array(select jsonb_array_elements_text(public.enter_list(${check.id},
            (select array_agg(id) from public.list_choices where list_id = ${check.id}),
            p_answers => ${answers === null ? null : [...answers]}::uuid[]) -> 'answers')) as answers`;
        return row?.answers;
      });
    assert.deepEqual(await vote([idOf('bar'), idOf('kelp')]), [idOf('kelp'), idOf('bar')]);
    assert.deepEqual(await vote(null), [idOf('kelp'), idOf('bar')]);
    for (const wrong of [[idOf('kelp'), idOf('buoy')], [idOf('kelp'), idOf('kelp')], [check.id]]) {
      assert.equal((await refusalOf(vote(wrong))).reason, 'wrong_answer');
    }
    const [desk] = await database.keepAs(
      person('owner'),
      (sql) =>
        sql<{ chosen: number; all: number }[]>`
        select (a ->> 'chosen')::int as chosen, (d -> 'list' ->> 'entry_count')::int as all
        from public.list_desk(${check.id}) d, jsonb_array_elements(d -> 'answers') a
        where a ->> 'value_id' = ${idOf('kelp')}`,
    );
    assert.ok(desk && desk.chosen > 0 && desk.chosen < desk.all);
  });

  test('who entered after the closing can change nothing: the frozen rows refuse everyone', async () => {
    const list = await makeList(database.sql);
    const caller = await someone();
    await database.keepAs(caller, (sql) => enter(sql, list.id));
    await closeList(database.sql, list.id);
    const refusal = await refusalOf(database.as(caller, (sql) => enter(sql, list.id)));
    assert.equal(refusal.reason, 'list_closed');
  });

  test('to enter, change or leave after the freezing is refused on record, once a minute', async () => {
    const list = await makeList(database.sql);
    const caller = await someone();
    await database.keepAs(caller, (sql) => enter(sql, list.id));
    await closeList(database.sql, list.id);
    await database.keepAs(person('owner'), (sql) => freeze(sql, list.id));
    const late = await someone();
    for (const who of [caller, late]) {
      for (const act of [enter, leave, enter]) {
        const refusal = await database.keepAs(who, async (sql) =>
          answeredRefusal(sql, await act(sql, list.id)),
        );
        assert.deepEqual(refusal, { status: '409', reason: 'list_closed' });
      }
    }
    const tries = await database.sql`
      select actor_id, after ->> 'call' as call, count(*)::int as n from public.audit_log
      where action = 'refused' and row_id = ${list.id} group by 1, 2`;
    assert.equal(tries.length, 4);
    assert.ok(tries.every((row) => row['n'] === 1));
    const [row] = await database.sql`
      select count(*)::int as n from public.list_entries where list_id = ${list.id} and withdrawn_at is null`;
    assert.equal(row?.['n'], 1);
  });
});
