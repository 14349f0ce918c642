import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { projectFolder } from '../../support/cluster.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const skip = {
  skip: process.env['SUPABASE_TEST_URL'] ? 'makes functions of its own' : false,
};
const logged: string[] = [];
let folder: string;
let backend: TestBackend;
let visitor: SupabaseClient;
let customer: SupabaseClient;

async function writeFunction(name: string, code: string): Promise<void> {
  await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, name, 'index.ts'), code);
}

const code: Readonly<Record<string, string>> = {
  echo: `Deno.serve(async (request) => Response.json({
    method: request.method,
    path: new URL(request.url).pathname + new URL(request.url).search,
    header: request.headers.get('x-own'),
    gateway: request.headers.get('x-keywright-gateway'),
    body: await request.text(),
  }, { status: request.method === 'PUT' ? 202 : 200, headers: { 'x-answer': 'yes' } }));`,
  settings: `Deno.serve(() => Response.json(Deno.env.toObject()));`,
  // config.toml lets this one be called without a token.
  ingest: `Deno.serve(() => new Response('open'));`,
  throws: `Deno.serve(() => { throw new Error('planted failure'); });`,
  rejects: `Deno.serve(() => { void Promise.reject(new Error('planted rejection')); return new Response('ok'); });`,
  broken: `import './missing.ts'; Deno.serve(() => new Response('never'));`,
  wordless: `export const nothing = 1;`,
  exported: `export default { fetch: () => new Response('exported') };`,
  stream: `Deno.serve(() => new Response(new ReadableStream({
    async start(controller) {
      for (const part of ['one ', 'two ', 'three']) {
        controller.enqueue(new TextEncoder().encode(part));
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
      controller.close();
    },
  }), { headers: { 'content-type': 'text/event-stream' } }));`,
  packages: `import { formatMoney } from '#shared/money.ts';
    import { createClient } from '@supabase/supabase-js';
    Deno.serve(() => Response.json([typeof formatMoney, typeof createClient]));`,
  nosy: `const attempt = async (work: () => unknown) => {
      try { await work(); return 'allowed'; } catch (error) { return (error as Error).name; }
    };
    Deno.serve(async () => Response.json({
      passwd: await attempt(() => Deno.readTextFile('/etc/passwd')),
      config: await attempt(() => Deno.readTextFile('${projectFolder}/supabase/config.toml')),
      write: await attempt(() => Deno.writeTextFile('${projectFolder}/planted', 'x')),
      run: await attempt(() => new Deno.Command('/bin/ls').output()),
    }));`,
  version: `Deno.serve(() => new Response('first'));`,
};

