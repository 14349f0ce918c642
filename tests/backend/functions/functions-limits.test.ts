import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTokens, identifyCaller } from '../../../scripts/local-supabase/callers.ts';
import type { LocalContext } from '../../../scripts/local-supabase/context.ts';
import {
  createFunctions,
  type Functions,
} from '../../../scripts/local-supabase/functions/functions.ts';
import { findFreePort } from '../../../scripts/local-supabase/ports.ts';
import { embeddedKeys } from '../../../scripts/settings.ts';
import { projectFolder } from '../../support/cluster.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const code: Readonly<Record<string, string>> = {
  fast: `Deno.serve(async (request) => new Response(String((await request.text()).length)));`,
  slow: `Deno.serve(() => new Promise(() => {}));`,
  endless: `Deno.serve(() => { for (;;) {} });`,
  greedy: `const kept: unknown[] = []; Deno.serve(() => { for (;;) kept.push(new Array(1e6).fill(Math.random())); });`,
  leaves: `Deno.serve(() => Deno.exit(3));`,
};
let folder: string;
let functions: Functions;
let token: string;

before(async () => {
  folder = await makeTemporaryFolder();
  for (const [name, text] of Object.entries(code)) {
    await mkdir(path.join(folder, name), { recursive: true });
    await writeFile(path.join(folder, name, 'index.ts'), text);
  }
  const context = await createContext();
  token = await context.tokens.sign({ role: 'authenticated', sub: 'a customer' });
  functions = createFunctions(context, {
    functionsFolder: folder,
    timeoutMilliseconds: 1000,
    largestBodyBytes: 100_000,
  });
});
after(async () => {
  await functions.close();
  await rm(folder, { recursive: true, force: true });
});

/** What functions need of a backend: settings, keys and a log; no database is asked. */
async function createContext(): Promise<LocalContext> {
  const settings = {
    ...embeddedKeys,
    apiUrl: 'http://127.0.0.1:1',
    siteUrl: 'http://localhost:4321',
    apiPort: 1,
    functionsPort: await findFreePort(),
    jwtSecret: 'a secret of this test and of no other',
    projectFolder,
    dataFolder: folder,
    databaseUrl: 'postgres://postgres@127.0.0.1:1/postgres',
  };
  const tokens = createTokens(settings);
  const context: Pick<LocalContext, 'settings' | 'tokens' | 'identify' | 'log'> = {
    settings,
    tokens,
    identify: (request) => identifyCaller(request, settings, (given) => tokens.verify(given)),
    log() {},
  };
  return context as LocalContext;
}

async function call(name: string, body: BodyInit = ''): Promise<[number, unknown]> {
  const response = await functions.handle(
    new Request(`http://127.0.0.1/functions/v1/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
      duplex: 'half',
    } as RequestInit),
  );
  const text = await response.text();
  return [
    response.status,
    response.status === 200 ? text : (JSON.parse(text) as { code: string }).code,
  ];
}

test('a body over the limit is refused, with and without a length', async () => {
  assert.deepEqual(await call('fast', 'x'.repeat(100_000)), [200, '100000']);
  assert.deepEqual(await call('fast', 'x'.repeat(100_001)), [413, 'PAYLOAD_TOO_LARGE']);
  const endless = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(10_000));
    },
  });
  assert.deepEqual(await call('fast', endless), [413, 'PAYLOAD_TOO_LARGE']);
  assert.deepEqual(await call('fast', 'x'), [200, '1']);
});

test('a function that doesn’t answer in time is 504, and others go on meanwhile', async () => {
  const slow = call('slow');
  assert.deepEqual(await call('fast', 'abc'), [200, '3']);
  assert.deepEqual(await slow, [504, 'IDLE_TIMEOUT']);
});

test('a function that never yields is ended, and the next call works', async () => {
  assert.deepEqual(await call('endless'), [504, 'IDLE_TIMEOUT']);
  assert.deepEqual(await call('fast', 'abc'), [200, '3']);
});

test('a function that eats the memory or leaves takes nothing with it', async () => {
  const [status] = await call('greedy');
  assert.ok(status === 502 || status === 504, String(status));
  assert.deepEqual(await call('fast', 'abc'), [200, '3']);
  assert.deepEqual(await call('leaves'), [502, 'WORKER_ERROR']);
  assert.deepEqual(await call('fast', 'abc'), [200, '3']);
});

test('Deno ends with its parent, even when that is killed', async () => {
  const module = path.join(projectFolder, 'scripts/local-supabase/functions/deno-process.ts');
  const parent = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { startDeno } = await import(${JSON.stringify(module)});
       const deno = await startDeno({
         functionsFolder: ${JSON.stringify(folder)}, projectFolder: ${JSON.stringify(projectFolder)},
         cacheFolder: ${JSON.stringify(path.join(folder, 'cache'))}, port: 0, environment: {}, log() {},
       });
       console.log(deno.pid);
       setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
  assert.equal(isRunning(Number(line)), true);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  for (let tries = 0; tries < 100 && isRunning(Number(line)); tries += 1) await sleep(50);
  assert.equal(isRunning(Number(line)), false);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
