import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { after, before, test } from 'node:test';
import {
  type AuthBackend,
  assertRefused,
  claimsOf,
  goodPassword,
  newEmail,
  postJson,
  sessionOf,
  startContractBackend,
} from './auth-backend.ts';
import { hostedSkips } from '../../support/hosted/contract.ts';

let backend: AuthBackend;
before(async () => {
  backend = await startContractBackend();
});
after(() => backend.stop());

const embedded = { skip: hostedSkips };

interface Tokens {
  readonly status: number;
  readonly code: unknown;
  readonly refreshToken: string;
  readonly accessToken: string;
}

async function refresh(token: string): Promise<Tokens> {
  const { status, body } = await postJson(backend, '/token?grant_type=refresh_token', {
    refresh_token: token,
  });
  assert(typeof body === 'object' && body !== null);
  const fields = new Map(Object.entries(body));
  return {
    status,
    code: fields.get('error_code'),
    refreshToken: String(fields.get('refresh_token')),
    accessToken: String(fields.get('access_token')),
  };
}

/** As if the last refresh were this long ago. */
const ageRefreshTokens = (seconds: number) =>
  backend.sql`update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => ${seconds})`;

test('an access token says who, how and for how long', async () => {
  const { id, email } = await backend.makeUser({
    user_metadata: { full_name: 'Kari' },
    app_metadata: { plan: 'x' },
  });
  const session = await sessionOf(await backend.signedIn(email));
  assert.equal(session.token_type, 'bearer');
  assert.equal(session.expires_in, 3600);
  assert.equal(session.user.id, id);
  const claims = claimsOf(session.access_token);
  const { iat, exp, session_id: sessionId, amr, user_metadata: metadata, ...rest } = claims;
  assert.equal(Number(exp) - Number(iat), 3600);
  assert.equal(exp, session.expires_at);
  assert.match(String(sessionId), /^[0-9a-f-]{36}$/);
  assert(Array.isArray(amr));
  assert.deepEqual(
    amr.map((entry) => entry.method),
    ['password'],
  );
  assert.equal(new Map(Object.entries(metadata ?? {})).get('full_name'), 'Kari');
  assert.deepEqual(rest, {
    iss: `${backend.url}/auth/v1`,
    sub: id,
    aud: 'authenticated',
    email,
    phone: '',
    app_metadata: { plan: 'x', provider: 'email', providers: ['email'] },
    role: 'authenticated',
    aal: 'aal1',
    is_anonymous: false,
  });
});

