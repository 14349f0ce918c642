import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import postgres, { type Sql } from 'postgres';
import { embeddedKeys } from '../../../scripts/settings.ts';
import { createTestDatabase, type TestDatabase } from '../../support/cluster.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const rounds = 3;
let database: TestDatabase;
let sql: Sql;
let dataFolder: string;
let running: ChildProcess | null = null;

before(async () => {
  database = await createTestDatabase();
  sql = postgres(database.url, { max: 2, onnotice() {} });
  dataFolder = await makeTemporaryFolder();
});
after(async () => {
  running?.kill('SIGKILL');
  await sql.end();
  await database.drop();
  await rm(dataFolder, { recursive: true, force: true });
});

async function startServer(): Promise<{
  readonly child: ChildProcess;
  readonly client: SupabaseClient;
}> {
  const script = path.join(import.meta.dirname, '../../support/killed-backend.ts');
  const child = spawn(process.execPath, [script, database.url, dataFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const client = createClient(url, embeddedKeys.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return { child, client };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Uploads, replaces and removes until the server is gone; gives what the server said yes to. */
async function work(client: SupabaseClient, name: string, known: Map<string, string | null>) {
  const store = client.storage.from('crash');
  for (let at = 0; at < 1000; at += 1) {
    const key = `${name}/${at % 5}.txt`;
    const content = `${name} ${at} `.repeat(2000);
    // Until the answer comes either state may be found.
    known.delete(key);
    const removes = at % 7 === 6;
    const { error } = removes
      ? await store.remove([key])
      : await store.upload(key, content, { upsert: true, contentType: 'text/plain' });
    if (error) return;
    known.set(key, removes ? null : content);
  }
}

test('a kill in the middle loses no answered upload and leaves no row without its file', async () => {
  let { child, client } = await startServer();
  await client.storage.createBucket('crash', { public: false });
  const known = new Map<string, string | null>();
  for (let round = 0; round < rounds; round += 1) {
    const workers = ['a', 'b', 'c', 'd'].map((name) => work(client, name, known));
    await new Promise((resolve) => setTimeout(resolve, 150 + round * 40));
    await kill(child);
    await Promise.all(workers);
    await leaveOrphans();
    ({ child, client } = await startServer());
    await assertConsistent();
    for (const [key, content] of known) {
      const { data } = await client.storage.from('crash').download(key);
      assert.equal((await data?.text()) ?? null, content, key);
    }
  }
  assert.ok(known.size > 0);
  await kill(child);
});

/** What a kill between file and row, or in the middle of a file, leaves behind. */
async function leaveOrphans(): Promise<void> {
  const version = randomUUID();
  const kept = path.join(dataFolder, 'storage/objects', version.slice(0, 2));
  await mkdir(kept, { recursive: true });
  await writeFile(path.join(kept, version), 'nobody’s');
  await writeFile(path.join(dataFolder, 'storage/incoming', randomUUID()), 'half a fi');
}

async function assertConsistent(): Promise<void> {
  const rows = await sql<{ version: string }[]>`
    select version from storage.objects where bucket_id = 'crash'`;
  const entries = await readdir(path.join(dataFolder, 'storage'), {
    recursive: true,
    withFileTypes: true,
  });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  assert.deepEqual(files.toSorted(), rows.map((row) => row.version).toSorted());
}
