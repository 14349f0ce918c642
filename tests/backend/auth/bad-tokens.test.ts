/* Auth's own routes are tried in auth-bad-tokens.test.ts; here it is every table and function. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createTokens } from '../../../scripts/local-supabase/callers.ts';
import { readTokenSecret, tokenSecretFile } from '../../../scripts/local-supabase/token-secret.ts';
import { exposedCalls, exposedRelations } from '../../support/pages/access.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

type Sign = ReturnType<typeof createTokens>['sign'];

/** As that backend signs. */
async function signer({ url, dataFolder }: TestBackend, apiUrl = url): Promise<Sign> {
  return createTokens({ apiUrl, jwtSecret: await readTokenSecret(dataFolder) }).sign;
}

/** Each would be a customer, or more, if it were believed. */
async function badTokens(backend: TestBackend): Promise<Readonly<Record<string, string>>> {
  const sign = await signer(backend);
  const signElsewhere = await signer(backend, 'http://another.localhost:54321');
  const claims = { role: 'authenticated', sub: randomUUID(), exp: inSeconds(600) };
  const [header = '', body = '', signature = ''] = (await sign(claims)).split('.');
  return {
    expired: await sign({ ...claims, exp: inSeconds(-60) }),
    'not valid yet': await sign({ ...claims, nbf: inSeconds(600) }),
    'made the service’s': `${header}.${part({ ...claims, role: 'service_role' })}.${signature}`,
    unsigned: `${part({ alg: 'none', typ: 'JWT' })}.${body}.`,
    'of another secret': await createTokens({
      apiUrl: backend.url,
      jwtSecret: 'another-secret-that-is-long-enough',
    }).sign(claims),
    'of another issuer': await signElsewhere(claims),
    'of a role that is none': await sign({ ...claims, role: 'supabase_admin' }),
    'of no role': await sign({ sub: claims.sub, exp: claims.exp }),
    'cut short': `${header}.${body}.${signature.slice(0, -4)}`,
    garbage: 'not.a.token',
  };
}

describe('a bad token', { skip: Boolean(process.env['SUPABASE_TEST_URL']) }, () => {
  let backend: TestBackend;
  let sql: Sql;
  before(async () => {
    backend = await startTestBackend();
    sql = postgres(backend.databaseUrl, { max: 2, onnotice() {} });
  });
  after(async () => {
    await sql.end();
    await backend.stop();
  });

  const ask = (path: string, token: string, init: RequestInit = {}) =>
    fetch(`${backend.url}/rest/v1/${path}`, {
      ...init,
      headers: {
        apikey: backend.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
    });

  test('of one embedded shop is none in another: each makes a secret that its owner alone can read', async () => {
    const other = await startTestBackend();
    try {
      const secrets = [backend, other].map(({ dataFolder }) => readTokenSecret(dataFolder));
      const [own, foreign] = await Promise.all(secrets);
      assert.notEqual(own, foreign);
      assert.ok((own ?? '').length >= 64);
      const { mode } = await stat(path.join(other.dataFolder, tokenSecretFile));
      assert.equal(mode & 0o777, 0o600);
      const sign = await signer(other, backend.url);
      const token = await sign({ role: 'service_role', exp: inSeconds(600) });
      assert.equal((await ask('orders', token)).status, 401);
    } finally {
      await other.stop();
    }
  });

  test('neither reads nor empties a table', async () => {
    const tokens = Object.entries(await badTokens(backend));
    assert.ok(tokens.length >= 8);
    for (const { name } of await exposedRelations(sql)) {
      for (const [kind, token] of tokens) {
        for (const method of ['GET', 'DELETE']) {
          const isRead = method === 'GET';
          const answer = await ask(`${name}?limit=1`, token, {
            method,
            ...(isRead ? {} : { body: '{}' }),
          });
          await answer.arrayBuffer();
          assert.equal(answer.status, 401, `${kind}: ${method} ${name}`);
        }
      }
    }
  });

  test('calls no function', async () => {
    const tokens = Object.entries(await badTokens(backend));
    for (const name of Object.keys(await exposedCalls(sql))) {
      for (const [kind, token] of tokens) {
        const answer = await ask(`rpc/${name}`, token, { method: 'POST', body: '{}' });
        await answer.arrayBuffer();
        assert.equal(answer.status, 401, `${kind}: ${name}`);
      }
    }
  });

  test('that ended a second ago still holds in REST, as a project’s does for half a minute, and nowhere else', async () => {
    const sign = await signer(backend);
    const claims = { role: 'authenticated', sub: randomUUID() };
    const late = await sign({ ...claims, exp: inSeconds(-1) });
    assert.equal((await ask('orders?select=id', late)).status, 200);
    const tooLate = await ask('orders?select=id', await sign({ ...claims, exp: inSeconds(-60) }));
    assert.deepEqual([tooLate.status, (await tooLate.json())['code']], [401, 'PGRST303']);
    for (const route of ['auth/v1/user', 'functions/v1/publish', 'storage/v1/bucket']) {
      const headers = { apikey: backend.publishableKey, authorization: `Bearer ${late}` };
      const { ok } = await fetch(`${backend.url}/${route}`, { headers });
      assert.equal(ok, false, route);
    }
  });

  test('that is good but names a deleted account finds nothing of anybody’s', async () => {
    const sign = await signer(backend);
    const token = await sign({ role: 'authenticated', sub: randomUUID(), exp: inSeconds(600) });
    for (const name of ['profiles', 'addresses', 'orders', 'order_lines', 'offers']) {
      const answer = await ask(`${name}?select=*`, token);
      assert.deepEqual([answer.status, await answer.json()], [200, []], name);
    }
    for (const name of ['my_sessions', 'my_account_state', 'my_designs']) {
      const answer = await ask(`rpc/${name}`, token, { method: 'POST', body: '{}' });
      const text = await answer.text();
      assert.doesNotMatch(text, /@|"id"/, `${name} says ${text}`);
    }
  });
});