test('a wrong password, an unknown address and an account without a password answer alike', async () => {
  const { email } = await backend.makeUser();
  const { email: without } = await backend.makeUser({ password: undefined });
  const answers = [];
  for (const address of [email, newEmail('nobody'), without]) {
    answers.push(
      await postJson(backend, '/token?grant_type=password', {
        email: address,
        password: 'Not-this-one-1',
      }),
    );
  }
  for (const { status, body } of answers) {
    assert.equal(status, 400);
    assert.deepEqual(body, {
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
  }
});

test('a banned account refuses its own password only to those who know it', async () => {
  const { id, email } = await backend.makeUser();
  await backend.admin.updateUserById(id, { ban_duration: '24h' });
  const { auth } = backend.client();
  assertRefused(
    await auth.signInWithPassword({ email, password: goodPassword }),
    400,
    'user_banned',
  );
  assertRefused(
    await auth.signInWithPassword({ email, password: 'Not-this-one-1' }),
    400,
    'invalid_credentials',
  );
  await backend.admin.updateUserById(id, { ban_duration: 'none' });
  assert.equal((await auth.signInWithPassword({ email, password: goodPassword })).error, null);
});

test(
  'wrong passwords of a stranger slow the stranger and never lock the owner out',
  embedded,
  async () => {
    await backend.forgetLimits();
    const { email } = await backend.makeUser();
    const guessFrom = (localAddress: string, password: string) =>
      postFrom(localAddress, `${backend.url}/auth/v1/token?grant_type=password`, {
        email,
        password,
      });
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 40; attempt += 1) {
      statuses.add(await guessFrom('127.0.0.2', 'Not-this-one-1'));
    }
    assert.deepEqual([...statuses], [400, 429]);
    assert.equal(await guessFrom('127.0.0.2', goodPassword), 429);
    assert.equal(await guessFrom('127.0.0.1', goodPassword), 200);
    assert.equal(await guessFrom('127.0.0.2', goodPassword), 429);
  },
);

/** From another address of this machine, as from another visitor's. */
async function postFrom(localAddress: string, url: string, body: unknown): Promise<number> {
  const headers = { apikey: backend.publishableKey, 'content-type': 'application/json' };
  const request = http.request(url, { method: 'POST', localAddress, headers });
  request.end(JSON.stringify(body));
  const [response]: http.IncomingMessage[] = await once(request, 'response');
  response?.resume();
  return response?.statusCode ?? 0;
}

test(
  'guessing passwords is stopped with the time to wait, and a good one wipes the slate',
  embedded,
  async () => {
    await backend.forgetLimits();
    const { email } = await backend.makeUser();
    const guess = (password: string) =>
      postJson(backend, '/token?grant_type=password', { email, password });
    for (let attempt = 0; attempt < 5; attempt += 1) await guess('Not-this-one-1');
    assert.equal((await guess(goodPassword)).status, 200);
    const guesses = await Promise.all(Array.from({ length: 40 }, () => guess('Not-this-one-1')));
    assert.equal(guesses.filter((answer) => answer.status === 400).length, 30);
    const refused = guesses.find((answer) => answer.status === 429);
    assert.deepEqual(refused?.body, {
      code: 429,
      error_code: 'over_request_rate_limit',
      msg: 'Request rate limit reached',
    });
    assert(Number(refused?.headers.get('retry-after')) > 0);
    assert.equal((await guess(goodPassword)).status, 429);
    await backend.forgetLimits();
  },
);

test('a refresh rotates the token and keeps the session', async () => {
  const { email } = await backend.makeUser();
  const client = await backend.signedIn(email);
  const before = await sessionOf(client);
  const { data, error } = await client.auth.refreshSession();
  assert.equal(error, null);
  assert.notEqual(data.session?.refresh_token, before.refresh_token);
  assert.equal(
    claimsOf(data.session?.access_token ?? '')['session_id'],
    claimsOf(before.access_token)['session_id'],
  );
});

test('an unknown refresh token is refused, and so is none', async () => {
  const unknown = await backend.client().auth.refreshSession({ refresh_token: 'bogusbogus12' });
  assertRefused(
    unknown,
    400,
    'refresh_token_not_found',
    'Invalid Refresh Token: Refresh Token Not Found',
  );
  assert.equal((await postJson(backend, '/token?grant_type=refresh_token', {})).status, 400);
});

test('fifty refreshes at once with one token get one successor', embedded, async () => {
  const { email } = await backend.makeUser();
  const { refresh_token: token } = await sessionOf(await backend.signedIn(email));
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(token)));
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200]);
  assert.equal(new Set(answers.map((answer) => answer.refreshToken)).size, 1);
  const [active] = await backend.sql`
    select count(*)::int as n from auth.refresh_tokens t join auth.users u on u.id = t.user_id
    where u.email = ${email} and not t.revoked`;
  assert.equal(active?.['n'], 1);
});

test(
  'whoever lost the answer may ask again for a few seconds, even after another refresh',
  embedded,
  async () => {
    const { email } = await backend.makeUser();
    const { refresh_token: first } = await sessionOf(await backend.signedIn(email));
    const second = await refresh(first);
    const third = await refresh(second.refreshToken);
    const again = await refresh(first);
    assert.equal(again.status, 200);
    assert.equal(again.refreshToken, third.refreshToken);
  },
);

test('a refresh token used again later ends the whole session', embedded, async () => {
  const { email } = await backend.makeUser();
  const { refresh_token: stolen } = await sessionOf(await backend.signedIn(email));
  const current = await refresh(stolen);
  await ageRefreshTokens(11);
  const reused = await refresh(stolen);
  assert.deepEqual([reused.status, reused.code], [400, 'refresh_token_already_used']);
  const followUp = await refresh(current.refreshToken);
  assert.deepEqual([followUp.status, followUp.code], [400, 'refresh_token_already_used']);
  const response = await backend.request('/user', {
    headers: { authorization: `Bearer ${current.accessToken}` },
  });
  assert.deepEqual(
    [response.status, (await response.json()).error_code],
    [403, 'session_not_found'],
  );
});

