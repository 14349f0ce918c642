/**
 * Puts an archive's rows into a database of the same release. Invariant: one transaction, and it ends only
 * if every table holds what the archive says.
 */
import type { Sql, TransactionSql } from 'postgres';
import { applyMigrations, migrationNames } from '../local-supabase/migrate.ts';
import { migrationFile } from '../migrations.ts';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ArchiveRefused, type BackupKey } from './archive-key.ts';
import type { KeptSettings } from './archive-settings.ts';
import { readAll, readArchive, type EntrySum } from './entries.ts';
import { readMigrations, type About, type AppliedMigration } from './make-archive.ts';
import type { FileRow, StoredFiles } from './stored-files.ts';
import {
  copyIn,
  isAccountTable,
  readTables,
  speakPlainly,
  stopTriggers,
  sumRows,
  writeSequences,
  type Sequence,
  type Table,
} from './tables.ts';

export interface SeenArchive {
  readonly file: string;
  readonly key: BackupKey | null;
  readonly about: About;
  readonly settings: KeptSettings;
  readonly sums: readonly EntrySum[];
  /** Of what it holds, however it is sealed. */
  readonly digest: string;
}

type Note = (text: string) => void;

/** Reads all of it and writes nothing. */
export async function seeArchive(
  file: string,
  key: BackupKey | null,
  note?: Note,
): Promise<SeenArchive> {
  const told: { about?: About; settings?: KeptSettings } = {};
  const sums = await readArchive({ file, key, ...(note ? { note } : {}) }, async (entry) => {
    if (entry.head.kind === 'about') told.about = JSON.parse(await readAll(entry.body));
    if (entry.head.kind === 'settings') told.settings = JSON.parse(await readAll(entry.body));
  });
  if (!told.about || !told.settings || told.about.format !== 1) {
    throw new ArchiveRefused('The archive was made by a later version of Keywright.');
  }
  const digest = createHash('sha256').update(JSON.stringify(sums)).digest('hex');
  return { file, key, about: told.about, settings: told.settings, sums, digest };
}

/** Refuses an archive of a release that this code does not know. */
export async function assertKnownRelease(
  { about }: SeenArchive,
  projectFolder: string,
): Promise<void> {
  const names = new Map(
    (await migrationNames(projectFolder)).map((name) => [name.slice(0, 14), name]),
  );
  for (const { version, sha256 } of about.migrations) {
    const name = names.get(version);
    const text = name && (await readFile(migrationFile(projectFolder, name), 'utf8'));
    const isSame =
      about.place === 'hosted' ||
      createHash('sha256')
        .update(text ?? '')
        .digest('hex') === sha256;
    if (text && isSame) continue;
    throw new ArchiveRefused(
      `The archive was made by another version of Keywright: its migration ${version} is not that of this one.`,
    );
  }
}

const versionsOf = (migrations: readonly AppliedMigration[]): string =>
  migrations.map(({ version }) => version).join(' ');

/** Brings a database that holds nothing to the archive's release; one of that release stays as it is. */
export async function reachRelease(
  sql: Sql,
  { about }: SeenArchive,
  projectFolder: string,
): Promise<void> {
  const wanted = new Set(about.migrations.map(({ version }) => version));
  const applied = await readMigrations(sql);
  if (applied.length === 0) {
    await applyMigrations(sql, projectFolder, (name) => wanted.has(name.slice(0, 14)));
  } else if (versionsOf(applied) !== versionsOf(about.migrations)) {
    throw new ArchiveRefused(
      'The database has another release than the archive. Restore into one without migrations, or into one of that release.',
    );
  }
}

export async function isEmptyShop(sql: Sql): Promise<boolean> {
  const [known] = await sql<{ table: string | null }[]>`
    select to_regclass('public.order_records')::text as table`;
  if (!known?.table) return true;
  const [found] = await sql<{ used: boolean }[]>`
    select exists (select from auth.users) or exists (select from public.order_records)
      or exists (select from public.products) as used`;
  return found?.used !== true;
}

export interface LoadOptions {
  readonly lost: AbortSignal;
  readonly note?: Note;
  /** In the same transaction, once all rows are in. */
  readonly alsoDo?: (sql: TransactionSql) => Promise<unknown>;
}

