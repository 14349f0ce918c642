/** Writes migrations: what two databases differ in comes from pg-delta, what it can't say from here. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import postgres, { type Sql } from 'postgres';
import {
  compareCatalogues,
  ownOfRows,
  readCatalogue,
  readRows,
  type Catalogue,
} from './catalogue.ts';
import { applyMigrations, prepareServices } from './local-supabase/migrate.ts';
import { findFreePort } from './local-supabase/ports.ts';
import { startCluster, type Cluster } from './local-supabase/postgres.ts';
import { fileRefused } from './local-supabase/sql-files.ts';
import {
  asOwner,
  findUnreleased,
  loadSchemas,
  migrationFile,
  readParts,
  valuesBefore,
  writeMigration,
  type SchemaChanges,
} from './migrations.ts';

const tools = path.join(import.meta.dirname, '../node_modules');

/** For as long as `work` takes. */
export async function withCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keywright-schema-'));
  const cluster = await startCluster({
    folder: path.join(folder, 'pg'),
    port: await findFreePort(),
    durable: false,
  });
  try {
    return await work(cluster);
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** With what a hosted database has before its first migration, or as a copy of another one. */
export async function inNewDatabase<T>(
  clusterUrl: string,
  name: string,
  work: (sql: Sql, url: string) => Promise<T>,
  from?: string,
): Promise<T> {
  const cluster = postgres(clusterUrl, { max: 1, onnotice() {} });
  // Of a copy as well `postgres` is the owner: it may add extensions.
  const template =
    from === undefined ? cluster`` : cluster`template ${cluster(from)} owner postgres`;
  try {
    await cluster`drop database if exists ${cluster(name)} with (force)`;
    await cluster`create database ${cluster(name)} ${template}`;
  } finally {
    await cluster.end();
  }
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const sql = postgres(url.href, { max: 1, onnotice() {} });
  try {
    if (from === undefined) await prepareServices(sql);
    return await work(sql, url.href);
  } finally {
    await sql.end();
  }
}

const readAll = async (sql: Sql): Promise<Catalogue> =>
  new Map([...(await readCatalogue(sql)), ...(await readRows(sql))]);

/**
 * What the schemas have and the migrations have not, or the other way; nothing where they agree. With a
 * database that the migrations made.
 */
export async function findDrift(
  clusterUrl: string,
  projectFolder: string,
): Promise<{ readonly drift: readonly string[]; readonly migratedUrl: string }> {
  const wanted = await inNewDatabase(clusterUrl, 'drift_schemas', async (sql) => {
    await loadSchemas(sql, projectFolder);
    return readAll(sql);
  });
  return inNewDatabase(clusterUrl, 'drift_migrations', async (sql, migratedUrl) => {
    await applyMigrations(sql, projectFolder);
    return { drift: compareCatalogues(wanted, await readAll(sql)), migratedUrl };
  });
}

interface PlannedAction {
  readonly sql: string;
  readonly verb: string;
  readonly lockClass: string;
}

/**
 * Said by whoever applies it, and by the rights that new objects get by default. The last is a fault of
 * pg-delta: a schema without default rights gives none, and it would give everybody every function. What an
 * extension says of itself is its own, and where a project had it before, its owner is another.
 */
const needless =
  /^(?:ALTER [\s\S]* OWNER TO "postgres"|REVOKE ALL ON [\s\S]* FROM "postgres"|GRANT [A-Z ]+ ON [\s\S]* TO "postgres"|ALTER DEFAULT PRIVILEGES .* IN SCHEMA .* GRANT EXECUTE ON FUNCTIONS TO PUBLIC|COMMENT ON EXTENSION [\s\S]*)$/;

async function planChanges(from: string, to: string): Promise<SchemaChanges> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keywright-plan-'));
  try {
    const file = path.join(folder, 'plan.json');
    const program = path.join(tools, '@supabase/pg-delta/dist/cli/main.js');
    const databases = ['--source', from, '--desired', to];
    await promisify(execFile)(process.execPath, [program, 'plan', ...databases, '--out', file], {
      maxBuffer: 16_000_000,
    });
    const { actions }: { actions: readonly PlannedAction[] } = JSON.parse(
      await readFile(file, 'utf8'),
    );
    return {
      statements: actions
        .map(({ sql }) => sql.replace(/^CREATE EXTENSION /, '$&IF NOT EXISTS '))
        .filter((sql) => !needless.test(sql)),
      locked: lockedTables(actions),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function tableOf(sql: string): string | null {
  const [, changed, on] =
    /^(?:ALTER|DROP|CREATE) TABLE (\S+)|\bON (?:TABLE )?(\S+)/.exec(sql) ?? [];
  return (changed ?? on)?.replaceAll('"', '') ?? null;
}

/** Of the tables that are there before it: nobody waits for those that it makes. */
function lockedTables(actions: readonly PlannedAction[]): SchemaChanges['locked'] {
  const made = new Set(
    actions.filter(({ sql }) => sql.startsWith('CREATE TABLE ')).map(({ sql }) => tableOf(sql)),
  );
  const named = (tables: readonly (string | null)[]) =>
    [...new Set(tables.filter((name) => name !== null && !made.has(name)))].map(String).toSorted();
  const locking = actions.filter(({ lockClass }) => lockClass !== 'none');
  const isForAll = ({ lockClass }: PlannedAction) => lockClass === 'accessExclusive';
  const all = named(locking.filter(isForAll).map(({ sql }) => tableOf(sql)));
  const writers = named(
    locking.flatMap((action) => [
      isForAll(action) ? null : tableOf(action.sql),
      // A foreign key waits for the writers of the table that it names.
      /\bREFERENCES ([\w.]+)/.exec(action.sql)?.[1] ?? null,
    ]),
  );
  return { all, writers: writers.filter((name) => !all.includes(name)) };
}

/** Where all rights on a table are taken from a role, those on its columns go too, which pg-delta forgets. */
function columnGrants(statements: readonly string[], target: Catalogue): string[] {
  return statements.flatMap((statement) => {
    const [, schema, table, role] =
      /^REVOKE ALL ON TABLE "(\w+)"\."(\w+)" FROM "(\w+)"$/.exec(statement) ?? [];
    if (schema === undefined) return [];
    const start = `grant ${schema === 'public' ? '' : `${schema}.`}${table}.`;
    const columns = new Map<string, string[]>();
    for (const [name, verbs] of target) {
      if (!name.startsWith(start) || !name.endsWith(` ${role}`)) continue;
      const column = name.slice(start.length, -1 - String(role).length);
      for (const verb of verbs.split(' '))
        columns.set(verb, [...(columns.get(verb) ?? []), column]);
    }
    if (columns.size === 0) return [];
    const rights = [...columns].map(([verb, names]) => `${verb} (${names.join(', ')})`);
    return `GRANT ${rights.join(', ')} ON TABLE "${schema}"."${table}" TO "${role}"`;
  });
}

/** pg-delta does not see the comments on columns of views, which go with a view that is made again. */
function viewComments(
  statements: readonly string[],
  before: Catalogue,
  target: Catalogue,
): string[] {
  const made = new Set(
    statements.flatMap(
      (each) => /^CREATE VIEW "(\w+)"\."(\w+)"/.exec(each)?.slice(1).join('.') ?? [],
    ),
  );
  return [...target].flatMap(([name, text]) => {
    const [, view, column] = /^comment view column (.+)\.(.+)$/.exec(name) ?? [];
    if (view === undefined || (before.get(name) === text && !made.has(view))) return [];
    return `COMMENT ON COLUMN ${view}.${column} IS '${text.replaceAll("'", "''")}'`;
  });
}

export interface ChangeWritten {
  /** The file's name; null where the migrations say all that the schemas do. */
  readonly name: string | null;
  /** What is left to write by hand: rows that changed, and what pg-delta can't say. */
  readonly missing: readonly string[];
}

const wantedName = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

function nameOfChange(unreleased: string | null, wanted: string | undefined, now: Date): string {
  if (unreleased !== null && (wanted === undefined || unreleased.slice(15, -4) === wanted)) {
    return unreleased;
  }
  if (unreleased !== null) {
    throw new NameRefused(
      `${unreleased} is not released yet, and changes go into it: npm run db:change. When shops have it, npm run db:change -- --release.`,
    );
  }
  if (wanted === undefined || wanted.length > 60 || !wantedName.test(wanted)) {
    throw new NameRefused(
      'Name the change in small letters, as in npm run db:change gift_wrapping.',
    );
  }
  const version = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return `${version}_${wanted}.sql`;
}

export class NameRefused extends Error {}

/** A new value of an enum can be used once the transaction that added it is over: it gets a file of its own. */
const addsValue = /^ALTER TYPE \S+ ADD VALUE /;

/** Writes the migration that is not released yet, or the next one, and keeps what is written by hand. */
export async function writeChange(
  clusterUrl: string,
  projectFolder: string,
  wanted: string | undefined,
  now = new Date(),
): Promise<ChangeWritten> {
  const unreleased = await findUnreleased(projectFolder);
  const name = nameOfChange(unreleased, wanted, now);
  const file = migrationFile(projectFolder, name);
  const valuesFile = migrationFile(projectFolder, valuesBefore(name));
  const parts =
    unreleased === null ? { before: '', after: '' } : readParts(await readFile(file, 'utf8'));

  const before = await inNewDatabase(clusterUrl, 'change_before', async (sql) => {
    await applyMigrations(
      sql,
      projectFolder,
      (each) => each !== name && each !== valuesBefore(name),
    );
    return { catalogue: await readCatalogue(sql) };
  });
  const target = await inNewDatabase(clusterUrl, 'change_target', async (sql, url) => {
    await loadSchemas(sql, projectFolder);
    return { url, catalogue: await readCatalogue(sql), all: await readAll(sql) };
  });
  const plan = async (from: string) => {
    const copy = (sql: Sql, url: string) => asOwner(sql, parts.before).then(() => url);
    const byHand = await inNewDatabase(clusterUrl, 'change_by_hand', copy, from);
    return planChanges(byHand, target.url);
  };
  const whole = await plan('change_before');
  const added = whole.statements.filter((each) => addsValue.test(each));
  const start = added.length > 0 ? 'change_values' : 'change_before';
  let values: string | null = null;
  if (added.length > 0) {
    const nothing = { all: [], writers: [] };
    const text = writeMigration({ statements: added, locked: nothing }, { before: '', after: '' });
    const refused = (error: unknown) => {
      throw fileRefused(valuesFile, text, error);
    };
    const add = (sql: Sql) => asOwner(sql, text).catch(refused);
    await inNewDatabase(clusterUrl, start, add, 'change_before');
    values = text;
  }
  const { statements, locked } = added.length > 0 ? await plan(start) : whole;
  // One by itself would be taken for the change.
  if (values === null) await rm(valuesFile, { force: true });
  else await writeFile(valuesFile, values);
  const all = [
    ...statements,
    ...columnGrants(statements, target.catalogue),
    ...viewComments(statements, before.catalogue, target.catalogue),
  ];
  const isNeeded = unreleased !== null || all.length > 0 || added.length > 0;
  const { rows, missing } = await inNewDatabase(
    clusterUrl,
    'change_after',
    async (sql) => {
      if (isNeeded) {
        const text = writeMigration({ statements: all, locked }, parts);
        await writeFile(file, text);
        await asOwner(sql, text).catch((error: unknown) => {
          throw fileRefused(file, text, error);
        });
      }
      const lacks = async () => compareCatalogues(target.all, await readAll(sql));
      return { rows: await addRows(sql, await lacks()), missing: await lacks() };
    },
    start,
  );
  if (!isNeeded && rows.length === 0 && missing.length === 0) return { name: null, missing };
  await writeFile(file, writeMigration({ statements: [...all, ...rows], locked }, parts));
  return { name, missing };
}

/** Adds the rows that a new shop has, and gives the statements. What a table refuses is for people. */
async function addRows(sql: Sql, missing: readonly string[]): Promise<string[]> {
  const found = new Map<string, string[]>();
  for (const line of missing) {
    const [, table, row] = /^row (\S+) (\{.*\}): {2}<> missing$/s.exec(line) ?? [];
    if (table !== undefined) found.set(table, [...(found.get(table) ?? []), String(row)]);
  }
  let waiting = await Promise.all(
    [...found].map(async ([table, rows]) => {
      const [target] = await sql<{ into: string; columns: string }[]>`
        select a.attrelid::regclass::text as into, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
        from pg_attribute a
        where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and a.attname <> all (${ownOfRows})
        group by 1`;
      if (target === undefined) throw new Error(`There is no table ${table}`);
      const { into, columns } = target;
      const name = into.includes('.') ? into : `public.${into}`;
      return `insert into ${name} (${columns})\nselect ${columns} from jsonb_populate_recordset(null::${name}, $rows$[\n  ${rows.join(',\n  ')}\n]$rows$)`;
    }),
  );
  const added: string[] = [];
  // A row may name one of another table, which comes first then.
  for (;;) {
    const refused: string[] = [];
    for (const statement of waiting) {
      const isAdded = await asOwner(sql, statement).then(
        () => true,
        () => false,
      );
      (isAdded ? added : refused).push(statement);
    }
    if (refused.length === 0 || refused.length === waiting.length) return added;
    waiting = refused;
  }
}
