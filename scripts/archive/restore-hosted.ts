/**
 * Fills a hosted project. Invariant: its rows come in one transaction, and a row written in it says which
 * archive they are of, so that the same command goes on where it was killed.
 */
import type { Sql } from 'postgres';
import { applyMigrations } from '../local-supabase/migrate.ts';
import { ArchiveRefused } from './archive-key.ts';
import {
  assertSameFiles,
  isEmptyShop,
  loadFiles,
  loadRows,
  reachRelease,
  type SeenArchive,
} from './load-archive.ts';
import { assertOpens } from './opened-shop.ts';
import { connect, type HostedAccess } from './shop-source.ts';
import { filesBehindApi } from './stored-files.ts';

interface HostedOptions {
  readonly archive: SeenArchive;
  readonly project: HostedAccess;
  readonly projectFolder: string;
  readonly isReplacing: boolean;
  readonly note: (text: string) => void;
  readonly say: (text: string) => void;
}

/** As the Supabase CLI makes them, and a table of our own beside them. */
async function prepareNotes(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
    create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null);
    create table if not exists supabase_migrations.restored_archives (digest text primary key, rows_at timestamptz not null default now());`);
}

export async function restoreHosted(options: HostedOptions): Promise<void> {
  const { archive, project, projectFolder, isReplacing, note, say } = options;
  const { sql, lost, end } = connect(project.databaseUrl);
  try {
    await prepareNotes(sql);
    const begun = await sql`
      select from supabase_migrations.restored_archives where digest = ${archive.digest}`;
    if (begun.length > 0) {
      say('The archive’s rows are in already: going on with its files.');
    } else {
      if (!isReplacing && !(await isEmptyShop(sql))) {
        throw new ArchiveRefused(
          `There is a shop in ${project.url}. Back it up, then use --replace: its rows are removed.`,
        );
      }
      await reachRelease(sql, archive, projectFolder);
      await loadRows(sql, archive, {
        lost,
        note,
        async alsoDo(transaction) {
          await transaction`insert into supabase_migrations.restored_archives (digest) values (${archive.digest})`;
          // A deployment would add it to the rows that came of the archive.
          await transaction`
            insert into supabase_migrations.seed_files (path, hash) values ('supabase/starter.sql', ${archive.digest})
            on conflict (path) do nothing`;
        },
      });
    }
    await applyMigrations(sql, projectFolder);
    await sql`select pg_catalog.pg_notify('pgrst', 'reload schema')`;
    const files = filesBehindApi(project.url, project.secretKey);
    await loadFiles(sql, archive, files, note);
    note('comparing files');
    await assertSameFiles(archive, sql, files);
    await assertOpens(project.url, project.publishableKey);
    await sql`drop table supabase_migrations.restored_archives`;
  } finally {
    await end();
  }
}