test('signing out here leaves the other sessions, elsewhere leaves this one, everywhere none', async () => {
  const { email } = await backend.makeUser();
  const [one, two, three] = [
    await backend.signedIn(email),
    await backend.signedIn(email),
    await backend.signedIn(email),
  ];
  const works = async (client: typeof one) => (await client.auth.getUser()).error === null;
  const token = (await sessionOf(one)).access_token;
  const answer = await backend.request('/logout?scope=local', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(answer.status, 204);
  assert.equal(await answer.text(), '');
  assert.deepEqual([await works(one), await works(two), await works(three)], [false, true, true]);
  assert.equal((await two.auth.signOut({ scope: 'others' })).error, null);
  assert.deepEqual([await works(two), await works(three)], [true, false]);
  const fourth = await backend.signedIn(email);
  assert.equal((await two.auth.signOut({ scope: 'global' })).error, null);
  assert.equal(await works(fourth), false);
  const { data, error } = await two.auth.updateUser({ data: {} });
  assert.equal(data.user, null);
  assert.deepEqual(
    [error?.name, error?.status, error?.message],
    ['AuthSessionMissingError', 400, 'Auth session missing!'],
  );
});

test('an unknown sign-out scope is refused', async () => {
  const { email } = await backend.makeUser();
  const { access_token: token } = await sessionOf(await backend.signedIn(email));
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await postJson(backend, '/logout?scope=some', {}, headers)).status, 400);
});

test('providers that are not configured answer as on a project without them', async () => {
  const { auth } = backend.client();
  assertRefused(
    await auth.signInWithIdToken({ provider: 'google', token: 'x' }),
    400,
    'provider_disabled',
    'Provider (issuer "https://accounts.google.com") is not enabled',
  );
  assertRefused(await auth.signInWithSSO({ domain: 'example.com' }), 404, 'saml_provider_disabled');
  for (const [provider, message] of [
    ['github', 'Unsupported provider: provider is not enabled'],
    ['nowhere', 'Unsupported provider: Provider nowhere could not be found'],
  ]) {
    const response = await backend.request(`/authorize?provider=${provider}`);
    assert.equal(response.status, 400);
    assert.deepEqual(await response.json(), {
      code: 400,
      error_code: 'validation_failed',
      msg: message,
    });
  }
});

test('the project says what it can do', async () => {
  const settings = await (await backend.request('/settings')).json();
  assert.equal(settings.external.email, true);
  assert.equal(settings.external.github, false);
  assert.equal(settings.mailer_autoconfirm, false);
  assert.equal((await backend.request('/health')).status, 200);
  const keys = await (await backend.request('/.well-known/jwks.json')).json();
  assert(Array.isArray(keys.keys));
});

test('unknown paths, methods and missing keys are told apart', embedded, async () => {
  assert.equal((await backend.request('/nowhere')).status, 404);
  assert.equal((await backend.request('/token')).status, 405);
  const keyless = await fetch(`${backend.url}/auth/v1/settings`);
  assert.equal(keyless.status, 401);
  assert.deepEqual(await keyless.json(), {
    message: 'No API key found in request',
    hint: 'No `apikey` request header or url param was found.',
  });
  const wrong = await backend.request('/settings', { headers: { apikey: 'sb_publishable_other' } });
  assert.equal(wrong.status, 401);
});

test(
  'a browser of another origin may call, send its headers and read the version',
  embedded,
  async () => {
    const headers = {
      origin: 'http://localhost:4321',
      'access-control-request-method': 'POST',
      'access-control-request-headers':
        'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
    };
    const preflight = await fetch(`${backend.url}/auth/v1/token`, { method: 'OPTIONS', headers });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
    const allowed = preflight.headers.get('access-control-allow-headers') ?? '';
    for (const name of headers['access-control-request-headers'].split(','))
      assert(allowed.includes(name), name);
    const refused = await postJson(
      backend,
      '/signup',
      {},
      { 'x-supabase-api-version': '2024-01-01' },
    );
    assert.equal(refused.headers.get('x-supabase-api-version'), '2024-01-01');
    assert.match(
      refused.headers.get('access-control-expose-headers') ?? '',
      /x-supabase-api-version/,
    );
  },
);
