/**
 * The files that databases apply. Invariant: a released one never changes again; the last one, until it
 * is released, says what supabase/schemas has that those before it have not.
 */
import { createHash } from 'node:crypto';
import { glob, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sql } from 'postgres';
import { migrationNames } from './local-supabase/migrate.ts';
import { fileRefused } from './local-supabase/sql-files.ts';

const closingFile = /^9\d_/;

/** Tables first, then the functions on them, then what looks at everything (9x). */
async function schemaFiles(projectFolder: string): Promise<string[]> {
  const folder = path.join(projectFolder, 'supabase/schemas');
  const files = await Array.fromAsync(glob(path.join(folder, '*/**/*.sql')));
  const inOrder = files.toSorted((a, b) => (path.basename(a) < path.basename(b) ? -1 : 1));
  const isRpc = (file: string) => path.basename(path.dirname(file)) === 'rpc';
  const isClosing = (file: string) => closingFile.test(path.basename(file));
  return [
    ...inOrder.filter((file) => !isRpc(file) && !isClosing(file)),
    ...inOrder.filter(isRpc),
    ...inOrder.filter((file) => !isRpc(file) && isClosing(file)),
  ];
}

/** The schema as it is written, without any migration. */
export async function loadSchemas(sql: Sql, projectFolder: string): Promise<void> {
  for (const file of await schemaFiles(projectFolder)) {
    const text = await readFile(file, 'utf8');
    await asOwner(sql, text).catch((error: unknown) => {
      throw fileRefused(file, text, error);
    });
  }
}

export async function asOwner(sql: Sql, text: string): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local role postgres`;
    await transaction.unsafe(text).simple();
  });
}

const releasedFile = (projectFolder: string) =>
  path.join(projectFolder, 'supabase/released-migrations.json');

async function readReleased(projectFolder: string): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(releasedFile(projectFolder), 'utf8'));
}

async function hashOf(projectFolder: string, name: string): Promise<string> {
  const text = await readFile(migrationFile(projectFolder, name), 'utf8').catch(() => '');
  return createHash('sha256').update(text).digest('hex');
}

export const migrationFile = (projectFolder: string, name: string): string =>
  path.join(projectFolder, 'supabase/migrations', name);

/** The file of the enum values that a migration adds, which has to come before it. */
export const valuesBefore = (name: string): string =>
  `${BigInt(name.slice(0, 14)) - 1n}_${name.slice(15, -4)}_values.sql`;

/** The one that is still being written; null where all are released. */
export async function findUnreleased(projectFolder: string): Promise<string | null> {
  const released = await readReleased(projectFolder);
  const waiting = (await migrationNames(projectFolder)).filter((name) => !(name in released));
  return waiting.at(-1) ?? null;
}

/** Writes down what may never change again: databases of others apply it from now on. */
export async function releaseMigrations(projectFolder: string): Promise<void> {
  const names = await migrationNames(projectFolder);
  const hashes = await Promise.all(names.map((name) => hashOf(projectFolder, name)));
  const released = Object.fromEntries(names.map((name, place) => [name, hashes[place]]));
  await writeFile(releasedFile(projectFolder), `${JSON.stringify(released, null, 2)}\n`);
}

/** What is wrong with the files themselves. */
export async function findMigrationFaults(projectFolder: string): Promise<string[]> {
  const released = await readReleased(projectFolder);
  const names = await migrationNames(projectFolder);
  const others = (await readdir(path.join(projectFolder, 'supabase/migrations'))).filter(
    (name) => !names.includes(name),
  );
  const faults = others.map((name) => `${name} is not named <14 digits>_<words>.sql`);
  for (const [name, hash] of Object.entries(released)) {
    if ((await hashOf(projectFolder, name)) === hash) continue;
    faults.push(`${name} is released: it never changes. Write what changes into the next one`);
  }
  for (const name of names.slice(1)) {
    const text = await readFile(migrationFile(projectFolder, name), 'utf8');
    if (/^-- Locks [\s\S]*\n\nset lock_timeout = /.test(text)) continue;
    faults.push(`${name} does not begin with what it locks and with a lock_timeout`);
  }
  const waiting = names.filter((name) => !(name in released));
  const last = names.at(-1) ?? '';
  const late = waiting.filter((name) => name !== last && name !== valuesBefore(last));
  faults.push(...late.map((name) => `${name} is not released, and another one follows it`));
  return faults;
}

const marks = {
  before: '-- By hand, before the schema changes:',
  changes:
    '-- Written by `npm run db:change`, which replaces it: what differs from supabase/schemas.',
  after: '-- By hand, after the schema has changed:',
  end: '-- End of what is written by hand.',
};

interface MigrationParts {
  /** What is kept when the rest is written again. */
  readonly before: string;
  readonly after: string;
}

/** What people wrote into a migration. */
export function readParts(text: string): MigrationParts {
  const part = (from: string, to: string) => {
    const [start, end] = [text.indexOf(`${from}\n`), text.indexOf(`\n${to}\n`)];
    if (start === -1 || end < start) {
      throw new Error(`The migration has lost its mark "${start === -1 ? from : to}"`);
    }
    return text.slice(start + from.length, end).trim();
  };
  return {
    before: part(marks.before, marks.changes),
    after: part(marks.after, marks.end),
  };
}

export interface SchemaChanges {
  readonly statements: readonly string[];
  /** Tables whose readers, or whose writers alone, wait for the migration. */
  readonly locked: { readonly all: readonly string[]; readonly writers: readonly string[] };
}

export function writeMigration(changes: SchemaChanges, parts: MigrationParts): string {
  const { all, writers } = changes.locked;
  const locks = [
    ...(all.length > 0 ? [`-- Locks against readers and writers: ${all.join(', ')}.`] : []),
    ...(writers.length > 0 ? [`-- Locks against writers: ${writers.join(', ')}.`] : []),
  ];
  const sections = [
    (locks.length > 0 ? locks : ['-- Locks nothing.']).join('\n'),
    "set lock_timeout = '10s';",
    marks.before,
    parts.before,
    marks.changes,
    // Functions come before what they name.
    'set check_function_bodies = off;',
    ...changes.statements.map((statement) => `${statement};`),
    'reset check_function_bodies;',
    marks.after,
    parts.after,
    marks.end,
    'reset lock_timeout;',
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}
