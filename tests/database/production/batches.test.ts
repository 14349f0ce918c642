import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { batchStages } from '#features/batches/model/batch-road.ts';
import { isBatchStage, stageAt, stageName } from '#features/batches/model/batch-stage.ts';
import { projectFolder } from '../../support/cluster.ts';
import { anonymous, person, refusalOf, openTestDatabase } from '../../support/database.ts';
import { makeBatch, orderKits } from '../../support/data/group-buys.ts';

const database = openTestDatabase();

async function readCases<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(path.join(projectFolder, 'tests/cases', name), 'utf8')) as T;
}

const insertBatch = (stage: string) => database.sql<{ id: string }[]>`
  insert into public.batches (product_id, code, title, number, stage, opens_at, closes_at, eta)
  select id, ${`T-${stage.toUpperCase().replaceAll('_', '-')}`}, 'Test', ${100 + batchStages.findIndex((name) => name === stage)},
    ${stage}, now() - interval '1 day', now() + interval '1 day', '2030-01-01'
  from public.products where url = 'braefell-65' returning id`;

describe('the stage of a batch', () => {
  test('moves along the pairs of its table and along no other, by the words of its stages', async () => {
    const rows = await database.sql<{ pair: string }[]>`
      select from_stage || ',' || to_stage as pair from private.batch_moves`;
    const allowed = new Set(rows.map(({ pair }) => pair));
    for (const from of batchStages) {
      const [batch] = await insertBatch(from);
      assert.ok(batch);
      for (const to of batchStages.filter((stage) => stage !== from)) {
        const moving = database.as(person('editor'), async (sql) => {
          await sql`update public.batches set stage = ${to} where id = ${batch.id}`;
          return 'moved';
        });
        if (allowed.has(String([from, to]))) {
          assert.equal(await moving, 'moved', `${from} to ${to}`);
        } else {
          const refusal = await refusalOf(moving);
          assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'illegal_move']);
          assert.deepEqual(refusal.details, { from, to });
          const names = `from “${stageName(from)}” to “${stageName(to)}”.`;
          assert.equal(refusal.message, `A batch can’t move ${names}`);
        }
      }
    }
  });

  test('by the clock is the same in SQL and in TypeScript', async () => {
    interface Case {
      readonly stage: string;
      readonly opensIn: number | null;
      readonly closesIn: number | null;
      readonly now: string;
    }
    const now = Date.parse('2030-06-01T12:00:00.000Z');
    const at = (ms: number | null) => (ms === null ? null : new Date(now + ms).toISOString());
    for (const { stage, opensIn, closesIn, now: expected } of await readCases<Case[]>(
      'batch-stage-now.json',
    )) {
      const [opensAt, closesAt] = [at(opensIn), at(closesIn)];
      const [row] = await database.sql`
        select private.batch_stage_now(${stage}, ${opensAt}, ${closesAt}, ${at(0)}) as stage`;
      assert.ok(isBatchStage(stage));
      assert.equal(row?.['stage'], expected, `SQL: ${stage} ${opensIn} ${closesIn}`);
      assert.equal(stageAt({ stage, opensAt, closesAt }, now), expected);
    }
  });

  test('leaves a row of history that nobody else can write', async () => {
    const rows = await database.as(person('editor'), async (sql) => {
      await sql`update public.batches set stage = 'closed' where code = 'BRAEFELL-R1'`;
      return sql`
        select h.stage from public.batch_stage_history h join public.batches b on b.id = h.batch_id
        where b.code = 'BRAEFELL-R1' order by h.entered_at desc limit 1`;
    });
    assert.equal(rows[0]?.['stage'], 'closed');
    const refusal = await refusalOf(
      database.as(person('owner'), (sql) => sql`delete from public.batch_stage_history`),
    );
    assert.equal(refusal.code, '42501');
  });

  test('keeps the first promise when the date moves', async () => {
    const rows = await database.as(
      person('editor'),
      (sql) => sql`
      update public.batches set eta = eta + 60 where code = 'BRAEFELL-R1'
      returning eta - original_eta as moved`,
    );
    assert.equal(rows[0]?.['moved'], 60);
    const refusal = await refusalOf(
      database.as(
        person('editor'),
        (sql) => sql`update public.batches set original_eta = eta where code = 'ALDERSEA-R1'`,
      ),
    );
    assert.equal(refusal.code, '42501');
  });
});

describe('the dates of a batch that somebody bought of', () => {
  const dates = ['closes_at', 'cancel_until', 'change_options_until'];
  const move = (batch: string, date: string, by: string, role: 'owner' | 'editor' = 'editor') =>
    database.keepAs(
      person(role),
      (sql) => sql`
        update public.batches set ${sql(date)} = ${sql(date)} + ${by}::interval where id = ${batch}`,
    );

  async function promisedBatch(): Promise<string> {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-KIT', moq: 1 }]);
    await database.sql`
      update public.batches set cancel_until = now() + interval '3 days',
        change_options_until = now() + interval '3 days', closes_at = now() + interval '3 days' where id = ${batch}`;
    return batch;
  }

  test('are kept or moved later, and never earlier than was promised', async () => {
    const batch = await promisedBatch();
    for (const date of dates) await move(batch, date, '-1 day');
    await database.keepAs(anonymous, (sql) => orderKits(sql, ['BRAEFELL-KIT']));
    for (const date of dates) {
      for (const role of ['owner', 'editor'] as const) {
        const refusal = await refusalOf(move(batch, date, '-1 minute', role));
        assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'date_promised'], date);
        assert.match(refusal.message, /were promised [a-z ]+ until \d+ \w+ \d{4}, \d\d:\d\d UTC/);
      }
      await move(batch, date, '1 day');
    }
    const gone = database.keepAs(
      person('owner'),
      (sql) => sql`update public.batches set cancel_until = null where id = ${batch}`,
    );
    assert.equal((await refusalOf(gone)).reason, 'date_promised');
  });

  test('are free again once all who bought have cancelled, and once they are past', async () => {
    const batch = await promisedBatch();
    const { id } = await database.keepAs(anonymous, (sql) => orderKits(sql, ['BRAEFELL-KIT']));
    await database.sql`update public.batches set cancel_until = now() - interval '1 hour' where id = ${batch}`;
    await move(batch, 'cancel_until', '-1 hour');
    await database.sql`update public.order_records set status = 'cancelled' where id = ${id}`;
    for (const date of dates) await move(batch, date, '-1 minute');
  });
});
