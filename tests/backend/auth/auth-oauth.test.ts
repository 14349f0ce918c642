import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import {
  type AuthBackend,
  assertRefused,
  claimsOf,
  goodPassword,
  newEmail,
  siteUrl,
  startAuthBackend,
} from './auth-backend.ts';
import { hostedSkips } from '../../support/hosted/contract.ts';

const embedded = { skip: hostedSkips };

/** What the stand-in for GitHub and Google says about whoever comes next. */
let person = { id: 1, email: '', verified: true };
const asked: URLSearchParams[] = [];
let backend: AuthBackend;
let provider: http.Server;
const keys = await generateKeyPair('RS256');

async function answer(request: http.IncomingMessage): Promise<unknown> {
  const path = new URL(request.url ?? '/', 'http://provider').pathname;
  if (path === '/login/oauth/access_token' || path === '/token') {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    asked.push(new URLSearchParams(body));
    return asked.at(-1)?.get('code') === 'good'
      ? { access_token: 'provider-token' }
      : { error: 'bad_verification_code' };
  }
  if (path === '/api/v3/user')
    return { id: person.id, login: 'kari', name: 'Kari', avatar_url: 'https://x.example/a.png' };
  if (path === '/api/v3/user/emails')
    return [
      { email: 'old@x.example', primary: false, verified: true },
      { email: person.email, primary: true, verified: person.verified },
    ];
  if (path === '/v1/userinfo')
    return {
      sub: String(person.id),
      email: person.email,
      email_verified: person.verified,
      name: 'Kari',
    };
  return { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] };
}

