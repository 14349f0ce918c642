/** Invariant: each migration is applied whole or not at all, once, as the role `postgres`. */
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { applySeed, isSeedWanted, wantSeeds, type Filling } from './seeds.ts';
import { fileRefused, MigrationFailed } from './sql-files.ts';

const servicesSql = [
  'bootstrap.sql',
  'auth/auth-schema.sql',
  'storage/storage-schema.sql',
  'realtime/realtime-schema.sql',
];

/** What a hosted database has before the first migration: repeatable, run as superuser. */
export async function prepareServices(sql: Sql): Promise<void> {
  for (const name of servicesSql) {
    const file = path.join(import.meta.dirname, name);
    if (existsSync(file)) await runFile(sql, file);
  }
}

/** In their order. */
export async function migrationNames(projectFolder: string): Promise<string[]> {
  const files = await readdir(path.join(projectFolder, 'supabase/migrations'));
  return files.filter((file) => /^\d{14}_[a-z0-9_]+\.sql$/.test(file)).toSorted();
}

export async function applyMigrations(
  sql: Sql,
  projectFolder: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations`;
  const done = new Set(rows.map((row) => row.version));
  const waiting = (await migrationNames(projectFolder)).filter(
    (name) => !done.has(name.slice(0, 14)) && isWanted(name),
  );
  for (const name of waiting) {
    await applyWhenFree(sql, path.join(projectFolder, 'supabase/migrations', name));
  }
  return waiting;
}

/** A lock that did not come in time, or two works that waited for each other: an open shop holds locks of its own. */
const isInTheWay = (error: unknown): boolean =>
  error instanceof MigrationFailed &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  (error.cause.code === '55P03' || error.cause.code === '40P01');

const mostTries = 4;

async function applyWhenFree(sql: Sql, file: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyMigration(sql, file);
    } catch (error) {
      if (tries === mostTries || !isInTheWay(error)) throw error;
      await sleep(tries * 500);
    }
  }
}

async function applyMigration(sql: Sql, file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const name = path.basename(file, '.sql');
  try {
    await sql.begin(async (transaction) => {
      await transaction`set local role postgres`;
      await transaction.unsafe(text).simple();
      await transaction`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${name.slice(0, 14)}, ${name.slice(15)}, ${[text]})`;
    });
  } catch (error) {
    throw fileRefused(file, text, error);
  }
}

/** Services, migrations and, in a new database, the starter set and the demo shop where one is wanted. */
export async function prepareDatabase(
  sql: Sql,
  projectFolder: string,
  demo: boolean,
  more: readonly Filling[] = [],
): Promise<void> {
  await prepareServices(sql);
  await wantSeeds(sql, projectFolder, demo, more);
  await applyMigrations(sql, projectFolder);
  for (const name of ['starter.sql', 'seed.sql'] as const) {
    if (await isSeedWanted(sql, name)) await applySeed(sql, projectFolder, name);
  }
}

async function runFile(sql: Sql, file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  try {
    await sql.begin((transaction) => transaction.unsafe(text).simple());
  } catch (error) {
    throw fileRefused(file, text, error);
  }
}