before(async () => {
  if (skip.skip) return;
  folder = await makeTemporaryFolder();
  for (const [name, text] of Object.entries(code)) await writeFunction(name, text);
  await writeFunction('_shared', `Deno.serve(() => new Response('not callable'));`);
  await writeFile(
    path.join(folder, '.env'),
    'OWN_SECRET="of the shop"\nSUPABASE_URL=http://wrong\n',
  );
  await symlink(path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules'));
  backend = await startTestBackend({
    functionsFolder: folder,
    log: (line) => void logged.push(line),
  });
  const make = () =>
    createClient(backend.url, backend.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
  visitor = make();
  customer = make();
  const credentials = { email: 'shopper@keywright.test', password: 'Keywright-demo-1' };
  assert.equal((await customer.auth.signInWithPassword(credentials)).error, null);
});
after(async () => {
  await backend?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function refusal(client: SupabaseClient, name: string): Promise<[number, string, string]> {
  const { data, error } = await client.functions.invoke(name, { body: {} });
  assert.equal(data, null);
  const response = error.context as Response;
  const body = (await response.json()) as { code: string; message: string };
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  return [response.status, body.code, body.message];
}

test('a call arrives whole and its answer comes back whole', skip, async () => {
  const { data, response } = await customer.functions.invoke('echo/and/more?x=1', {
    body: { word: 'Ærlig' },
    headers: { 'x-own': 'mine' },
    method: 'PUT',
  });
  assert.equal(response?.status, 202);
  assert.equal(response?.headers.get('x-answer'), 'yes');
  assert.deepEqual(data, {
    method: 'PUT',
    path: '/echo/and/more?x=1',
    header: 'mine',
    gateway: null,
    body: '{"word":"Ærlig"}',
  });
});

test('a hundred calls at once are all answered', skip, async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => customer.functions.invoke('echo', { body: `${at}` })),
  );
  assert.deepEqual(
    answers.map(({ data }) => (data as { body: string }).body),
    answers.map((_, at) => `${at}`),
  );
});

test(
  'a function finds the project’s settings and its own secrets, and nothing of ours',
  skip,
  async () => {
    const { data } = await customer.functions.invoke<Record<string, string>>('settings', {
      body: {},
    });
    assert.equal(data?.['SUPABASE_URL'], backend.url);
    assert.equal(data?.['SUPABASE_ANON_KEY'], backend.publishableKey);
    assert.equal(data?.['SUPABASE_SERVICE_ROLE_KEY'], backend.secretKey);
    assert.equal(data?.['SUPABASE_PUBLISHABLE_KEYS'], `{"default":"${backend.publishableKey}"}`);
    assert.equal(data?.['OWN_SECRET'], 'of the shop');
    for (const name of ['PATH', 'HOME', 'npm_command', 'NODE_TEST_CONTEXT']) {
      assert.ok(data?.[name] === undefined || data[name] !== process.env[name], name);
    }
  },
);

test('without a valid token nothing is called, unless config.toml says so', skip, async () => {
  const headless = [401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header'];
  assert.deepEqual(await refusal(visitor, 'echo'), headless);
  assert.equal((await visitor.functions.invoke('ingest')).data, 'open');
  const url = `${backend.url}/functions/v1/echo`;
  const bare = await fetch(url, { method: 'POST' });
  assert.equal(bare.status, 401);
  assert.deepEqual(await bare.json(), {
    code: 'UNAUTHORIZED_NO_AUTH_HEADER',
    message: 'Missing authorization header',
  });
  const forged = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`;
  for (const token of ['nonsense', forged, 'sb_secret_guessed', backend.secretKey]) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(response.status, 401, token);
    await response.text();
  }
  // Beside a good key too: a key is no token, and neither is what is no Bearer.
  const { publishableKey: apikey } = backend;
  for (const authorization of ['x', 'Bearer', 'Bearer ', 'Basic b3duZXI6eA==', apikey]) {
    const response = await fetch(url, { headers: { apikey, authorization } });
    assert.equal(response.status, 401, authorization);
    assert.equal((await response.json()).code, 'UNAUTHORIZED_INVALID_JWT_FORMAT', authorization);
  }
  const preflight = await fetch(url, { method: 'OPTIONS' });
  assert.equal(preflight.status, 200);
  await preflight.text();
});

test('what is no function is not found', skip, async () => {
  const notFound = [404, 'NOT_FOUND', 'Requested function was not found'];
  for (const name of ['nowhere', '_shared', '.env', 'node_modules', 'echo%2f..%2fsettings']) {
    assert.deepEqual(await refusal(customer, name), notFound, name);
  }
});

test('a function that fails says so, is logged, and leaves the others alone', skip, async () => {
  const failed = [500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)'];
  const unbootable = [503, 'BOOT_ERROR', 'Function failed to start (please check logs)'];
  assert.deepEqual(await refusal(customer, 'throws'), failed);
  assert.deepEqual(await refusal(customer, 'broken'), unbootable);
  assert.deepEqual(await refusal(customer, 'wordless'), unbootable);
  assert.equal((await customer.functions.invoke('rejects')).data, 'ok');
  assert.equal((await customer.functions.invoke('exported')).data, 'exported');
  for (const words of [/throws: .*planted failure/, /planted rejection/, /missing\.ts/]) {
    assert.ok(
      logged.some((line) => words.test(line)),
      String(words),
    );
  }
});

test('an answer streams while it is made', skip, async () => {
  const { data } = await customer.functions.invoke<Response>('stream');
  const parts: string[] = [];
  for await (const part of data?.body ?? []) parts.push(Buffer.from(part).toString());
  assert.equal(parts.join(''), 'one two three');
  assert.ok(parts.length > 1);
});

test('domain code and packages are at hand without a network', skip, async () => {
  const { data } = await customer.functions.invoke('packages');
  assert.deepEqual(data, ['function', 'function']);
});

test('a function reads and runs nothing of the machine', skip, async () => {
  const { data } = await customer.functions.invoke('nosy');
  assert.deepEqual(data, {
    passwd: 'NotCapable',
    config: 'NotCapable',
    write: 'NotCapable',
    run: 'NotCapable',
  });
});

test(
  'changed code answers the next calls while the calls under way end as they began',
  skip,
  async () => {
    assert.equal((await customer.functions.invoke('version')).data, 'first');
    const underWay = customer.functions.invoke<Response>('stream');
    await writeFunction('version', `Deno.serve(() => new Response('second'));`);
    const { data } = await underWay;
    const seen = new Set<unknown>();
    for (let tries = 0; tries < 100 && !seen.has('second'); tries += 1) {
      const answer = await customer.functions.invoke('version');
      assert.equal(answer.error, null);
      seen.add(answer.data);
      await sleep(30);
    }
    assert.ok(seen.has('second'));
    assert.equal(await data?.text(), 'one two three');
  },
);