async function empty(sql: TransactionSql, tables: readonly Table[]): Promise<void> {
  const own = tables.filter(({ name }) => !isAccountTable(name)).map(({ name }) => name);
  await sql.unsafe(`truncate ${own.join(', ')}`);
}

async function pourRows(
  sql: TransactionSql,
  archive: SeenArchive,
  here: readonly Table[],
  note?: Note,
): Promise<ReadonlySet<string>> {
  const known = new Map(here.map((table) => [table.name, table]));
  const loaded = new Set<string>();
  let isAfterAccounts = false;
  await readArchive(archive, async ({ head, body }) => {
    if (head.kind === 'sequences') {
      await writeSequences(sql, JSON.parse(await readAll(body)) as Sequence[]);
    }
    if (head.kind !== 'table') return;
    if (!isAccountTable(head.name) && !isAfterAccounts) {
      isAfterAccounts = true;
      // The shop writes mails about new accounts; these are not new.
      await empty(sql, here);
    }
    const table = known.get(head.name);
    if (!table) throw new ArchiveRefused(`There is no table ${head.name} here.`);
    note?.(`table ${loaded.size + 1} of ${known.size}, ${head.name}`);
    await copyIn(sql, head, body, table);
    loaded.add(head.name);
  });
  return loaded;
}

/** Columns of accounts that were left out are left out of the comparison too. */
async function assertSameRows(
  sql: TransactionSql,
  { sums }: SeenArchive,
  tables: readonly Table[],
  lost: AbortSignal,
): Promise<void> {
  const known = new Map(tables.map((table) => [table.name, table]));
  for (const { kind, name, rows, rowSum } of sums) {
    const table = known.get(name);
    if (kind !== 'table' || !table) continue;
    const found = await sumRows(sql, table, lost);
    const isSame = found.count === rows && (isAccountTable(name) || found.digest() === rowSum);
    if (!isSame) {
      throw new ArchiveRefused(
        `${name} would hold ${found.count} rows that differ from the ${rows} of the archive.`,
      );
    }
  }
}

export async function loadRows(
  sql: Sql,
  archive: SeenArchive,
  { lost, note, alsoDo }: LoadOptions,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await speakPlainly(transaction);
    const here = await readTables(transaction);
    const startTriggers = await stopTriggers(transaction, here);
    await empty(transaction, here);
    await transaction`delete from auth.users`;
    const loaded = await pourRows(transaction, archive, here, note);
    const missing = here.filter(({ name }) => !loaded.has(name)).map(({ name }) => name);
    if (missing.length > 0) {
      throw new ArchiveRefused(`The archive has no ${missing.join(', ')}.`);
    }
    await transaction`
      insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
      select b.id, b.name, b.public, b.file_size_limit, b.allowed_mime_types
      from jsonb_populate_recordset(null::storage.buckets, ${transaction.json(archive.about.buckets as never)}) b
      on conflict (id) do nothing`;
    note?.('comparing');
    await assertSameRows(transaction, archive, here, lost);
    await startTriggers();
    await alsoDo?.(transaction);
  });
}

export async function loadFiles(
  sql: Sql,
  archive: SeenArchive,
  files: StoredFiles,
  note?: Note,
): Promise<void> {
  const count = archive.sums.filter(({ kind }) => kind === 'file').length;
  let place = 0;
  await readArchive(archive, async ({ head, body }) => {
    if (head.kind !== 'file') return;
    place += 1;
    note?.(`file ${place} of ${count}`);
    await files.write(sql, head.row as FileRow, body);
  });
}

/** What was stored is what the archive holds. */
export async function assertSameFiles(
  { sums }: SeenArchive,
  sql: Sql,
  files: StoredFiles,
): Promise<void> {
  for (const { kind, name, sha256 } of sums) {
    if (kind !== 'file') continue;
    const [found] = await sql<{ row: FileRow }[]>`
      select to_jsonb(o) as row from storage.objects o where bucket_id || '/' || name = ${name}`;
    const body = found && (await files.read(found.row));
    const hash = createHash('sha256');
    for await (const chunk of body ?? []) hash.update(chunk);
    if (!body || hash.digest('hex') !== sha256) {
      throw new ArchiveRefused(`The file ${name} was not stored as the archive holds it.`);
    }
  }
}
