import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { schemaFiles } from '../../../scripts/generate-migration.ts';
import { typesFile, typesText } from '../../../scripts/generate-types.ts';
import { applyMigrations, prepareServices } from '../../../scripts/local-supabase/migrate.ts';
import { compareCatalogues, readCatalogue, type Catalogue } from '../../../scripts/catalogue.ts';
import { databaseUrl, projectFolder } from '../../support/cluster.ts';
import { rolledBack, service, openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();

/** A fresh database beside the file's own, with what a hosted one has before its first migration. */
async function inFreshDatabase<T>(name: string, run: (sql: Sql) => Promise<T>): Promise<T> {
  await database.sql`drop database if exists ${database.sql(name)} with (force)`;
  await database.sql`create database ${database.sql(name)}`;
  const sql = postgres(databaseUrl(database.url, name), { max: 1, onnotice() {} });
  try {
    await prepareServices(sql);
    return await run(sql);
  } finally {
    await sql.end();
    await database.sql`drop database ${database.sql(name)} with (force)`;
  }
}

const fromSchemas = (): Promise<Catalogue> =>
  inFreshDatabase(`drift_schemas_${process.pid}`, async (sql) => {
    await sql`set role postgres`;
    for (const file of await schemaFiles()) await sql.unsafe(await readFile(file, 'utf8')).simple();
    await sql`reset role`;
    return readCatalogue(sql);
  });

const fromMigrations = (): Promise<Catalogue> =>
  inFreshDatabase(`drift_migrations_${process.pid}`, async (sql) => {
    await applyMigrations(sql, projectFolder);
    return readCatalogue(sql);
  });

describe('schemas and migrations', () => {
  test('make the same database', async () => {
    const schemas = await fromSchemas();
    assert.ok(schemas.size > 1500, `only ${schemas.size} objects were compared`);
    assert.deepEqual(compareCatalogues(schemas, await fromMigrations()), []);
  });

  const changes = {
    column: 'alter table public.products add column planted int',
    type: 'alter table public.products alter column position type bigint',
    default: `alter table public.products alter column ship_group set default 'planted'`,
    constraint: 'alter table public.stock_pools drop constraint stock_pools_count',
    index: 'drop index public.variants_pool_idx',
    policy: 'alter policy "Everyone reads settings" on public.settings using (false)',
    'storage policy':
      'drop policy "Owners and editors remove pictures and drafts" on storage.objects',
    grant: 'grant select on public.stock_pools to anon',
    'column grant': 'grant update (id) on public.stock_pools to authenticated',
    'function grant': 'grant execute on function private.refuse(int, text, text, jsonb) to public',
    'function body': `create or replace function private.my_staff_role() returns text
      language sql stable security definer set search_path = '' as 'select null::text'`,
    'view option': 'alter view public.availability set (security_invoker = false)',
    comment: `comment on table public.products is 'planted'`,
    trigger: 'drop trigger audit on public.products',
    'disabled trigger': 'alter table public.products disable trigger audit',
    publication: 'alter publication supabase_realtime drop table public.order_events',
    enum: `alter type public.list_kind add value 'planted'`,
    'row security': 'alter table public.products disable row level security',
    bucket: `update storage.buckets set public = true where id = 'drafts'`,
    'batch move': `insert into private.batch_moves values ('archived', 'draft')`,
  };
  for (const [what, change] of Object.entries(changes)) {
    test(`a changed ${what} is noticed`, async () => {
      const noticed = await rolledBack(database.sql, service, async (sql) => {
        await sql`reset role`;
        const before = await readCatalogue(sql);
        await sql.unsafe(change);
        return compareCatalogues(before, await readCatalogue(sql));
      });
      assert.ok(noticed.length > 0);
    });
  }
});

describe('the types of rows', () => {
  test('are those of the schema', async () => {
    assert.equal(await typesText(database.url), await readFile(typesFile, 'utf8'));
  });

  test('change with the schema', async () => {
    await database.sql`alter table public.makers add column planted text`;
    const text = await typesText(database.url);
    await database.sql`alter table public.makers drop column planted`;
    assert.match(text, /planted: string \| null/);
  });
});
