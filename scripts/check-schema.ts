/**
 * Checks a migrated database against the rules of the schema, the twins of its functions and the
 * Supabase advisors.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import postgres, { type ISql } from 'postgres';
import { migrationNames } from './local-supabase/migrate.ts';
import { findMigrationFaults, migrationFile } from './migrations.ts';
import { missingTwins, readTwins } from './rpc-twins.ts';
import { findDrift, withCluster } from './schema-changes.ts';
import { schemaRules } from './schema-rules.ts';

const projectFolder = path.join(import.meta.dirname, '..');

export interface SchemaFault {
  readonly rule: string;
  readonly subject: string;
}

export async function findSchemaFaults(sql: ISql): Promise<SchemaFault[]> {
  const faults: SchemaFault[] = [];
  for (const rule of schemaRules) {
    const rows = await sql.unsafe<{ subject: string }[]>(rule.faults);
    faults.push(...rows.map(({ subject }) => ({ rule: rule.name, subject })));
  }
  return faults;
}

async function findMissingTwins(sql: ISql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select distinct proname::text as name from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')`;
  const names = rows.map((row) => row.name);
  return missingTwins(names, await readTwins(projectFolder));
}

const ourSchemas: ReadonlySet<string> = new Set(['public', 'private']);

interface Advice {
  readonly name: string;
  readonly detail: string;
  readonly metadata?: { readonly schema?: string };
}

/** What the Supabase advisors say of our schemas. They look at what `pgrst.db_schemas` names. */
export async function findAdvice(databaseUrl: string): Promise<string[]> {
  const url = new URL(databaseUrl);
  url.search = '?sslmode=disable&options=-c%20pgrst.db_schemas%3Dpublic';
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      path.join(projectFolder, 'node_modules/supabase/dist/supabase.js'),
      'db',
      'advisors',
      '--output-format',
      'json',
      '--level',
      'warn',
      `--remote=${url.href}`,
    ],
    { cwd: projectFolder, maxBuffer: 16_000_000 },
  );
  const { results }: { results: readonly Advice[] } = JSON.parse(stdout);
  return results
    .filter(({ metadata }) => ourSchemas.has(metadata?.schema ?? ''))
    .map(({ name, detail }) => `${detail} (advisor ${name})`);
}

export async function describeFaults(databaseUrl: string): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1, onnotice() {} });
  try {
    const demands = new Map(schemaRules.map((rule) => [rule.name, rule.demands]));
    const faults = await findSchemaFaults(sql);
    return [
      ...faults.map(({ rule, subject }) => `${subject}: ${demands.get(rule)} (${rule})`),
      ...(await findMissingTwins(sql)),
      ...(await findAdvice(databaseUrl)),
    ].join('\n');
  } finally {
    await sql.end();
  }
}

/** A migration is one transaction and says what it locks; what goes, what may be null and how wide a number is, schemas decide. */
const acceptedLints = [
  'adding-field-with-default',
  'ban-drop-column',
  'ban-drop-not-null',
  'ban-drop-table',
  'constraint-missing-not-valid',
  'prefer-bigint-over-int',
  'require-concurrent-index-creation',
  'require-concurrent-index-deletion',
  'require-statement-timeout',
];

/** What squawk says of the migrations after the first, which was never applied to a shop in use. */
async function lintMigrations(): Promise<string> {
  const names = (await migrationNames(projectFolder)).slice(1);
  if (names.length === 0) return '';
  const program = path.join(projectFolder, 'node_modules/.bin/squawk');
  const flags = ['--assume-in-transaction', '--reporter=gcc'];
  const files = names.map((name) => migrationFile(projectFolder, name));
  return promisify(execFile)(
    program,
    [...flags, `--exclude=${acceptedLints.join(',')}`, ...files],
    { env: { ...process.env, NO_COLOR: '1' } },
  ).then(
    () => '',
    (error: unknown) => (error as { stdout: string }).stdout.trim(),
  );
}

/** On a throw-away cluster with the migrations applied; the empty text means clean. */
export async function checkSchema(): Promise<string> {
  return withCluster(async (cluster) => {
    const { drift, migratedUrl } = await findDrift(cluster.url('postgres'), projectFolder);
    const faults = [
      ...(await findMigrationFaults(projectFolder)),
      ...drift.map(
        (line) => `The migrations differ from supabase/schemas (npm run db:change): ${line}`,
      ),
      await lintMigrations(),
      await describeFaults(migratedUrl),
    ];
    return faults.filter((fault) => fault !== '').join('\n');
  });
}

if (import.meta.main) {
  const databaseUrl = process.argv[2];
  const faults = await (databaseUrl === undefined ? checkSchema() : describeFaults(databaseUrl));
  console.log(faults === '' ? 'The schema keeps all its rules.' : faults);
  if (faults !== '') process.exitCode = 1;
}
