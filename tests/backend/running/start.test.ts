/**
 * The shop as a person starts, kills and starts it again: `npm start` itself, on an empty data folder.
 * The site is a stand-in that counts as built from today's sources; real ones are built elsewhere.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { stampOf } from '../../../scripts/build-cache.ts';
import { findFreePort } from '../../../scripts/local-supabase/ports.ts';
import { embeddedKeys, readSettings } from '../../../scripts/settings.ts';
import { projectFolder } from '../../support/cluster.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

interface Shop {
  readonly name: string;
  readonly folder: string;
  readonly siteUrl: string;
  readonly apiUrl: string;
  readonly environment: Readonly<Record<string, string>>;
}

interface Started {
  readonly process: ChildProcess;
  readonly startMs: number;
  readonly said: () => string;
}

async function makeShop(name: string): Promise<Shop> {
  const folder = await makeTemporaryFolder();
  const [sitePort, apiPort, dbPort, functionsPort] = await Promise.all(
    ['site', 'api', 'database', 'functions'].map(() => findFreePort()),
  );
  const siteUrl = `http://localhost:${sitePort}`;
  const apiUrl = `http://localhost:${apiPort}`;
  await mkdir(path.join(folder, 'dist/builds'), { recursive: true });
  await writeFile(path.join(folder, 'dist/index.html'), `<h1>${name}</h1>`);
  await writeFile(path.join(folder, 'dist/builds/latest.json'), JSON.stringify({ id: name }));
  const settings = { ...readSettings(), dataFolder: folder, siteUrl, apiUrl, hosted: null };
  await writeFile(path.join(folder, 'site-stamp'), `${stampOf(settings)} full`);
  const environment = {
    KEYWRIGHT_DEMO: 'catalogue',
    SITE_PORT: String(sitePort),
    API_PORT: String(apiPort),
    DB_PORT: String(dbPort),
    FUNCTIONS_PORT: String(functionsPort),
    KEYWRIGHT_DATA: folder,
  };
  return { name, folder, siteUrl, apiUrl, environment };
}

const left = new Set<ChildProcess>();

/** In a process group of its own, so that nothing of it can outlive the test. */
async function start(shop: Shop): Promise<Started> {
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: projectFolder,
    env: { ...process.env, ...shop.environment },
    detached: true,
  });
  left.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => (said += String(text)));
  }
  while (!said.includes('Keywright is ready: ')) {
    assert.equal(child.exitCode ?? child.signalCode, null, said);
    await sleep(50);
  }
  assert.ok(said.trimEnd().endsWith(`Keywright is ready: ${shop.siteUrl}`), said);
  return { process: child, startMs: performance.now() - startedAt, said: () => said };
}

/** The output is closed when the last process of the group is gone: npm itself is the first to go. */
async function ended(child: ChildProcess): Promise<void> {
  if (!child.stdout?.closed) await new Promise((resolve) => child.stdout?.once('close', resolve));
  left.delete(child);
}

async function runningPid(shop: Shop): Promise<number> {
  return JSON.parse(await readFile(path.join(shop.folder, 'running.json'), 'utf8')).pid;
}

async function ask(shop: Shop, method: string, body?: string): Promise<Response> {
  return fetch(`${shop.apiUrl}/rest/v1/faq_entries?code=eq.what-is-a-group-buy&select=answer`, {
    method,
    headers: {
      apikey: embeddedKeys.secretKey,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    signal: AbortSignal.timeout(5000),
    ...(body === undefined ? {} : { body }),
  });
}

const write = (shop: Shop, answer: string) => ask(shop, 'PATCH', JSON.stringify({ answer }));
const read = async (shop: Shop): Promise<string> =>
  (await (await ask(shop, 'GET')).json())[0].answer;
const title = async (shop: Shop): Promise<string> => (await fetch(shop.siteUrl)).text();
const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

let first: Shop;
let second: Shop;
before(async () => {
  [first, second] = await Promise.all([makeShop('The first shop'), makeShop('The second shop')]);
});
after(async () => {
  for (const { pid = 0 } of left) if (pid > 0) process.kill(-pid, 'SIGKILL');
  for (const { folder } of [first, second]) await rm(folder, { recursive: true, force: true });
});

test('a shop starts from nothing, outlives a kill of itself and of Postgres, and stops when asked', async () => {
  const fresh = await start(first);
  assert.match(fresh.said(), /✓ Start the backend/);
  assert.equal((await write(first, 'Kept over a kill.')).status, 200);

  process.kill(await runningPid(first), 'SIGKILL');
  await ended(fresh.process);
  const again = await start(first);
  assert.match(again.said(), /Stopping a database that an earlier run left behind/);
  assert.equal(await read(first), 'Kept over a kill.');
  assert.ok(again.startMs < fresh.startMs + 5000, `${again.startMs} ms after ${fresh.startMs} ms`);

  const postmaster = await readFile(path.join(first.folder, 'pg/postmaster.pid'), 'utf8');
  process.kill(Number(postmaster.split('\n')[0]), 'SIGKILL');
  let kept = '';
  for (let attempt = 0; attempt < 300 && kept === ''; attempt += 1) {
    await sleep(50);
    kept = await read(first).catch(() => '');
  }
  assert.equal(kept, 'Kept over a kill.');

  again.process.kill('SIGTERM');
  await ended(again.process);
  assert.deepEqual([await answers(first.apiUrl), await answers(first.siteUrl)], [false, false]);
});

test('two shops run side by side, each with its own pages and data', async () => {
  const both = await Promise.all([start(first), start(second)]);
  assert.equal((await write(second, 'Of the second alone.')).status, 200);
  assert.equal(await read(first), 'Kept over a kill.');
  assert.equal(await read(second), 'Of the second alone.');
  assert.match(await title(first), /The first shop/);
  assert.match(await title(second), /The second shop/);
  for (const { process: child } of both) child.kill('SIGTERM');
  await Promise.all(both.map(({ process: child }) => ended(child)));
});

test('an empty shop has the starter set and nothing to sell, and invites its owner once', async () => {
  const empty = await makeShop('The empty shop');
  const owner = 'mara@shop.example';
  const environment = { ...empty.environment, KEYWRIGHT_DEMO: 'none', KEYWRIGHT_OWNER: owner };
  const service = { headers: { apikey: embeddedKeys.secretKey } };
  const rows = async (query: string): Promise<unknown[]> =>
    (await fetch(`${empty.apiUrl}/rest/v1/${query}`, service)).json();
  const mails = async (): Promise<{ to: string; text: string }[]> =>
    (await fetch(`${empty.apiUrl}/_local/emails`)).json();

  const begun = await start({ ...empty, environment });
  assert.match(begun.said(), /mara@shop\.example is invited to own the shop/);
  assert.deepEqual(await rows('products?select=id'), []);
  assert.equal((await rows('settings?key=eq.hours_to_pay&select=key')).length, 1);
  const [invitation, ...more] = await mails();
  assert.deepEqual([invitation?.to, more], [owner, []]);
  assert.ok(invitation?.text.includes(`${empty.siteUrl}/user/details?auth=invitation\n`));
  begun.process.kill('SIGTERM');
  await ended(begun.process);

  const again = await start({ ...empty, environment });
  assert.doesNotMatch(again.said(), /owns the shop|is invited/);
  assert.deepEqual(await mails(), []);
  again.process.kill('SIGTERM');
  await ended(again.process);
  await rm(empty.folder, { recursive: true, force: true });
});
