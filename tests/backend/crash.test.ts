import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../scripts/local-supabase/ports.ts';
import { startCluster, type Cluster } from '../../scripts/local-supabase/postgres.ts';
import { embeddedKeys } from '../../scripts/settings.ts';
import { projectFolder } from '../support/cluster.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

let folder: string;
let cluster: Cluster;
let backend: ChildProcess;
let url: string;

/** In a process of its own: an error that nobody caught would end it, and that is the question. */
before(async () => {
  folder = await makeTemporaryFolder();
  cluster = await startCluster({ folder: path.join(folder, 'pg'), port: await findFreePort() });
  const apiPort = await findFreePort();
  url = `http://127.0.0.1:${apiPort}`;
  const options = {
    projectFolder,
    dataFolder: folder,
    databaseUrl: cluster.url('postgres'),
    apiPort,
    apiUrl: url,
    functionsPort: await findFreePort(),
    siteUrl: 'http://localhost:4321',
    ...embeddedKeys,
  };
  const module = path.join(projectFolder, 'scripts/local-supabase/backend.ts');
  const code = `const { startLocalSupabase } = await import(${JSON.stringify(module)});
    await startLocalSupabase(${JSON.stringify(options)});
    console.log('ready');`;
  const flags = ['--no-warnings', '--input-type=module', '-e', code];
  backend = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((resolve) => backend.stdout?.once('data', resolve));
});
after(async () => {
  const ended = new Promise((resolve) => backend.once('exit', resolve));
  backend.kill('SIGKILL');
  await ended;
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

async function countriesStatus(): Promise<number> {
  const answer = await fetch(`${url}/rest/v1/countries?select=code&limit=1`, {
    headers: { apikey: embeddedKeys.publishableKey },
    signal: AbortSignal.timeout(5_000),
  });
  await answer.arrayBuffer();
  return answer.status;
}

test('the backend answers again within five seconds after Postgres was killed under load, twice', async () => {
  assert.equal(await countriesStatus(), 200);
  for (let round = 1; round <= 2; round += 1) {
    const pid = Number(
      (await readFile(path.join(folder, 'pg/postmaster.pid'), 'utf8')).split('\n')[0],
    );
    const load = Array.from({ length: 20 }, () => countriesStatus().catch(() => 0));
    process.kill(pid, 'SIGKILL');
    const killedAt = performance.now();
    // Whoever was in the middle hears of it: 503 is what the client library tries again after.
    const seen = new Set(await Promise.all(load));
    assert.deepEqual([...seen.difference(new Set([200, 503]))], [], `round ${round}`);
    let status = 0;
    while (status !== 200 && performance.now() - killedAt < 30_000) {
      await sleep(50);
      status = await countriesStatus().catch(() => 0);
    }
    assert.equal(status, 200, `round ${round}`);
    const awayMs = Math.round(performance.now() - killedAt);
    assert.ok(awayMs < 5000, `round ${round}: away for ${awayMs} ms`);
    assert.equal(backend.exitCode, null, 'the process should have lived on');
  }
});