before(async () => {
  if (hostedSkips) return;
  provider = http.createServer((request, response) => {
    void answer(request).then((body) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', () => resolve()));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const options = { clientId: 'client', secret: 'shh', url };
  backend = await startAuthBackend({
    manualLinkingEnabled: true,
    providers: { github: options, google: options },
  });
});
after(async () => {
  await backend?.stop();
  provider?.closeAllConnections();
  provider?.close();
});

async function leave(query: Record<string, string>): Promise<URL> {
  const response = await backend.request(
    `/authorize?${new URLSearchParams({ redirect_to: `${siteUrl}/user`, ...query })}`,
  );
  assert.equal(response.status, 302);
  return new URL(response.headers.get('location') ?? '');
}

async function comeBack(left: URL, query: Record<string, string> = { code: 'good' }): Promise<URL> {
  const state = left.searchParams.get('state') ?? '';
  const response = await backend.request(`/callback?${new URLSearchParams({ state, ...query })}`);
  assert.equal(response.status, 303);
  return new URL(response.headers.get('location') ?? '');
}

const fragmentOf = (url: URL) => new URLSearchParams(url.hash.slice(1));

for (const name of ['github', 'google'] as const) {
  test(`${name} signs up who is new and knows them the next time`, embedded, async () => {
    person = { id: Math.floor(Math.random() * 1e9), email: newEmail(name), verified: true };
    const left = await leave({ provider: name });
    assert.equal(left.searchParams.get('client_id'), 'client');
    assert.equal(left.searchParams.get('redirect_uri'), `${backend.url}/auth/v1/callback`);
    const landed = await comeBack(left);
    assert.equal(`${landed.origin}${landed.pathname}`, `${siteUrl}/user`);
    const session = fragmentOf(landed);
    assert.equal(session.get('provider_token'), 'provider-token');
    const claims = claimsOf(session.get('access_token') ?? '');
    assert.equal(claims['email'], person.email);
    assert.deepEqual(claims['app_metadata'], { provider: name, providers: [name] });
    assert.equal(asked.at(-1)?.get('client_secret'), 'shh');
    const again = fragmentOf(await comeBack(await leave({ provider: name })));
    assert.equal(claimsOf(again.get('access_token') ?? '')['sub'], claims['sub']);
  });
}

test('an address that the provider does not vouch for opens nothing', embedded, async () => {
  const victim = await backend.makeUser();
  person = { id: 77, email: victim.email, verified: false };
  const landed = fragmentOf(await comeBack(await leave({ provider: 'github' })));
  assert.equal(landed.get('error_code'), 'provider_email_needs_verification');
  assert.equal(landed.has('access_token'), false);
});

test(
  'a verified address joins its account, and takes an unconfirmed password away',
  embedded,
  async () => {
    const known = await backend.makeUser();
    person = { id: 78, email: known.email, verified: true };
    const joined = claimsOf(
      fragmentOf(await comeBack(await leave({ provider: 'github' }))).get('access_token') ?? '',
    );
    assert.equal(joined['sub'], known.id);
    await backend.signedIn(known.email);

    const email = newEmail('victim');
    const { auth } = backend.client();
    await auth.signUp({ email, password: 'Attackers-own-1' });
    person = { id: 79, email, verified: true };
    await comeBack(await leave({ provider: 'github' }));
    assertRefused(
      await auth.signInWithPassword({ email, password: 'Attackers-own-1' }),
      400,
      'invalid_credentials',
    );
  },
);

test('a state that is forged, old or used is refused', embedded, async () => {
  person = { id: 80, email: newEmail(), verified: true };
  const left = await leave({ provider: 'github' });
  await comeBack(left);
  const state = left.searchParams.get('state') ?? '';
  const fresh = (await leave({ provider: 'github' })).searchParams.get('state') ?? '';
  await backend.sql`update auth.flow_state set created_at = now() - interval '11 minutes'`;
  for (const one of [
    state,
    fresh,
    '',
    'x',
    `${state}x`,
    `${crypto.randomUUID()}.${state.split('.')[1]}`,
  ]) {
    const response = await backend.request(
      `/callback?${new URLSearchParams({ state: one, code: 'good' })}`,
    );
    assert.equal(response.status, 400);
    assert.equal((await response.json()).error_code, 'bad_oauth_state');
  }
});

test('a refusal or a bad code leads back with the reason', embedded, async () => {
  const refused = fragmentOf(
    await comeBack(await leave({ provider: 'github' }), { error: 'access_denied' }),
  );
  assert.equal(refused.get('error'), 'access_denied');
  const bad = fragmentOf(await comeBack(await leave({ provider: 'github' }), { code: 'bad' }));
  assert.equal(bad.get('error_code'), 'unexpected_failure');
  assert.doesNotMatch(bad.toString(), /shh/);
});

test('a state counts once, also when its first return failed', embedded, async () => {
  const left = await leave({ provider: 'github' });
  await comeBack(left, { code: 'bad' });
  const state = left.searchParams.get('state') ?? '';
  const again = await backend.request(`/callback?${new URLSearchParams({ state, code: 'good' })}`);
  assert.equal(again.status, 400);
  assert.equal((await again.json()).error_code, 'bad_oauth_state');
});

test('the code flow gives the session to the browser that started it', embedded, async () => {
  person = { id: 81, email: newEmail(), verified: true };
  const client = backend.client('pkce');
  const { data } = await client.auth.signInWithOAuth({
    provider: 'github',
    options: { redirectTo: `${siteUrl}/user`, skipBrowserRedirect: true },
  });
  const response = await fetch(data.url ?? '', { redirect: 'manual' });
  const landed = await comeBack(new URL(response.headers.get('location') ?? ''));
  assert.equal(landed.hash, '');
  const session = await client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '');
  assert.equal(session.error, null);
  assert.equal(session.data.session?.provider_token, 'provider-token');
  const kept =
    await backend.sql`select from auth.flow_state where provider_access_token is not null and user_id = ${session.data.user?.id ?? null}`;
  assert.equal(kept.length, 0);
});

test('a signed-in person links a provider, once', embedded, async () => {
  const { email } = await backend.makeUser();
  const client = await backend.signedIn(email);
  person = { id: 82, email: newEmail('other'), verified: true };
  const link = async (own: typeof client) => {
    const { data, error } = await own.auth.linkIdentity({
      provider: 'github',
      options: { skipBrowserRedirect: true },
    });
    assert.equal(error, null);
    return comeBack(new URL(data.url ?? ''));
  };
  assert(fragmentOf(await link(client)).has('access_token'));
  const { identities } = (await client.auth.getUserIdentities()).data ?? {};
  assert.deepEqual(
    identities?.map((identity) => identity.provider),
    ['email', 'github'],
  );
  assert.equal((await client.auth.getUser()).data.user?.email, email);
  const other = await backend.makeUser();
  const refused = fragmentOf(await link(await backend.signedIn(other.email)));
  assert.equal(refused.get('error_code'), 'identity_already_exists');
});

test(
  'an identity token counts if Google signed it for this client and this nonce',
  embedded,
  async () => {
    const email = newEmail('google');
    const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const stranger = await generateKeyPair('RS256');
    const sign = (claims: Record<string, unknown>, key = keys.privateKey) =>
      new SignJWT({
        sub: '900',
        email,
        email_verified: true,
        iss: issuer,
        aud: 'client',
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setExpirationTime('5m')
        .sign(key);
    const { auth } = backend.client();
    const give = async (token: string, nonce?: string) =>
      auth.signInWithIdToken({ provider: 'google', token, ...(nonce ? { nonce } : {}) });
    assertRefused(
      await give(await sign({}, stranger.privateKey)),
      400,
      'invalid_request',
      'Bad ID token',
    );
    assertRefused(await give(await sign({ aud: 'someone-else' })), 400, 'invalid_request');
    assertRefused(await give(await sign({ iss: 'https://evil.example' })), 400, 'invalid_request');
    assertRefused(await give(await sign({ nonce: 'x' })), 400, 'invalid_request');
    assertRefused(await give(await sign({ nonce: 'x' }), 'another'), 400, 'invalid_nonce');
    const { data, error } = await give(await sign({}));
    assert.equal(error, null);
    assert.equal(data.user?.email, email);
    assertRefused(
      await auth.signInWithPassword({ email, password: goodPassword }),
      400,
      'invalid_credentials',
    );
  },
);
