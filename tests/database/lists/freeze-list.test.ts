/* The short form runs with every test; KEYWRIGHT_LONG=1 (npm run test:long) runs its race ten times. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createHash } from 'node:crypto';
import { openTestDatabase, person, personId, service } from '../../support/database.ts';
import { roundTime } from '../../../src/features/lists/model/beacon.ts';
import {
  answeredRefusal,
  closeList,
  enter,
  enterAll,
  freeze,
  leave,
  makeEntrants,
  makeList,
} from '../../support/data/lists.ts';

const database = openTestDatabase();
const rounds = process.env['KEYWRIGHT_LONG'] === '1' ? 10 : 1;
const owner = person('owner');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function frozenList(count = 5) {
  const list = await makeList(database.sql);
  const people = await makeEntrants(database.sql, count);
  const entered = await enterAll(database.keepAs, list.id, people);
  await closeList(database.sql, list.id);
  const frozen = await database.keepAs(owner, (sql) => freeze(sql, list.id));
  return { id: list.id, people, entered, frozen };
}

describe('freeze_list', () => {
  test('publishes the sorted ids of those who stayed, and their hash', async () => {
    const list = await makeList(database.sql);
    const people = await makeEntrants(database.sql, 6);
    const entered = await enterAll(database.keepAs, list.id, people);
    const [gone] = people;
    assert.ok(gone);
    await database.keepAs(gone.caller, (sql) => leave(sql, list.id));
    await closeList(database.sql, list.id);
    const frozen = await database.keepAs(owner, (sql) => freeze(sql, list.id));
    const ids = entered
      .slice(1)
      .map(({ entry_id }) => entry_id)
      .toSorted();
    assert.deepEqual(frozen.entry_ids, ids);
    assert.equal(frozen.entries_hash, sha256(ids.join('\n')));
    assert.equal(frozen.status, 'frozen');
  });

  test('names a round that nobody knows yet where it comes after the named one, and keeps one to come', async () => {
    const late = await frozenList(1);
    const [row] = await database.sql`
      select frozen_at, (select (payload ->> 'beacon_round')::int from public.outbox
        where kind = 'list_frozen' and payload ->> 'list_id' = l.id::text) as mailed
      from public.lists l where id = ${late.id}`;
    const earliest = Date.parse(String(row?.['frozen_at'])) + 15 * 60_000;
    assert.ok(roundTime(late.frozen.beacon_round).getTime() >= earliest);
    assert.equal(row?.['mailed'], late.frozen.beacon_round);

    const list = await makeList(database.sql, { status: 'draft' });
    const opened = await database.keepAs(owner, async (sql) => {
      const [answer] = await sql`select public.open_list(${list.id}) as answer`;
      return answer?.['answer'] as { beacon_round: number };
    });
    await database.sql`update public.lists set status = 'closed' where id = ${list.id}`;
    const frozen = await database.keepAs(owner, (sql) => freeze(sql, list.id));
    assert.equal(frozen.beacon_round, opened.beacon_round);
  });

  test('nobody names another round by hand, while it freezes or after', async () => {
    const list = await makeList(database.sql, { status: 'draft' });
    await database.keepAs(owner, (sql) => sql`select public.open_list(${list.id})`);
    const { id } = await frozenList(1);
    for (const statement of [
      `update public.lists set status = 'frozen', frozen_at = now(), entry_ids = '{}', entries_hash = '${'0'.repeat(64)}',
        beacon_round = beacon_round + 1 where id = '${list.id}'`,
      `update public.lists set beacon_round = beacon_round + 1 where id = '${id}'`,
    ])
      await assert.rejects(database.sql.unsafe(statement), { code: 'PT409' }, statement);
  });

  test('mails each entrant the hash, once', async () => {
    const { id, people, frozen } = await frozenList();
    await database.sql`select private.freeze_due_lists()`;
    const rows = await database.sql`
      select recipient, payload ->> 'entries_hash' as hash from public.outbox
      where kind = 'list_frozen' and payload ->> 'list_id' = ${id}`;
    assert.deepEqual(
      rows.map((row) => row['recipient'] as string).toSorted(),
      people.map(({ email }) => email).toSorted(),
    );
    assert.ok(rows.every((row) => row['hash'] === frozen.entries_hash));
  });

  test('from then on no role changes an entry, not even the superuser with triggers off for its session', async () => {
    const { id, people, entered } = await frozenList();
    const [entry] = entered;
    const [one] = people;
    assert.ok(entry && one);
    const tries = [
      `insert into public.list_entries (list_id, user_id) values ('${id}', '${personId('second')}')`,
      `update public.list_entries set choices = '{}' where id = '${entry.entry_id}'`,
      `update public.list_entries set withdrawn_at = now() where id = '${entry.entry_id}'`,
      `update public.list_entries set user_id = null where id = '${entry.entry_id}'`,
      `update public.list_entries set user_id = '${personId('second')}' where id = '${entry.entry_id}'`,
      `delete from public.list_entries where id = '${entry.entry_id}'`,
      `delete from public.lists where id = '${id}'`,
      `update public.lists set entry_ids = '{}' where id = '${id}'`,
      `update public.lists set entries_hash = '${'0'.repeat(64)}' where id = '${id}'`,
      `update public.lists set frozen_at = null where id = '${id}'`,
      'truncate public.list_entries cascade',
    ];
    const before =
      await database.sql`select * from public.list_entries where list_id = ${id} order by id`;
    for (const statement of tries) {
      await assert.rejects(database.sql.unsafe(statement), { code: 'PT409' }, statement);
      await assert.rejects(
        database.sql.begin(async (sql) => {
          await sql`set local session_replication_role = replica`;
          await sql.unsafe(statement);
        }),
        { code: 'PT409' },
        `with triggers off: ${statement}`,
      );
      for (const caller of [owner, service, one.caller]) {
        // What a policy hides is not refused but left alone.
        const outcome = await database
          .as(caller, (sql) => sql.unsafe(statement))
          .then(
            ({ count }) => String(count),
            (error: { code: string }) => error.code,
          );
        assert.match(outcome, /^(0|42501|PT409)$/, statement);
      }
    }
    assert.deepEqual(
      await database.sql`select * from public.list_entries where list_id = ${id} order by id`,
      before,
    );
  });

  test('it is the guard that keeps them: without it a change would go through', async () => {
    const { id, entered } = await frozenList(1);
    const changed = await database.sql
      .begin(async (sql) => {
        await sql`alter table public.list_entries disable trigger guard_list_entry`;
        const { count } = await sql`
          update public.list_entries set choices = '{}' where id = ${entered[0]?.entry_id ?? ''}`;
        await sql`rollback and chain`;
        return count;
      })
      .catch(() => 0);
    assert.equal(changed, 1);
    const [row] = await database.sql`
      select cardinality(choices) as wishes from public.list_entries where list_id = ${id}`;
    assert.equal(row?.['wishes'], 1);
  });

  test('a deleted account loses its name and leaves its entry', async () => {
    const { id, people, frozen } = await frozenList(3);
    const [gone] = people;
    assert.ok(gone);
    await database.sql`delete from auth.users where id = ${gone.id}`;
    const rows = await database.sql<{ id: string; user_id: string | null }[]>`
      select id, user_id from public.list_entries where list_id = ${id} order by id`;
    assert.deepEqual(
      rows.map((row) => row.id),
      [...frozen.entry_ids],
    );
    assert.equal(rows.filter((row) => row.user_id === null).length, 1);
  });

  test('before that, a deleted account gives up its place', async () => {
    const list = await makeList(database.sql);
    const people = await makeEntrants(database.sql, 2);
    await enterAll(database.keepAs, list.id, people);
    await database.sql`delete from auth.users where id = ${people[0]?.id ?? ''}`;
    const [row] = await database.sql`select entry_count from public.lists where id = ${list.id}`;
    assert.equal(row?.['entry_count'], 1);
  });

  test('refuses too early, twice, other kinds and other people, on record', async () => {
    const open = await makeList(database.sql);
    const waiting = await makeList(database.sql, { kind: 'waiting_list' });
    const { id } = await frozenList(1);
    const tries = [
      [owner, open.id, '409', 'not_closed'],
      [owner, waiting.id, '409', 'not_a_raffle'],
      [owner, id, '409', 'already_frozen'],
      [person('fulfilment'), open.id, '403', 'not_allowed'],
      [person('first'), open.id, '403', 'not_allowed'],
    ] as const;
    for (const [caller, list, status, reason] of tries) {
      const refusal = await database.keepAs(caller, async (sql) =>
        answeredRefusal(sql, await freeze(sql, list)),
      );
      assert.deepEqual(refusal, { status, reason });
      const [row] = await database.sql`
        select after ->> 'reason' as reason, actor_id from public.audit_log
        where action = 'refused' and row_id = ${list} order by id desc limit 1`;
      assert.deepEqual({ ...row }, { reason, actor_id: caller.claims.sub });
    }
  });

  test('someone without a right can not fill the log', async () => {
    const list = await makeList(database.sql);
    for (let time = 0; time < 20; time += 1) {
      await database.keepAs(person('second'), (sql) => freeze(sql, list.id));
    }
    const [row] = await database.sql`
      select count(*)::int as n from public.audit_log where action = 'refused' and row_id = ${list.id}`;
    assert.equal(row?.['n'], 1);
  });

  for (let round = 1; round <= rounds; round += 1) {
    test(`people who enter and leave while it freezes are in the list or were refused, never between (round ${round})`, async () => {
      const list = await makeList(database.sql);
      const people = await makeEntrants(database.sql, 40);
      const early = people.slice(0, 20);
      await enterAll(database.keepAs, list.id, early);
      const closing = database.sql`
      update public.lists set status = 'closed' where id = ${list.id}`;
      const outcomes = await Promise.all([
        ...people.slice(20).map(({ caller }) =>
          database
            .keepAs(caller, (sql) => enter(sql, list.id))
            .then(
              (place) => ('entry_id' in place ? place.entry_id : null),
              () => null,
            ),
        ),
        ...early.slice(10).map(({ caller }) =>
          database
            .keepAs(caller, (sql) => leave(sql, list.id))
            .then(
              (place) => ('entry_id' in place ? 'left' : null),
              () => null,
            ),
        ),
        closing.then(() => database.keepAs(owner, (sql) => freeze(sql, list.id))).then(() => null),
      ]);
      const [row] = await database.sql<
        { published: string[]; real: string[]; entry_count: number }[]
      >`
      select to_json(entry_ids) as published, entry_count, (select json_agg(id order by id) from public.list_entries
        where list_id = l.id and withdrawn_at is null) as real
      from public.lists l where id = ${list.id}`;
      assert.ok(row);
      assert.deepEqual(row.published, row.real);
      assert.equal(row.entry_count, row.real.length);
      const entered = outcomes.filter((outcome) => outcome !== null && outcome !== 'left');
      for (const id of entered) assert.ok(row.published.includes(String(id)));
      const left = outcomes.filter((outcome) => outcome === 'left').length;
      assert.equal(row.published.length, 20 + entered.length - left);
    });
  }
});
