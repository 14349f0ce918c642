import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { Sql, TransactionSql } from 'postgres';
import { projectFolder } from '../../support/cluster.ts';
import { anonymous, refusalOf, rolledBack, openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();

interface Availability {
  readonly stock: string;
  readonly can_be_ordered: boolean;
  readonly remaining: number | null;
  readonly price_minor: number;
  readonly batch_stage: string | null;
  readonly next_tier_count: number | null;
  readonly next_tier_price_minor: number | null;
  readonly list_kind: string | null;
}

async function read(sql: Sql | TransactionSql, sku: string): Promise<Availability> {
  const rows = await sql<Availability[]>`
    select a.* from public.availability a join public.variants v on v.id = a.variant_id
    where v.sku = ${sku}`;
  assert.equal(rows.length, 1, `${sku} has ${rows.length} rows`);
  assert.ok(rows[0]);
  return rows[0];
}

/** Changes the shop as superuser, then looks at it as an anonymous visitor. */
const after = (change: string, sku: string): Promise<Availability> =>
  rolledBack(database.sql, anonymous, async (sql) => {
    await sql`reset role`;
    await sql.unsafe(change);
    await sql`set local role anon`;
    return read(sql, sku);
  });

const kit = (sku: string) => `variant_id = (select id from public.variants where sku = '${sku}')`;

describe('availability for an anonymous visitor', () => {
  test('has one row for each visible variant', async () => {
    const [row] = await database.as(
      anonymous,
      (sql) => sql`
      select count(*)::int as rows, count(distinct variant_id)::int as variants,
        (select count(*)::int from public.variants) as visible from public.availability`,
    );
    assert.equal(row?.['rows'], row?.['visible']);
    assert.equal(row?.['variants'], row?.['visible']);
    assert.ok(row?.['visible'] > 100);
  });

  test('says the stock in words and keeps the count', async () => {
    const word = async (onHand: number, allocated: number) =>
      after(
        `update public.stock_pools set on_hand = ${onHand}, allocated = ${allocated} where code = 'MERLOW-SLATE'`,
        'MERLOW-SLATE',
      );
    assert.equal((await word(20, 3)).stock, 'in_stock');
    assert.equal((await word(20, 15)).stock, 'few_left');
    const gone = await word(20, 20);
    assert.deepEqual([gone.stock, gone.can_be_ordered, gone.remaining], ['sold_out', false, null]);
    const refusal = await refusalOf(
      database.as(anonymous, (sql) => sql`select * from public.stock_pools`),
    );
    assert.equal(refusal.code, '42501');
  });

  test('says how many are left of a numbered edition', async () => {
    const koi = await after('select 1', 'A-KOI-KOHAKU');
    assert.deepEqual([koi.stock, koi.remaining], ['in_stock', 7]);
  });

  test('words follow the agreed table', async () => {
    interface Case {
      readonly free: number;
      readonly units: number;
      readonly fewLeftBelow: number;
      readonly word: string;
    }
    const file = path.join(projectFolder, 'tests/cases/stock-words.json');
    for (const { free, units, fewLeftBelow, word } of JSON.parse(
      await readFile(file, 'utf8'),
    ) as Case[]) {
      const [row] = await database.sql`
        select private.stock_word(${free}, ${units}, ${fewLeftBelow}) as word`;
      assert.equal(row?.['word'], word, `${free} free, ${units} each, few below ${fewLeftBelow}`);
    }
  });

  test('a window opens and closes by the clock of the database', async () => {
    const at = (opens: string, closes: string) =>
      after(
        `update public.batches set opens_at = ${opens}, closes_at = ${closes} where code = 'FATHOMLINE-R1'`,
        'FATHOMLINE-KIT',
      );
    const hour = (sign: string) => `now() ${sign} interval '1 hour'`;
    const soon = await at(hour('+'), `now() + interval '2 hours'`);
    assert.deepEqual([soon.batch_stage, soon.can_be_ordered], ['announced', false]);
    const atOpening = await at('now()', hour('+'));
    assert.deepEqual([atOpening.batch_stage, atOpening.can_be_ordered], ['open', true]);
    const atClosing = await at(hour('-'), 'now()');
    assert.deepEqual([atClosing.batch_stage, atClosing.can_be_ordered], ['closed', false]);
    const justBefore = await at(hour('-'), `now() + interval '1 millisecond'`);
    assert.deepEqual([justBefore.batch_stage, justBefore.can_be_ordered], ['open', true]);
  });

  test('the price of now is the tier that is reached', async () => {
    const price = async (count: number) => {
      const row = await after(
        `update public.batch_kits set ordered_count = ${count} where ${kit('CINDERWICK-KIT')}`,
        'CINDERWICK-KIT',
      );
      return [row.price_minor, row.next_tier_count, row.next_tier_price_minor];
    };
    assert.deepEqual(await price(0), [41900, 100, 40900]);
    assert.deepEqual(await price(99), [41900, 100, 40900]);
    assert.deepEqual(await price(100), [40900, 150, 39900]);
    assert.deepEqual(await price(249), [39900, 250, 38400]);
    assert.deepEqual(await price(350), [37400, null, null]);
  });

  test('a kit that is full or dropped can no longer be ordered', async () => {
    const open = await after('select 1', 'BRAEFELL-KIT');
    const full = await after(
      `update public.batch_kits set ordered_count = capacity where ${kit('BRAEFELL-KIT')}`,
      'BRAEFELL-KIT',
    );
    const dropped = await after(
      `update public.batch_kits set dropped_at = now() where ${kit('BRAEFELL-KIT')}`,
      'BRAEFELL-KIT',
    );
    assert.deepEqual(
      [open.can_be_ordered, full.can_be_ordered, dropped.can_be_ordered],
      [true, false, false],
    );
  });

  test('an archived product is archived, whatever its variants say', async () => {
    const row = await after(
      `update public.products set status = 'archived' where url = 'merlow-hhkb'`,
      'MERLOW-CREAM',
    );
    assert.deepEqual([row.stock, row.can_be_ordered], ['archived', false]);
  });

  test('names the list that a variant goes through', async () => {
    assert.equal((await after('select 1', 'A-NAUTILUS-INK')).list_kind, 'raffle');
    assert.equal((await after('select 1', 'WREN-70')).list_kind, 'waiting_list');
    assert.equal((await after('select 1', 'SANDLING-KIT')).list_kind, 'interest_check');
  });
});
