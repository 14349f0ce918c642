/* The expected answers lie in tests/cases. After a wanted change, write them anew with
   KEYWRIGHT_WRITE_CASES=1 and read the difference line by line before committing it. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { projectFolder } from '../../support/cluster.ts';
import { openTestDatabase } from '../../support/database.ts';
import {
  callers,
  exposedCalls,
  exposedRelations,
  functionPrivileges,
  groupByReach,
  reach,
  reachFunction,
  relationPrivileges,
  verbs,
} from '../../support/pages/access.ts';
import { addSampleRows } from '../../support/data/sample-rows.ts';

const database = openTestDatabase();
const writes = process.env['KEYWRIGHT_WRITE_CASES'] === '1';

async function expectCase(name: string, actual: unknown): Promise<void> {
  const file = path.join(projectFolder, 'tests/cases', name);
  if (writes) await writeFile(file, `${JSON.stringify(actual, null, 2)}\n`);
  assert.deepEqual(actual, JSON.parse(await readFile(file, 'utf8')));
}

/** Everything that hangs on something unpublished: visitors must miss a part of each. */
const partlyHidden = [
  'availability',
  'batch_kits',
  'batch_price_tiers',
  'batch_stage_history',
  'batches',
  'colorways',
  'legal_sections',
  'legal_versions',
  'list_choices',
  'lists',
  'option_rules',
  'option_values',
  'partner_sales',
  'product_facts',
  'product_files',
  'product_images',
  'product_options',
  'product_relations',
  'product_sounds',
  'products',
  'shipping_methods',
  'shipping_rates',
  'shown_photos',
  'translations',
  'update_batches',
  'update_products',
  'updates',
  'url_redirects',
  'variants',
];

describe('grants', () => {
  test('on every exposed relation and column are those that were agreed', async () => {
    await expectCase('grants.json', await relationPrivileges(database.sql));
  });

  test('on every function are those that were agreed', async () => {
    await expectCase('function-grants.json', await functionPrivileges(database.sql));
  });

  test('that are too wide are noticed', async () => {
    await database.sql`grant update (status) on public.lists to authenticated`;
    const after = await relationPrivileges(database.sql);
    await database.sql`revoke update (status) on public.lists from authenticated`;
    assert.notDeepEqual(after, await relationPrivileges(database.sql));
  });
});

describe('what each caller reaches', () => {
  before(() => addSampleRows(database.sql));

  test('does not include what is not published yet, nor what hangs on it', async () => {
    for (const relation of await exposedRelations(database.sql)) {
      if (!partlyHidden.includes(relation.name)) continue;
      for (const name of ['anonymous', 'first', 'former'] as const) {
        assert.ok(callers[name]);
        const seen = await reach(database.sql, callers[name], relation, 'select');
        assert.equal(seen, 'some', `${name} reads ${seen} of ${relation.name}`);
      }
    }
  });

  test('never includes a private word, not even for owners and the service', async () => {
    const [hidden] = await database.sql`
      select count(*)::int as n from private.product_costs where notes like '%canary-note%'`;
    assert.ok(hidden?.['n'] > 0);
    for (const { name } of await exposedRelations(database.sql)) {
      const [row] = await database.sql`
        select count(*)::int as n from public.${database.sql(name)} t
        where to_jsonb(t)::text ~ 'canary-(note|supplier)'`;
      assert.equal(row?.['n'], 0, name);
    }
  });

  test('has a row to be tried on, for every relation', async () => {
    for (const { name } of await exposedRelations(database.sql)) {
      const [row] = await database.sql`select from public.${database.sql(name)} limit 1`;
      assert.ok(row, `${name} is empty: give it a row in tests/support/data/sample-rows.ts`);
    }
  });

  test('of every relation, by every verb, is what was agreed', async () => {
    const matrix: Record<string, Record<string, Record<string, string>>> = {};
    for (const relation of await exposedRelations(database.sql)) {
      const cells: Record<string, Record<string, string>> = (matrix[relation.name] = {});
      for (const verb of verbs) {
        const answers = await Promise.all(
          Object.entries(callers).map(async ([name, caller]) => {
            const answer = await reach(database.sql, caller, relation, verb);
            return [name, answer] as const;
          }),
        );
        cells[verb] = groupByReach(answers);
      }
    }
    await expectCase('access.json', matrix);
  });

  test('of every function is what was agreed', async () => {
    const matrix: Record<string, Record<string, string>> = {};
    for (const [name, call] of Object.entries(await exposedCalls(database.sql))) {
      const answers = await Promise.all(
        Object.entries(callers).map(
          async ([who, caller]) => [who, await reachFunction(database.sql, caller, call)] as const,
        ),
      );
      matrix[name] = groupByReach(answers);
    }
    await expectCase('function-access.json', matrix);
  });

  test('grows by a planted policy, and that is noticed', async () => {
    const relation = (await exposedRelations(database.sql)).find(
      ({ name }) => name === 'stock_pools',
    );
    assert.ok(relation && callers['first']);
    const closed = await reach(database.sql, callers['first'], relation, 'select');
    await database.sql`
      create policy "Planted for everyone" on public.stock_pools for select to authenticated using (true)`;
    const opened = await reach(database.sql, callers['first'], relation, 'select');
    await database.sql`drop policy "Planted for everyone" on public.stock_pools`;
    assert.deepEqual([closed, opened], ['none', 'all']);
  });

  test('ends at the next call for who is let go: each then may what anybody may', async () => {
    const staff = ['support', 'fulfilment', 'editor', 'owner'] as const;
    const calls = Object.values(await exposedCalls(database.sql));
    await database.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`delete from private.staff`;
    });
    for (const call of calls) {
      const answers = [...staff, 'former'].map(async (who) => {
        const caller = callers[who];
        assert.ok(caller);
        return reachFunction(database.sql, caller, call);
      });
      const all = await Promise.all(answers);
      assert.deepEqual(new Set(all), new Set(all.slice(-1)), call);
    }
  });
});
