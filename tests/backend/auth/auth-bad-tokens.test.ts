import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SignJWT } from 'jose';
import { type AuthBackend, claimsOf, sessionOf, startAuthBackend } from './auth-backend.ts';
import { hostedSkips } from '../../support/hosted/contract.ts';

const secret = 'a-secret-of-this-test-that-is-long-enough';
const embedded = { skip: hostedSkips };
let backend: AuthBackend;
before(async () => {
  if (!hostedSkips) backend = await startAuthBackend({});
});
after(() => backend?.stop());

const sign = (claims: Record<string, unknown>, key = secret) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(key));

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function badTokens(): Promise<
  Record<string, { token: string; status: number; code: string }>
> {
  const { email } = await backend.makeUser();
  const client = await backend.signedIn(email);
  const token = (await sessionOf(client)).access_token;
  const claims = claimsOf(token);
  const [header, , signature] = token.split('.');
  const { sub: _, ...nobody } = claims;

  const gone = await backend.makeUser();
  const deleted = (await sessionOf(await backend.signedIn(gone.email))).access_token;
  await backend.admin.deleteUser(gone.id);
  const leaver = await backend.signedIn(email);
  const signedOut = (await sessionOf(leaver)).access_token;
  await leaver.auth.signOut({ scope: 'local' });

  const malformed = { status: 403, code: 'bad_jwt' };
  return {
    expired: {
      token: await sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 }),
      ...malformed,
    },
    tampered: {
      token: `${header}.${part({ ...claims, role: 'service_role' })}.${signature}`,
      ...malformed,
    },
    unsigned: { token: `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`, ...malformed },
    'of another secret': {
      token: await sign(claims, 'another-secret-that-is-long-enough-too'),
      ...malformed,
    },
    'of a role that is none': {
      token: await sign({ ...nobody, role: 'supabase_admin' }),
      ...malformed,
    },
    'of nobody': { token: await sign(nobody), ...malformed },
    'of a deleted user': { token: deleted, status: 403, code: 'user_not_found' },
    'of a session signed out': { token: signedOut, status: 403, code: 'session_not_found' },
    'of no session': {
      token: await sign({ ...claims, session_id: undefined }),
      status: 403,
      code: 'session_not_found',
    },
    garbage: { token: 'not.a.token', ...malformed },
  };
}

const protectedRoutes: readonly (readonly [string, string])[] = [
  ['GET', '/user'],
  ['PUT', '/user'],
  ['POST', '/logout'],
  ['GET', '/reauthenticate'],
  ['POST', '/factors'],
  ['POST', '/factors/00000000-0000-4000-8000-000000000000/challenge'],
  ['POST', '/factors/00000000-0000-4000-8000-000000000000/verify'],
  ['DELETE', '/factors/00000000-0000-4000-8000-000000000000'],
  ['DELETE', '/user/identities/00000000-0000-4000-8000-000000000000'],
  ['GET', '/user/identities/authorize?provider=github'],
];

const adminRoutes: readonly (readonly [string, string])[] = [
  ['GET', '/admin/users'],
  ['POST', '/admin/users'],
  ['GET', '/admin/users/00000000-0000-4000-8000-000000000000'],
  ['PUT', '/admin/users/00000000-0000-4000-8000-000000000000'],
  ['DELETE', '/admin/users/00000000-0000-4000-8000-000000000000'],
  ['GET', '/admin/users/00000000-0000-4000-8000-000000000000/factors'],
  [
    'DELETE',
    '/admin/users/00000000-0000-4000-8000-000000000000/factors/00000000-0000-4000-8000-000000000000',
  ],
  ['POST', '/admin/generate_link'],
  ['POST', '/invite'],
];

async function ask(method: string, route: string, token: string | null) {
  const response = await backend.request(route, {
    method,
    ...(method === 'GET' ? {} : { body: '{}' }),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  const body: { error_code?: string } = await response.json();
  return [response.status, body.error_code] as const;
}

test('no bad token opens a route of the signed-in', embedded, async () => {
  for (const [name, { token, status, code }] of Object.entries(await badTokens())) {
    for (const [method, route] of protectedRoutes) {
      assert.deepEqual(
        await ask(method, route, token),
        [status, code],
        `${name}: ${method} ${route}`,
      );
    }
  }
  assert.deepEqual(await ask('GET', '/user', null), [401, 'no_authorization']);
});

test(
  'neither a bad token nor a good one of a customer opens an admin route',
  embedded,
  async () => {
    const { email } = await backend.makeUser();
    const { access_token: customer } = await sessionOf(await backend.signedIn(email));
    const forged = await sign({ role: 'service_role' }, 'another-secret-that-is-long-enough-too');
    const tokens = Object.values(await badTokens()).map((bad) => bad.token);
    for (const token of [...tokens, customer, forged, backend.publishableKey]) {
      for (const [method, route] of adminRoutes) {
        const [status] = await ask(method, route, token);
        assert.equal(status, 403, `${method} ${route}`);
      }
    }
    for (const [method, route] of adminRoutes) {
      assert.equal((await ask(method, route, null))[0], 401, `${method} ${route} without a token`);
    }
  },
);

test('a token without a key opens nothing', embedded, async () => {
  const forged = await sign({ role: 'service_role' }, 'another-secret-that-is-long-enough-too');
  for (const authorization of [
    '',
    'Bearer',
    'Basic eDp5',
    `Bearer ${forged}`,
    'Bearer sb_secret_other',
  ]) {
    const response = await fetch(`${backend.url}/auth/v1/admin/users`, {
      headers: { authorization },
    });
    assert.equal(response.status, 401, authorization);
  }
});

test('anonymous visitors and customers can read no table of auth', embedded, async () => {
  const tables = await backend.sql<{ name: string }[]>`
    select c.relname as name from pg_class c where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r'`;
  assert(tables.length >= 11);
  const [reachable] = await backend.sql<{ names: string[] }[]>`
    select coalesce(array_agg(c.relname || ' by ' || r.rolname), '{}') as names
    from pg_class c cross join pg_roles r
    where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r'
      and r.rolname in ('anon', 'authenticated', 'service_role', 'authenticator')
      and has_table_privilege(r.oid, c.oid, 'select, insert, update, delete, truncate, references, trigger')`;
  assert.deepEqual(reachable?.names, []);
});
