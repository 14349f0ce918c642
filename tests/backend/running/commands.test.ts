import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { rm, writeFile } from 'node:fs/promises';
import { findFreePort } from '../../../scripts/local-supabase/ports.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const projectFolder = path.resolve(import.meta.dirname, '../../..');

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

async function run(command: string, env: Record<string, string>): Promise<Ended> {
  const child: ChildProcess = spawn('node', ['scripts/launch.mjs', command], {
    cwd: projectFolder,
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, output };
}

async function freePorts(): Promise<Record<string, string>> {
  const names = ['SITE_PORT', 'API_PORT', 'DB_PORT', 'FUNCTIONS_PORT'];
  const ports = await Promise.all(names.map(findFreePort));
  return Object.fromEntries(names.map((name, index) => [name, String(ports[index])]));
}

describe('a start that can not work says why in one sentence and exits with 1', () => {
  const folders: string[] = [];
  const newFolder = async () => {
    const folder = await makeTemporaryFolder();
    folders.push(folder);
    return folder;
  };
  after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

  function assertSentence(ended: Ended, expected: RegExp): void {
    assert.equal(ended.code, 1, ended.output);
    assert.match(ended.output, expected);
    assert.doesNotMatch(ended.output, /\n\s+at /, 'no stack for what a person can mend');
  }

  for (const name of ['SITE_PORT', 'API_PORT', 'DB_PORT', 'FUNCTIONS_PORT']) {
    test(`when ${name} is taken`, async () => {
      const ports = await freePorts();
      const taken = net.createServer();
      await new Promise<void>((resolve) => {
        taken.listen(Number(ports[name]), '127.0.0.1', () => resolve());
      });
      const ended = await run('start', { ...ports, KEYWRIGHT_DATA: await newFolder() });
      taken.close();
      assertSentence(ended, new RegExp(`Port ${ports[name]} is taken.*Set ${name}`));
    });
  }

  test('when a port is not a number', async () => {
    const ended = await run('start', { ...(await freePorts()), API_PORT: 'abc' });
    assertSentence(ended, /API_PORT is "abc"/);
  });

  test('when two settings name one port', async () => {
    const ports = await freePorts();
    const folder = await newFolder();
    const twins = { ...ports, DB_PORT: ports['API_PORT'] ?? '', KEYWRIGHT_DATA: folder };
    assertSentence(await run('start', twins), /API_PORT and DB_PORT both name port/);
  });

  test('when the data folder holds something else', async () => {
    const folder = await newFolder();
    await writeFile(path.join(folder, 'pg'), 'not a folder');
    const ended = await run('start', { ...(await freePorts()), KEYWRIGHT_DATA: folder });
    assertSentence(ended, /npm run reset/);
  });

  test('when the command is unknown', async () => {
    assertSentence(await run('nothing', {}), /There is no command "nothing"/);
  });
});
