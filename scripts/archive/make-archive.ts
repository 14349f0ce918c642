/**
 * Writes all that a shop knows into one file. Invariant: every table is read in one snapshot, and a file
 * has its name only once it was read again and found whole.
 */
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ISql } from 'postgres';
import { ArchiveRefused, type BackupKey } from './archive-key.ts';
import { keepSettings } from './archive-settings.ts';
import { jsonEntry, readArchive, writeArchive, type Entry, type EntrySum } from './entries.ts';
import type { ShopSource } from './shop-source.ts';
import type { FileRow } from './stored-files.ts';
import { copyOut, readSequences, readTables, speakPlainly } from './tables.ts';

export interface AppliedMigration {
  readonly version: string;
  readonly sha256: string;
}

/** What an archive says of itself first. */
export interface About {
  readonly format: 1;
  readonly madeAt: string;
  readonly place: 'embedded' | 'hosted';
  readonly migrations: readonly AppliedMigration[];
  readonly buckets: readonly Readonly<Record<string, unknown>>[];
}

export interface MadeArchive {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly sums: readonly EntrySum[];
  /** Files whose rows were there and whose bytes were not. */
  readonly lostFiles: readonly string[];
}

export interface ArchiveOptions {
  readonly shop: ShopSource;
  readonly projectFolder: string;
  readonly file: string;
  readonly key: BackupKey | null;
  readonly now: Date;
  readonly note?: (text: string) => void;
}

export async function readMigrations(sql: ISql): Promise<AppliedMigration[]> {
  const [known] = await sql<{ table: string | null }[]>`
    select to_regclass('supabase_migrations.schema_migrations')::text as table`;
  if (!known?.table) return [];
  const rows = await sql<{ version: string; text: string }[]>`
    select version, array_to_string(statements, E';\\n') as text from supabase_migrations.schema_migrations order by version`;
  return rows.map(({ version, text }) => ({
    version,
    sha256: createHash('sha256').update(text).digest('hex'),
  }));
}

const sizeWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.ceil(bytes / 1_000_000)} MB`;

async function* entriesOf(
  sql: ISql,
  { shop, projectFolder, key, now, note }: ArchiveOptions,
  lostFiles: string[],
): AsyncGenerator<Entry> {
  const migrations = await readMigrations(sql);
  if (migrations.length === 0) throw new ArchiveRefused('The database holds no shop yet.');
  const buckets = await sql<{ row: Record<string, unknown> }[]>`
    select to_jsonb(b) as row from storage.buckets b order by id`;
  const about: About = {
    format: 1,
    madeAt: now.toISOString(),
    place: shop.place,
    migrations,
    buckets: buckets.map(({ row }) => row),
  };
  yield jsonEntry('about', about);
  yield jsonEntry('settings', await keepSettings(projectFolder, key !== null));
  const tables = await readTables(sql);
  for (const [place, table] of tables.entries()) {
    note?.(`table ${place + 1} of ${tables.length}, ${table.name}`);
    const { name, columns } = table;
    yield { head: { kind: 'table', name, columns }, body: copyOut(sql, table, shop.lost) };
  }
  yield jsonEntry('sequences', await readSequences(sql));
  const [counted] = await sql<{ count: number }[]>`
    select count(*)::int as count from storage.objects`;
  let place = 0;
  const rows = sql<{ row: FileRow }[]>`
    select to_jsonb(o) - 'path_tokens' as row from storage.objects o order by bucket_id, name`;
  for await (const some of rows.cursor(100)) {
    for (const { row } of some) {
      place += 1;
      note?.(`file ${place} of ${counted?.count ?? 0}`);
      const name = `${row.bucket_id}/${row.name}`;
      const body = await shop.files.read(row);
      if (body) yield { head: { kind: 'file', name, row }, body };
      else lostFiles.push(name);
    }
  }
}

export async function makeArchive(options: ArchiveOptions): Promise<MadeArchive> {
  const { shop, file, key, note } = options;
  if (existsSync(file)) throw new ArchiveRefused(`${file} is there already.`);
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.part`;
  const sums: EntrySum[] = [];
  const lostFiles: string[] = [];
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await shop.sql.begin('isolation level repeatable read read only', async (sql) => {
      await speakPlainly(sql);
      const archive = writeArchive(entriesOf(sql, options, lostFiles), key, sums);
      await pipeline(
        archive,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            bytes += chunk.length;
            yield chunk;
          }
        },
        createWriteStream(draft, { mode: 0o600, flush: true }),
      );
    });
    note?.(`reading ${sizeWords(bytes)} again`);
    await readArchive({ file: draft, key });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return { file, bytes: (await stat(file)).size, sha256: hash.digest('hex'), sums, lostFiles };
}

/** For the desk and for doctor: null in a database that is older than this table. */
export async function recordBackup(
  { sql }: Pick<ShopSource, 'sql'>,
  made: MadeArchive,
  isEncrypted: boolean,
  now: Date,
): Promise<void> {
  const [known] = await sql<{ table: string | null }[]>`
    select to_regclass('private.backups')::text as table`;
  if (!known?.table) return;
  const rows = made.sums.reduce((sum, each) => sum + (each.rows ?? 0), 0);
  const files = made.sums.filter(({ kind }) => kind === 'file').length;
  await sql`
    insert into private.backups (made_at, bytes, sha256, is_encrypted, is_verified, row_count, file_count, lost_files)
    values (${now}, ${made.bytes}, ${made.sha256}, ${isEncrypted}, true, ${rows}, ${files}, ${made.lostFiles.length})`;
}
