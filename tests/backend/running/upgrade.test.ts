import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import {
  applyMigrations,
  migrationNames,
  prepareServices,
} from '../../../scripts/local-supabase/migrate.ts';
import { findFreePort } from '../../../scripts/local-supabase/ports.ts';
import {
  DatabaseUnusable,
  startCluster,
  type Cluster,
} from '../../../scripts/local-supabase/postgres.ts';
import { copyFolder, startUpgraded } from '../../../scripts/local-supabase/upgrade.ts';
import { projectFolder } from '../../support/cluster.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const first = '20261121000000';
const versions = (await migrationNames(projectFolder)).map((name) => name.slice(0, 14));
const second = versions[1] ?? '';
let folder = '';
let shops = 0;

async function withSql<T>(cluster: Cluster, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(cluster.url('postgres'), { max: 1, onnotice() {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
    await cluster.stop();
  }
}

const started = async (pg: string) =>
  startCluster({ folder: pg, port: await findFreePort(), durable: false });
const upgraded = async (pg: string, project = projectFolder) =>
  startUpgraded({ folder: pg, port: await findFreePort(), durable: false, projectFolder: project });

/** A data folder of the first release, of its own. */
async function oldShop(change = ''): Promise<string> {
  shops += 1;
  const pg = path.join(folder, `shop${shops}`, 'pg');
  await copyFolder(path.join(folder, 'pg'), pg);
  if (change !== '') await withSql(await started(pg), async (sql) => sql.unsafe(change));
  return pg;
}

const look = async (sql: Sql) => {
  const applied = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  const [sums] = await sql`
    select count(*)::int as orders, sum(total_minor)::int as total, sum(refund_due_minor)::int as due from public.order_records`;
  return { versions: applied.map(({ version }) => version), ...sums };
};
const sums = { orders: 23, total: 120_900, due: 20_900 };

before(async () => {
  folder = await makeTemporaryFolder();
  const rows = await readFile(
    path.join(projectFolder, 'tests/support/data/first-release.sql'),
    'utf8',
  );
  await withSql(await started(path.join(folder, 'pg')), async (sql) => {
    await prepareServices(sql);
    await applyMigrations(sql, projectFolder, (name) => name.startsWith(first));
    await sql.begin((transaction) => transaction.unsafe(rows).simple());
  });
});
after(() => rm(folder, { recursive: true, force: true }));

describe('a start on the data of an older version', () => {
  test('upgrades it and keeps a copy of how it was', async () => {
    const pg = await oldShop();
    const now = await withSql(await upgraded(pg), look);
    assert.deepEqual(now, { versions, ...sums });
    const copy = await withSql(await started(`${pg}-before-${second}`), look);
    assert.deepEqual(copy, { versions: [first], ...sums });
  });

  test('copies nothing where nothing is to be upgraded', async () => {
    const pg = await oldShop();
    await withSql(await upgraded(pg), look);
    await rm(`${pg}-before-${second}`, { recursive: true });
    await withSql(await upgraded(pg), look);
    assert.equal(existsSync(`${pg}-before-${second}`), false);
  });

  test('leaves it as it was when a migration fails, also those before that one', async () => {
    const project = path.join(folder, 'project');
    await cp(
      path.join(projectFolder, 'supabase/migrations'),
      path.join(project, 'supabase/migrations'),
      { recursive: true },
    );
    await writeFile(
      path.join(project, 'supabase/migrations/29991231000000_broken.sql'),
      'select 1 / 0;',
    );
    const pg = await oldShop();
    await assert.rejects(upgraded(pg, project), (error: unknown) => {
      assert.ok(error instanceof DatabaseUnusable);
      assert.match(
        error.message,
        /could not be upgraded and is as it was.*A copy is in .*pg-before-/,
      );
      assert.match(
        error.message,
        /29991231000000_broken.sql could not be applied.*division by zero/,
      );
      return true;
    });
    assert.deepEqual(await withSql(await started(pg), look), { versions: [first], ...sums });
    const copy = await withSql(await started(`${pg}-before-${second}`), look);
    assert.deepEqual(copy.versions, [first]);
    assert.deepEqual((await withSql(await upgraded(pg), look)).versions, versions);
  });

  test('goes on where putting it back was killed', async () => {
    const pg = await oldShop();
    await rename(pg, `${pg}.restored`);
    assert.deepEqual(await withSql(await upgraded(pg), look), { versions, ...sums });
  });

  for (const [what, change, message] of [
    [
      'an unfinished version',
      `update supabase_migrations.schema_migrations set statements = '{other}'`,
      /unfinished version.*npm run reset/,
    ],
    [
      'a later version',
      `insert into supabase_migrations.schema_migrations values ('29990101000000')`,
      /later version/,
    ],
  ] as const) {
    test(`refuses the data of ${what}`, async () => {
      const pg = await oldShop(change);
      await assert.rejects(upgraded(pg), message);
    });
  }
});
