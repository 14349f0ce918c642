/** The first start of a shop, killed at each of its steps, and the start after it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import {
  startLocalSupabase,
  type LocalSupabaseOptions,
} from '../../../scripts/local-supabase/backend.ts';
import { findFreePort } from '../../../scripts/local-supabase/ports.ts';
import { noteFilling } from '../../../scripts/local-supabase/seeds.ts';
import { embeddedKeys } from '../../../scripts/settings.ts';
import {
  createTestDatabase,
  databaseUrl,
  projectFolder,
  type TestDatabase,
} from '../../support/cluster.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const lock = 20_260_923;
const waiting = `select pg_advisory_xact_lock(${lock});`;
const slowAccounts = `
  create function public.wait_for_killing() returns trigger language plpgsql set search_path = '' as
    $$ begin perform pg_catalog.pg_advisory_xact_lock(${lock}); return new; end $$;
  create trigger wait_for_killing before insert on auth.users for each row
    when (new.email like 'shopper@%') execute function public.wait_for_killing();`;

/** Where the first start waits to be killed, as a change of the project's files. */
const steps: Readonly<Record<string, readonly [file: string, change: (text: string) => string]>> = {
  'among the migrations': ['migrations/20991231000000_last.sql', () => waiting],
  'after the migrations, before the shop is filled': ['seed.sql', (text) => waiting + text],
  'when all but the last of the shop is filled in': ['seed.sql', (text) => text + waiting],
  'among the demo accounts': ['seed.sql', (text) => text + slowAccounts],
  'before the staff have their roles': ['seed-staff.sql', (text) => waiting + text],
  'when the staff have them': ['seed-staff.sql', (text) => text + waiting],
};

let template: TestDatabase;
let folder: string;
before(async () => {
  [template, folder] = await Promise.all([createTestDatabase(), makeTemporaryFolder()]);
});
after(async () => {
  await template.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The project, but for one file that is another. */
async function changedProject(changed: string, change: (text: string) => string): Promise<string> {
  const original = path.join(projectFolder, 'supabase');
  const copy = path.join(folder, `project-${crypto.randomUUID()}`, 'supabase');
  await mkdir(path.join(copy, 'migrations'), { recursive: true });
  const names = [
    ...(await readdir(original)).filter((name) => name !== 'migrations'),
    ...(await readdir(path.join(original, 'migrations'))).map((name) => `migrations/${name}`),
  ];
  for (const name of names.filter((each) => each !== changed)) {
    await symlink(path.join(original, name), path.join(copy, name));
  }
  const text = await readFile(path.join(original, changed), 'utf8').catch(() => '');
  await writeFile(path.join(copy, changed), change(text));
  return path.dirname(copy);
}

async function inEmptyDatabase(run: (url: string, sql: Sql) => Promise<void>): Promise<void> {
  const admin = postgres(template.url, { max: 1, onnotice() {} });
  const name = `first_${crypto.randomUUID().slice(0, 8)}`;
  await admin`create database ${admin(name)}`;
  const sql = postgres(databaseUrl(template.url, name), { max: 2, onnotice() {} });
  try {
    await run(databaseUrl(template.url, name), sql);
  } finally {
    await sql.end();
    await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
  }
}

/** Ends it as `kill -9` does, at the step where it waits for the lock that the test holds. */
async function startAndKill(url: string, sql: Sql, project: string): Promise<void> {
  const held = await sql.reserve();
  await held`select pg_advisory_lock(${lock})`;
  const script = path.join(projectFolder, 'tests/support/killed-backend.ts');
  const child = spawn(process.execPath, [script, url, folder, project], { stdio: 'inherit' });
  const others = () => sql<{ wait_event: string | null }[]>`
    select wait_event from pg_stat_activity
    where datname = current_database() and application_name = 'postgres.js'`;
  while (!(await others()).some(({ wait_event: event }) => event === 'advisory')) {
    assert.equal(child.exitCode, null, 'it ended by itself');
    await sleep(50);
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  // Postgres ends with the shop, and so does whatever it was doing.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event = 'advisory'`;
  await held`select pg_advisory_unlock(${lock})`;
  held.release();
}

async function startAgain(
  url: string,
  project: string,
  more: Pick<LocalSupabaseOptions, 'fillings'> = {},
): Promise<void> {
  const backend = await startLocalSupabase({
    projectFolder: project,
    dataFolder: folder,
    databaseUrl: url,
    apiPort: await findFreePort(),
    functionsPort: await findFreePort(),
    siteUrl: 'http://localhost:4321',
    ...embeddedKeys,
    ...more,
  });
  await backend.stop();
}

/** How many rows each table of the shop has. */
async function rowCounts(sql: Sql): Promise<unknown> {
  const rows = await sql<{ table: string; count: number }[]>`
    select format('%I.%I', table_schema, table_name) as table,
      (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I',
        table_schema, table_name), false, true, '')))[1]::text::int as count
    from information_schema.tables
    where table_schema in ('public', 'private', 'auth', 'storage') and table_type = 'BASE TABLE'
    order by 1`;
  return Object.fromEntries(rows.map(({ table, count }) => [table, count]));
}

for (const [step, [file, change]] of Object.entries(steps)) {
  test(`a first start that was killed ${step} is gone on with, and only once`, async () => {
    const project = await changedProject(file, change);
    const whole = postgres(template.url, { max: 1, onnotice() {} });
    const expected = await rowCounts(whole);
    await whole.end();
    await inEmptyDatabase(async (url, sql) => {
      await startAndKill(url, sql, project);
      for (const start of ['second', 'third']) {
        await startAgain(url, project);
        assert.deepEqual(await rowCounts(sql), expected, `${start} start`);
      }
    });
  });
}

test('a demo shop whose orders were not made to the end gets them at its next start, once', async () => {
  await inEmptyDatabase(async (url, sql) => {
    const made: string[] = [];
    const start = (name: string, isKilled = false) =>
      startAgain(url, projectFolder, {
        fillings: {
          async sounds() {
            made.push(`sounds at the ${name}`);
            await sql.begin((begun) => noteFilling(begun, 'sounds'));
          },
          async life() {
            made.push(name);
            if (isKilled) throw new Error('killed');
            await sql.begin((begun) => noteFilling(begun, 'life'));
          },
        },
      });
    await assert.rejects(start('first', true), /killed/);
    await start('second');
    await start('third');
    assert.deepEqual(made, ['sounds at the first', 'first', 'second']);
  });
});

test('a shop in use is never filled again, whatever it has lost', async () => {
  const sql = postgres(template.url, { max: 1, onnotice() {} });
  await sql`delete from public.faq_entries`;
  await sql`delete from auth.users where email = 'second@keywright.test'`;
  await startAgain(template.url, projectFolder, {
    fillings: { life: () => Promise.reject(new Error('It was filled again.')) },
  });
  const [left] = await sql`select (select count(*)::int from public.faq_entries) as entries,
    (select count(*)::int from auth.users where email like 'second@%') as people`;
  await sql.end();
  assert.deepEqual(left, { entries: 0, people: 0 });
});
