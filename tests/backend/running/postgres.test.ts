import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { findFreePort } from '../../../scripts/local-supabase/ports.ts';
import { DatabaseUnusable, startCluster } from '../../../scripts/local-supabase/postgres.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const projectFolder = path.resolve(import.meta.dirname, '../../..');

describe('a cluster', () => {
  let folder: string;
  let port: number;

  before(async () => {
    folder = path.join(await makeTemporaryFolder(), 'pg');
    port = await findFreePort();
  });
  after(() => rm(path.dirname(folder), { recursive: true, force: true }));

  async function postmasterPid(): Promise<number> {
    return Number((await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  }

  test('comes back by itself after kill -9, with every acknowledged write', async () => {
    const cluster = await startCluster({ folder, port });
    const sql = postgres(cluster.url('postgres'), { max: 1, onnotice() {} });
    await sql`create table kept (id int)`;
    for (let id = 1; id <= 50; id += 1) await sql`insert into kept values (${id})`;
    process.kill(await postmasterPid(), 'SIGKILL');
    await sql.end({ timeout: 1 });
    assert.equal(await countPatiently(cluster.url('postgres')), 50);
    await cluster.stop();
  });

  async function countPatiently(url: string): Promise<number> {
    for (let attempt = 0; attempt < 150; attempt += 1) {
      const sql = postgres(url, { max: 1, onnotice() {}, connect_timeout: 2 });
      try {
        const [row] = await sql<{ count: number }[]>`select count(*)::int from kept`;
        return row?.count ?? 0;
      } catch {
        await sleep(100);
      } finally {
        await sql.end({ timeout: 1 });
      }
    }
    return -1;
  }

  test('starts although a killed parent left its postmaster behind, and keeps the data', async () => {
    const module = path.join(projectFolder, 'scripts/local-supabase/postgres.ts');
    const code = `const { startCluster } = await import(${JSON.stringify(module)});
      await startCluster({ folder: ${JSON.stringify(folder)}, port: ${port} });
      process.kill(process.pid, 'SIGKILL');`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', code]);
    await new Promise((resolve) => parent.once('exit', resolve));
    const orphan = await postmasterPid();
    assert.doesNotThrow(() => process.kill(orphan, 0), 'the postmaster should have outlived us');

    const cluster = await startCluster({ folder, port });
    assert.notEqual(await postmasterPid(), orphan);
    // A process that nobody has waited for yet keeps its number, without a command line.
    const commandLine = await readFile(`/proc/${orphan}/cmdline`, 'utf8').catch(() => '');
    assert.equal(commandLine, '', 'the orphan should be gone');
    assert.equal(await countPatiently(cluster.url('postgres')), 50);
    await cluster.stop();
  });

  test('that was left half-made by a killed first start is made again', async () => {
    const fresh = `${folder}-half`;
    await mkdir(`${fresh}.new`, { recursive: true });
    await writeFile(path.join(`${fresh}.new`, 'PG_VERSION'), '17\n');
    const cluster = await startCluster({ folder: fresh, port: await findFreePort() });
    await cluster.stop();
  });

  test('is made at once although a killed first start is still making its own', async () => {
    for (const [tries, wait] of [0, 100, 300, 600].entries()) {
      const own = `${folder}-killed-${tries}`;
      const module = path.join(projectFolder, 'scripts/local-supabase/postgres.ts');
      const code = `const { startCluster } = await import(${JSON.stringify(module)});
        await startCluster({ folder: ${JSON.stringify(own)}, port: ${await findFreePort()} });`;
      const flags = ['--no-warnings', '--input-type=module', '-e', code];
      const first = spawn(process.execPath, flags, { stdio: 'inherit' });
      const begun = async () =>
        (await readdir(path.dirname(own))).some((name) =>
          name.startsWith(`${path.basename(own)}.`),
        );
      while (!(await begun())) await sleep(10);
      await sleep(wait);
      first.kill('SIGKILL');
      const cluster = await startCluster({ folder: own, port: await findFreePort() });
      const sql = postgres(cluster.url('postgres'), { max: 1, onnotice() {} });
      assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }]);
      await sql.end();
      await cluster.stop();
    }
  });

  test('in a broken folder says so in one sentence and names the way out', async () => {
    const broken = `${folder}-broken`;
    await mkdir(broken, { recursive: true });
    await writeFile(path.join(broken, 'notes.txt'), 'not a database');
    await assert.rejects(startCluster({ folder: broken, port: await findFreePort() }), (error) => {
      assert.ok(error instanceof DatabaseUnusable);
      assert.match(error.message, /no Postgres cluster.*npm run reset/);
      return true;
    });
  });

  test('whose files are damaged says what Postgres said', async () => {
    const cluster = await startCluster({ folder, port });
    await cluster.stop();
    await rm(path.join(folder, 'global/pg_control'));
    await assert.rejects(startCluster({ folder, port }), /did not start on .*: .*pg_control/);
  });
});
