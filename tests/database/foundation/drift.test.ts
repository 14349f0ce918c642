import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import postgres from 'postgres';
import { tableTexts, typesFile, typesText } from '../../../scripts/generate-types.ts';
import { compareCatalogues, readCatalogue, readRows } from '../../../scripts/catalogue.ts';
import { findDrift, withCluster } from '../../../scripts/schema-changes.ts';
import { projectFolder } from '../../support/cluster.ts';
import { rolledBack, service, openTestDatabase } from '../../support/database.ts';

const database = openTestDatabase();

describe('schemas and migrations', () => {
  test('make the same database', async () => {
    await withCluster(async (cluster) => {
      const { drift, migratedUrl } = await findDrift(cluster.url('postgres'), projectFolder);
      assert.deepEqual(drift, []);
      const sql = postgres(migratedUrl, { max: 1, onnotice() {} });
      const { size } = await readCatalogue(sql);
      await sql.end();
      assert.ok(size > 5000, `only ${size} objects were compared`);
    });
  });

  const changes = {
    column: 'alter table public.products add column planted int',
    type: 'alter table public.products alter column position type bigint',
    default: `alter table public.products alter column ship_group set default 'planted'`,
    constraint: 'alter table public.stock_pools drop constraint stock_pools_count',
    index: 'drop index public.variants_pool_idx',
    policy: 'alter policy "Everyone reads settings" on public.settings using (false)',
    'storage policy': 'drop policy "Owners and editors upload files and drafts" on storage.objects',
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

describe('the rows of a new shop', () => {
  test('are compared too', async () => {
    const noticed = await rolledBack(database.sql, service, async (sql) => {
      await sql`reset role`;
      const before = await readRows(sql);
      await sql`insert into private.batch_moves values ('archived', 'draft')`;
      return compareCatalogues(before, await readRows(sql));
    });
    assert.equal(noticed.length, 1);
  });
});

describe('the types of rows', () => {
  test('are those of the schema', async () => {
    assert.equal(await typesText(database.url), await readFile(typesFile, 'utf8'));
  });

  test('and the stages and kinds are those of their tables', async () => {
    for (const [file, text] of await tableTexts(database.url))
      assert.equal(text, await readFile(file, 'utf8'));
  });

  test('change with the schema', async () => {
    await database.sql`alter table public.makers add column planted text`;
    const text = await typesText(database.url);
    await database.sql`alter table public.makers drop column planted`;
    assert.match(text, /planted: string \| null/);
  });
});
