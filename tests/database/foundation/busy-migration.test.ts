import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { applyMigrations } from '../../../scripts/local-supabase/migrate.ts';
import { openTestDatabase } from '../../support/database.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const database = openTestDatabase();
const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function projectOf(version: string, text: string): Promise<string> {
  const folder = await makeTemporaryFolder();
  folders.push(folder);
  const migrations = path.join(folder, 'supabase/migrations');
  await mkdir(migrations, { recursive: true });
  await writeFile(
    path.join(migrations, `${version}_busy.sql`),
    `do $$ begin raise notice 'begun'; end $$;\n${text}`,
  );
  return folder;
}

/** Applies the migration, and says how often it was begun. */
async function applied(folder: string, onBegun: (times: number) => void = () => undefined) {
  let times = 0;
  const sql = postgres(database.url, {
    max: 1,
    onnotice({ message }) {
      if (message !== 'begun') return;
      times += 1;
      onBegun(times);
    },
  });
  try {
    const done = await applyMigrations(sql, folder).catch((error: unknown) => String(error));
    return { done, times };
  } finally {
    await sql.end();
  }
}

/** A table is held until the work is told to let go. */
async function whileHeld<T>(sql: Sql, work: (letGo: () => void) => Promise<T>): Promise<T> {
  const held = Promise.withResolvers<undefined>();
  const go = Promise.withResolvers<undefined>();
  const holding = sql.begin(async (transaction) => {
    await transaction`lock table public.products in access share mode`;
    held.resolve(undefined);
    await go.promise;
  });
  await held.promise;
  try {
    return await work(() => go.resolve(undefined));
  } finally {
    go.resolve(undefined);
    await holding;
  }
}

const locking = (version: string) =>
  projectOf(
    version,
    `set lock_timeout = '200ms';
     lock table public.products in access exclusive mode;
     create table public.busy_${version} ();
     reset lock_timeout;`,
  );

describe('a migration that an open shop stands in the way of', () => {
  test('is tried again, and applied once', async () => {
    const folder = await locking('20990101000001');
    const { done, times } = await whileHeld(database.sql, (letGo) =>
      applied(folder, (begun) => {
        if (begun === 2) letGo();
      }),
    );
    assert.deepEqual(done, ['20990101000001_busy.sql']);
    assert.ok(times >= 2);
    assert.deepEqual(await applied(folder), { done: [], times: 0 });
  });

  test('gives up after the fourth time, and leaves nothing of itself', async () => {
    const folder = await locking('20990101000002');
    const { done, times } = await whileHeld(database.sql, () => applied(folder));
    assert.match(String(done), /lock timeout/);
    assert.equal(times, 4);
    const [left] = await database.sql`select to_regclass('public.busy_20990101000002') as name`;
    assert.equal(left?.['name'], null);
  });
});

test('a migration with a fault of its own is tried once', async () => {
  const { done, times } = await applied(await projectOf('20990101000003', 'select 1 / 0;'));
  assert.match(String(done), /division by zero/);
  assert.equal(times, 1);
});
