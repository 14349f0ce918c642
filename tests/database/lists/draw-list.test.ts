import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { openTestDatabase, person, service } from '../../support/database.ts';
import { rankEntries, verifyDraw } from '../../../src/features/lists/model/draw.ts';
import {
  answeredRefusal,
  closeList,
  draw,
  enterAll,
  freeze,
  letRoundCome,
  makeEntrants,
  makeList,
  round1000,
  round1001,
} from '../../support/data/lists.ts';

const database = openTestDatabase();
const owner = person('owner');

async function frozenList(count = 20) {
  const list = await makeList(database.sql);
  await enterAll(database.keepAs, list.id, await makeEntrants(database.sql, count));
  await closeList(database.sql, list.id);
  await database.keepAs(owner, (sql) => freeze(sql, list.id));
  await letRoundCome(database.sql, list.id);
  return list.id;
}

const refused = (id: string, round = round1000, name: 'owner' | 'editor' = 'owner') =>
  database.keepAs(person(name), async (sql) => answeredRefusal(sql, await draw(sql, id, round)));

describe('draw_list', () => {
  test('ranks all entries as anyone can recompute', async () => {
    const id = await frozenList();
    const drawn = await database.keepAs(owner, (sql) => draw(sql, id));
    assert.equal(drawn.status, 'drawn');
    assert.deepEqual(drawn.ranking, rankEntries(drawn.entry_ids, round1000.randomness));
    const steps = verifyDraw({
      closesAt: drawn.closes_at,
      round: drawn.beacon_round,
      entryIds: drawn.entry_ids,
      entriesHash: drawn.entries_hash,
      randomness: round1000.randomness,
      signature: round1000.signature,
      ranking: drawn.ranking,
    });
    assert.deepEqual(
      steps.map(({ outcome }) => outcome),
      ['holds', 'holds', 'holds', 'holds', 'holds'],
    );
  });

  test('happens once: every role that tries again is refused, and the try stays on record', async () => {
    const id = await frozenList(3);
    const { ranking } = await database.keepAs(owner, (sql) => draw(sql, id));
    assert.deepEqual(await refused(id), { status: '409', reason: 'already_drawn' });
    assert.deepEqual(await refused(id, round1001), { status: '409', reason: 'already_drawn' });
    await assert.rejects(
      database.sql`update public.lists set ranking = ranking[2:] || ranking[1:1] where id = ${id}`,
      { code: 'PT409' },
    );
    await assert.rejects(
      database.sql`update public.lists set ranking = null, status = 'finished' where id = ${id}`,
      { code: 'PT409' },
    );
    await assert.rejects(
      database.as(service, (sql) => sql`update public.lists set ranking = null where id = ${id}`),
      { code: '42501' },
    );
    const [row] = await database.sql<{ ranking: string[]; tries: number }[]>`
      select to_json(ranking) as ranking, (select count(*)::int from public.audit_log
        where action = 'refused' and after ->> 'call' = 'draw_list' and row_id = l.id::text) as tries
      from public.lists l where id = ${id}`;
    assert.deepEqual([row?.ranking, row?.tries], [ranking, 2]);
  });

  test('of ten who draw at once, one does', async () => {
    const id = await frozenList(3);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => database.keepAs(owner, (sql) => draw(sql, id))),
    );
    assert.equal(answers.filter(({ status }) => status === 'drawn').length, 1);
  });

  test('only with the round that was named, after it came, and with its own randomness', async () => {
    const id = await frozenList(2);
    assert.equal((await refused(id, round1001)).reason, 'wrong_round');
    assert.equal(
      (await refused(id, { ...round1001, round: 1000, signature: round1000.signature })).reason,
      'wrong_randomness',
    );
    assert.equal((await refused(id, { ...round1000, signature: 'ab' })).reason, 'wrong_randomness');
    assert.equal((await refused(id, round1000, 'editor')).reason, 'not_allowed');
    const open = await makeList(database.sql);
    assert.equal((await refused(open.id)).reason, 'not_frozen');
    const [future] =
      await database.sql`select id from public.lists where title = 'Lamp Moth: autumn raffle'`;
    const [row] =
      await database.sql`select beacon_round::int as round from public.lists where id = ${future?.['id']}`;
    assert.equal(
      (await refused(String(future?.['id']), { ...round1000, round: Number(row?.['round']) }))
        .reason,
      'round_not_yet',
    );
    assert.equal((await database.keepAs(owner, (sql) => draw(sql, id))).status, 'drawn');
  });

  test('not with a round that was known when the entries were frozen', async () => {
    const id = await frozenList(2);
    await database.sql.begin(async (sql) => {
      await sql`alter table public.lists disable trigger guard_list`;
      await sql`update public.lists set frozen_at = '2023-08-23T16:10:00Z' where id = ${id}`;
      await sql`alter table public.lists enable always trigger guard_list`;
    });
    assert.deepEqual(await refused(id), { status: '409', reason: 'round_known' });
  });

  test('not with a signature that was made up, though the randomness is its hash', async () => {
    const id = await frozenList(2);
    for (const signature of ['b'.repeat(96), round1001.signature]) {
      const randomness = createHash('sha256').update(Buffer.from(signature, 'hex')).digest('hex');
      assert.deepEqual(await refused(id, { round: 1000, randomness, signature }), {
        status: '422',
        reason: 'wrong_signature',
      });
    }
    assert.equal((await database.keepAs(owner, (sql) => draw(sql, id))).status, 'drawn');
  });

  test('a list that nobody entered is drawn to an empty rank', async () => {
    const id = await frozenList(0);
    assert.deepEqual((await database.keepAs(owner, (sql) => draw(sql, id))).ranking, []);
  });
});
