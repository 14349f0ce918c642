import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import { projectFolder } from '../../support/cluster.ts';
import { announceOrder } from '../../support/data/orders.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

let shop: TestBackend;
let folder: string;
before(async () => {
  shop = await startTestBackend();
  folder = await mkdtemp(path.join(os.tmpdir(), 'keywright-stranger-'));
  await mkdir(path.join(folder, 'node_modules'));
  const packages = path.join(projectFolder, 'node_modules');
  await symlink(path.join(packages, '@supabase'), path.join(folder, 'node_modules/@supabase'));
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  await cp(path.join(projectFolder, 'tests/support/stranger.mjs'), path.join(folder, 'script.mjs'));
});
after(async () => {
  await rm(folder, { recursive: true, force: true });
  await shop.stop();
});

/** Runs the script; while it listens to a table, an order of their own is written. */
async function runStranger(touch: () => Promise<unknown>): Promise<unknown> {
  const args = [
    shop.url,
    shop.publishableKey,
    'owner@keywright.test',
    'Keywright-demo-1',
    'order_events',
  ];
  const child = spawn(process.execPath, ['script.mjs', ...args], { cwd: folder, timeout: 120_000 });
  let [printed, complained] = ['', ''];
  child.stderr.on('data', (text) => (complained += String(text)));
  child.stdout.on('data', (text) => {
    printed += String(text);
    // What listens and hears nothing would wait for ever.
    if (String(text).includes('subscribed')) touch().catch(() => child.kill());
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.equal(code, 0, complained);
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '');
}

test('a stranger with supabase-js alone signs up, enrols, uploads, calls, listens and is refused as documented', async () => {
  const sql = postgres(shop.databaseUrl, { max: 1, onnotice() {} });
  const seen = await runStranger(async () => {
    const [stranger] = await sql<{ email: string }[]>`
      select email from auth.users where email like 'stranger.%' order by created_at desc limit 1`;
    await announceOrder(sql, stranger?.email ?? '', 'Placed');
  });
  await sql.end();
  assert.partialDeepStrictEqual(seen, {
    weak: { status: 422, code: 'weak_password', reasons: ['length'] },
    unconfirmed: { session: null, error: null },
    confirmed: { user: true, error: null },
    wrong: { message: 'Invalid login credentials', status: 400, code: 'invalid_credentials' },
    missing: { message: 'Auth session missing!', status: 400 },
    totp: { level: 'aal2', qr: 'data:image/svg+xml;', error: null },
    picture: { error: null, type: 'image/png', width: 16 },
    oversized: { status: 413, message: 'The object exceeded the maximum allowed size' },
    forbidden: { code: '42501', status: 403 },
    unknown: 404,
    keyless: 401,
    called: { code: 200, error: null },
    heard: 'INSERT',
  });
});
