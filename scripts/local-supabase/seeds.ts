/**
 * Fills a new database. Invariant: which files are wanted is written down before the first migration,
 * and that one was applied is written in its own transaction: a first start that was killed is gone on
 * with by the next, and a shop in use is never filled again.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sql, TransactionSql } from 'postgres';
import { fileRefused } from './sql-files.ts';

/**
 * In their order: what every shop needs, the demo shop on top of it, and the roles of the accounts that are
 * made between the last two.
 */
export const seedNames = ['starter.sql', 'seed.sql', 'seed-staff.sql'] as const;
type SeedName = (typeof seedNames)[number];
const starter: SeedName = 'starter.sql';

/** What fills the demo shop further, in this order, and is no file. */
export const fillings = ['sounds', 'german', 'life', 'photos'] as const;
export type Filling = (typeof fillings)[number];

/** What the Supabase CLI calls it in the same table. */
const pathOf = (name: SeedName | Filling): string => `supabase/${name}`;

/** Without a digest it is wanted, and not applied yet. */
const notYet = '';

/** Nothing is wanted in a database that has been migrated before. */
export async function wantSeeds(
  sql: Sql,
  projectFolder: string,
  demo: boolean = true,
  more: readonly Filling[] = [],
): Promise<void> {
  const files = seedNames
    .filter((name) => demo || name === starter)
    .map(pathOf)
    .filter((file) => existsSync(path.join(projectFolder, file)));
  const wanted = [...files, ...more.map(pathOf)];
  await sql`
    insert into supabase_migrations.seed_files (path, hash)
    select wanted, ${notYet} from unnest(${wanted}::text[]) as wanted
    where not exists (select from supabase_migrations.schema_migrations)
      -- A first start that an earlier version began, which knew no starter set.
      or exists (select from supabase_migrations.seed_files
        where path = ${pathOf('seed.sql')} and hash = ${notYet})
    on conflict (path) do nothing`;
}

export const isSeedWanted = (sql: Sql, name: SeedName): Promise<boolean> => isWanted(sql, name);

export const isFillingWanted = (sql: Sql, name: Filling): Promise<boolean> => isWanted(sql, name);

async function isWanted(sql: Sql, name: SeedName | Filling): Promise<boolean> {
  const rows = await sql`
    select from supabase_migrations.seed_files where path = ${pathOf(name)} and hash = ${notYet}`;
  return rows.length > 0;
}

/** Called in the transaction that makes it. */
export async function noteFilling(sql: TransactionSql, name: Filling): Promise<void> {
  await sql`update supabase_migrations.seed_files set hash = 'made' where path = ${pathOf(name)}`;
}

/** Seeds run as superuser with `keywright.embedded` on: they refuse to run anywhere else. */
export async function applySeed(sql: Sql, projectFolder: string, name: SeedName): Promise<void> {
  const file = path.join(projectFolder, pathOf(name));
  const text = await readFile(file, 'utf8');
  const hash = createHash('sha256').update(text).digest('hex');
  try {
    await sql.begin(async (transaction) => {
      await transaction`select set_config('keywright.embedded', 'on', true)`;
      await transaction.unsafe(text).simple();
      await transaction`
        update supabase_migrations.seed_files set hash = ${hash} where path = ${pathOf(name)}`;
    });
  } catch (error) {
    throw fileRefused(file, text, error);
  }
}
