/**
 * Uploads the edge functions with the Supabase CLI, which finds what each imports, and has the platform
 * bundle them. Nothing tells which sources a deployed function was made of, so their digest is kept in the
 * project's database.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Sql } from 'postgres';
import { defaultManagementUrl, type LiveSettings } from './live-settings.ts';

/** All that functions are made of, and what decides how they are deployed. */
const sources = [
  'supabase/functions/**/*.{ts,json}',
  'supabase/config.toml',
  'src/{drawing,shared}/**/*.{ts,json}',
  'src/{routes,languages/*}.ts',
  'src/features/*/model/**/*.ts',
  'package.json',
  'node_modules/@resvg/resvg-wasm/index_bg.wasm',
];

export async function functionsDigest(projectFolder: string): Promise<string> {
  const files = new Set<string>();
  for (const pattern of sources)
    for await (const file of glob(pattern, { cwd: projectFolder })) files.add(file);
  const hash = createHash('sha256');
  for (const file of [...files].toSorted()) {
    hash.update(`${file}\0`);
    hash.update(await readFile(path.join(projectFolder, file)));
  }
  return hash.digest('hex');
}

export async function functionNames(projectFolder: string): Promise<readonly string[]> {
  const files = glob('supabase/functions/*/index.ts', { cwd: projectFolder });
  const names = (await Array.fromAsync(files)).map((file) => path.basename(path.dirname(file)));
  return names.toSorted();
}

const what = 'functions';

export async function readDigest(sql: Sql): Promise<string | null> {
  const [table] = await sql`select to_regclass('supabase_migrations.deployed')::text as name`;
  if (!table?.['name']) return null;
  const [row] = await sql`select digest from supabase_migrations.deployed where what = ${what}`;
  return row === undefined ? null : String(row['digest']);
}

export async function keepDigest(sql: Sql, digest: string): Promise<void> {
  await sql`create schema if not exists supabase_migrations`;
  await sql`create table if not exists supabase_migrations.deployed (
    what text primary key, digest text not null, deployed_at timestamptz not null default now())`;
  await sql`
    insert into supabase_migrations.deployed (what, digest) values (${what}, ${digest})
    on conflict (what) do update set digest = excluded.digest, deployed_at = now()`;
}

export class UploadRefused extends Error {}

/** As the CLI reads it: which API it talks to. */
function profileOf({ managementUrl }: LiveSettings): string {
  return [
    'name: named',
    ...['api_url', 'dashboard_url', 'docs_url'].map((key) => `${key}: ${managementUrl}`),
    'project_host: supabase.co',
    '',
  ].join('\n');
}

export async function uploadFunctions(settings: LiveSettings, ref: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keywright-cli-'));
  const program = path.join(settings.projectFolder, 'node_modules/supabase/dist/supabase.js');
  const profile = path.join(folder, 'profile.yaml');
  const isOther = settings.managementUrl !== defaultManagementUrl;
  const args = [
    'functions',
    'deploy',
    '--use-api',
    '--yes',
    `--remote=${ref}`,
    '--workdir',
    settings.projectFolder,
    ...(isOther ? ['--profile', profile] : []),
  ];
  try {
    if (isOther) await writeFile(profile, profileOf(settings));
    await promisify(execFile)(process.execPath, [program, ...args], {
      env: {
        ...process.env,
        SUPABASE_ACCESS_TOKEN: settings.accessToken,
        SUPABASE_TELEMETRY_DISABLED: '1',
        // Whom the user of this machine is signed in as there is of no matter here.
        HOME: folder,
        USERPROFILE: folder,
        NO_COLOR: '1',
      },
      maxBuffer: 16_000_000,
    });
  } catch (error) {
    const { stderr, stdout } = error as { readonly stderr?: string; readonly stdout?: string };
    const said = `${stdout ?? ''}\n${stderr ?? ''}`.trim().slice(-1500);
    throw new UploadRefused(`The functions could not be deployed.\n${said || String(error)}`, {
      cause: error,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
