import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { compareCatalogues, readCatalogue } from '../../../scripts/catalogue.ts';
import { findAdvice } from '../../../scripts/check-schema.ts';
import { typesFile, typesText } from '../../../scripts/generate-types.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { applyMigrations, migrationNames } from '../../../scripts/local-supabase/migrate.ts';
import { inNewDatabase } from '../../../scripts/schema-changes.ts';
import { databaseUrl, plainDatabase, projectFolder } from '../../support/cluster.ts';
import { anonymous, openTestDatabase, rolledBack, service } from '../../support/database.ts';
import { prepareHosted } from '../../support/hosted/hosted-project.ts';
import { pushMigrations } from '../../support/hosted/pushed-migrations.ts';
import { functionPrivileges, relationPrivileges } from '../../support/pages/access.ts';

const embedded = openTestDatabase();
const hostedName = `hosted_${process.pid}`;
const oldName = `hosted_old_${process.pid}`;
const emptyName = `hosted_empty_${process.pid}`;

async function inDatabase<T>(name: string, work: (sql: Sql) => Promise<T>, user?: string) {
  const url = new URL(databaseUrl(embedded.url, name));
  if (user !== undefined) url.username = user;
  const sql = postgres(url.href, { max: 1, onnotice() {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Extensions that the embedded backend has not, and triggers that a running Realtime makes. */
const ofServices =
  /^extension (?:pg_cron|pg_net|supabase_vault|pgcrypto|uuid-ossp|pg_stat_statements):|^trigger \S+ realtime_queue_/;

const rightsOf = async (sql: Sql) => ({
  relations: await relationPrivileges(sql),
  functions: await functionPrivileges(sql),
});

async function mayRead(caller: Caller, name: string, statement: string): Promise<boolean> {
  return inDatabase(name, (sql) =>
    rolledBack(sql, caller, async (transaction) => {
      await transaction.unsafe(statement);
      return true;
    }).catch((error: unknown) => {
      assert.match(String(error), /permission denied/);
      return false;
    }),
  );
}

describe('a hosted project', () => {
  before(async () => {
    await inNewDatabase(embedded.url, emptyName, prepareHosted);
    await inNewDatabase(embedded.url, hostedName, async (sql, url) => {
      await prepareHosted(sql);
      await pushMigrations(url);
    });
    await inNewDatabase(embedded.url, oldName, async (sql) => {
      // As the embedded backend was before it gave away what a hosted project gives away.
      for (const kind of ['tables', 'functions', 'sequences']) {
        await sql.unsafe(
          `alter default privileges for role postgres in schema public revoke all on ${kind} from anon, authenticated, service_role`,
        );
      }
      await applyMigrations(sql, projectFolder);
    });
  });
  after(async () => {
    for (const name of [hostedName, oldName, emptyName]) {
      await embedded.sql`drop database if exists ${embedded.sql(name)} with (force)`;
    }
  });

  test('takes every migration from a user that is no superuser', async () => {
    const [role, versions] = await inDatabase(
      hostedName,
      async (sql) => [
        await sql`select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user`,
        await sql<{ version: string }[]>`
          select version from supabase_migrations.schema_migrations order by version`,
      ],
      'postgres',
    );
    assert.deepEqual(
      [...(role ?? [])],
      [{ rolsuper: false, rolbypassrls: true, rolcreaterole: true }],
    );
    assert.deepEqual(
      (versions ?? []).map((row) => row['version']),
      (await migrationNames(projectFolder)).map((name) => name.slice(0, 14)),
    );
  });

  test('is the same in tables, functions, rights, policies and buckets as the embedded backend', async () => {
    const differences = compareCatalogues(
      await inDatabase(plainDatabase, readCatalogue),
      await inDatabase(hostedName, readCatalogue),
    );
    assert.deepEqual(
      differences.filter((line) => !ofServices.test(line)),
      [],
    );
  });

  test('gives anonymous visitors, accounts and service_role the same rights as the embedded backend', async () => {
    assert.deepEqual(await inDatabase(hostedName, rightsOf), await rightsOf(embedded.sql));
  });

  test('has the same rights as an embedded shop that was made before it', async () => {
    const differences = compareCatalogues(
      await inDatabase(oldName, readCatalogue),
      await inDatabase(hostedName, readCatalogue),
    );
    assert.deepEqual(
      differences.filter((line) => !ofServices.test(line)),
      [],
    );
  });

  const asUser = () => {
    const url = new URL(databaseUrl(embedded.url, hostedName));
    url.username = 'postgres';
    return url.href;
  };

  test('has the row types that are written here, where its user asks gen types', async () => {
    assert.equal(await typesText(asUser()), await readFile(typesFile, 'utf8'));
  });

  test('is given no advice by db advisors, where its user asks', async () => {
    assert.deepEqual(await findAdvice(asUser()), []);
  });

  test('gives every role everything by default, until the migrations take it back', async () => {
    const wide = async (name: string) => {
      await inDatabase(name, (sql) => sql`create table public.planted (id int)`, 'postgres');
      const can = [];
      for (const caller of [anonymous, { ...anonymous, role: 'authenticated' as const }, service]) {
        can.push(await mayRead(caller, name, 'select * from public.planted'));
      }
      await inDatabase(name, (sql) => sql`drop table public.planted`, 'postgres');
      return can;
    };
    assert.deepEqual(await wide(emptyName), [true, true, true]);
    assert.deepEqual(await wide(hostedName), [false, false, false]);
  });

  test('lets nobody write history, not even with the secret key', async () => {
    for (const statement of [
      'delete from public.audit_log',
      'update public.order_records set total_minor = 0',
      'select public.make_recovery_codes()',
    ]) {
      assert.equal(await mayRead(service, hostedName, statement), false, statement);
    }
  });

  describe('refuses its user', () => {
    for (const statement of [
      'create table auth.planted (id int)',
      'create table storage.planted (id int)',
      'create table realtime.planted (id int)',
      `create function auth.planted() returns int language sql as 'select 1'`,
      'alter table auth.users add column planted int',
      'alter table storage.objects disable row level security',
      'alter table storage.objects owner to postgres',
      'create index planted on auth.users (email)',
      'drop table storage.buckets cascade',
      'drop function auth.uid() cascade',
      'drop schema realtime cascade',
      'set role supabase_storage_admin',
      'set role supabase_admin',
      'alter role postgres superuser',
      'create extension file_fdw',
      `copy (select 1) to '/tmp/planted'`,
      "insert into cron.job (schedule, command) values ('* * * * *', 'select 1')",
    ]) {
      test(statement, async () => {
        await inDatabase(
          emptyName,
          (sql) =>
            assert.rejects(
              sql.unsafe(`begin; ${statement}; rollback`).simple(),
              /must be owner|permission denied|must have the SUPERUSER/,
            ),
          'postgres',
        );
      });
    }
  });

  describe('lets its user', () => {
    for (const statement of [
      'create policy planted on storage.objects for select to anon using (true)',
      'create policy planted on realtime.messages for select to authenticated using (true)',
      `create function public.planted() returns trigger language plpgsql as 'begin return new; end';
       create trigger planted after insert on auth.users for each row execute function public.planted();
       drop trigger planted on auth.users; drop function public.planted()`,
      'create table public.planted (id uuid references auth.users (id)); drop table public.planted',
      'alter publication supabase_realtime add table auth.users',
      'create extension if not exists pg_cron with schema pg_catalog',
      'create extension if not exists pg_net',
      'create extension pg_trgm with schema extensions',
      `select cron.schedule('planted', '* * * * *', 'select 1'); select cron.unschedule('planted')`,
      `select cron.alter_job(cron.schedule('planted', '5 seconds', 'select 1'), active => false)`,
      `select net.http_post(url := 'http://127.0.0.1/', body := '{}', headers := '{"apikey":"a"}')`,
      `select vault.update_secret(vault.create_secret('hidden', 'planted'), 'changed')`,
      `select decrypted_secret from vault.decrypted_secrets`,
    ]) {
      test(statement.replaceAll(/\s+/g, ' '), async () => {
        await inDatabase(
          emptyName,
          (sql) => sql.unsafe(`begin; ${statement}; rollback`).simple(),
          'postgres',
        );
      });
    }
  });
});
