import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { codeIn, linkIn } from '../../support/data/mailbox.ts';
import {
  type AuthBackend,
  assertRefused,
  claimsOf,
  goodPassword,
  newEmail,
  otherPassword,
  postJson,
  siteUrl,
  startAuthBackend,
} from './auth-backend.ts';
import { hostedSkips } from '../../support/hosted/contract.ts';

const embedded = { skip: hostedSkips };
let backend: AuthBackend;
before(async () => {
  if (hostedSkips) return;
  backend = await startAuthBackend({
    redirectUrls: [
      'https://*.keywright.example/welcome',
      'https://app.example/**',
      'https://one.example/exactly',
    ],
  });
});
after(() => backend?.stop());

const follow = (link: URL) => fetch(link, { redirect: 'manual' });
const fragmentOf = (location: string | null) =>
  new URLSearchParams(new URL(location ?? '').hash.slice(1));

test('a magic link signs in once and leads where it was asked to', embedded, async () => {
  const { email } = await backend.makeUser();
  const { auth } = backend.client();
  const asked = await auth.signInWithOtp({
    email,
    options: { emailRedirectTo: `${siteUrl}/orders?order=KW-1` },
  });
  assert.equal(asked.error, null);
  assert.deepEqual(asked.data, { user: null, session: null });
  const mail = await backend.mails.latest(email);
  assert.equal(mail.subject, 'Sign in to Keywright');
  const landed = await follow(linkIn(mail));
  assert.equal(landed.status, 303);
  assert.equal(landed.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(landed.headers.get('cache-control'), 'no-store');
  const location = landed.headers.get('location') ?? '';
  assert(location.startsWith(`${siteUrl}/orders?order=KW-1#`));
  const session = fragmentOf(location);
  assert.deepEqual([...session.keys()].toSorted(), [
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'token_type',
    'type',
  ]);
  assert.equal(session.get('type'), 'magiclink');
  assert.equal(claimsOf(session.get('access_token') ?? '')['email'], email);
  const again = fragmentOf((await follow(linkIn(mail))).headers.get('location'));
  assert.deepEqual(Object.fromEntries(again), {
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  });
});

test('link and code of one mail are one token', embedded, async () => {
  const { email } = await backend.makeUser();
  const { auth } = backend.client();
  await auth.signInWithOtp({ email });
  const mail = await backend.mails.latest(email);
  assert.equal((await auth.verifyOtp({ email, token: codeIn(mail), type: 'email' })).error, null);
  const late = fragmentOf((await follow(linkIn(mail))).headers.get('location'));
  assert.equal(late.get('error_code'), 'otp_expired');
});

test('a HEAD request, as link scanners send, uses nothing up', embedded, async () => {
  const { email } = await backend.makeUser();
  await backend.client().auth.signInWithOtp({ email });
  const link = linkIn(await backend.mails.latest(email));
  assert.equal((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status, 405);
  assert(fragmentOf((await follow(link)).headers.get('location')).get('access_token'));
});

test('of forty tries with one code or link at once, one opens a session', embedded, async () => {
  const { email } = await backend.makeUser();
  const { auth } = backend.client();
  await auth.signInWithOtp({ email });
  const code = codeIn(await backend.mails.latest(email));
  const tries = Array.from({ length: 20 }, () =>
    postJson(backend, '/verify', { type: 'email', email, token: code }),
  );
  const statuses = (await Promise.all(tries)).map((answer) => String(answer.status));
  assert.deepEqual(statuses.toSorted(), ['200', ...Array.from({ length: 19 }, () => '403')]);
  await backend.forgetLimits();
  await auth.signInWithOtp({ email });
  const link = linkIn(await backend.mails.latest(email));
  const landings = await Promise.all(Array.from({ length: 20 }, () => follow(link)));
  const opened = landings.filter((one) =>
    fragmentOf(one.headers.get('location')).has('access_token'),
  );
  assert.equal(opened.length, 1);
});

test('codes and links run out', embedded, async () => {
  const { email } = await backend.makeUser();
  const { auth } = backend.client();
  await auth.signInWithOtp({ email });
  const mail = await backend.mails.latest(email);
  await backend.sql`update auth.one_time_tokens set expires_at = now() - interval '1 second' where relates_to = ${email}`;
  assertRefused(
    await auth.verifyOtp({ email, token: codeIn(mail), type: 'email' }),
    403,
    'otp_expired',
    'Token has expired or is invalid',
  );
  const late = fragmentOf((await follow(linkIn(mail))).headers.get('location'));
  assert.equal(late.get('error_code'), 'otp_expired');
});

test('what the database holds signs nobody in', embedded, async () => {
  const { email } = await backend.makeUser();
  await backend.client().auth.signInWithOtp({ email });
  const [stored] = await backend.sql<{ token_hash: string; code_hash: string }[]>`
    select token_hash, code_hash from auth.one_time_tokens where relates_to = ${email}`;
  for (const value of [stored?.token_hash, stored?.code_hash]) {
    const answer = await postJson(backend, '/verify', { type: 'email', token_hash: value });
    assert.equal(answer.status, 403);
  }
  await backend.signedIn(email);
  const [row] = await backend.sql<{ token: string }[]>`
    select t.token from auth.refresh_tokens t join auth.users u on u.id = t.user_id where u.email = ${email}`;
  const answer = await postJson(backend, '/token?grant_type=refresh_token', {
    refresh_token: row?.token,
  });
  assert.equal(answer.status, 400);
});

test('guessing a code is stopped long before it could be found', embedded, async () => {
  await backend.forgetLimits();
  const { email } = await backend.makeUser();
  await backend.client().auth.signInWithOtp({ email });
  const code = codeIn(await backend.mails.latest(email));
  const guess = (token: string) => postJson(backend, '/verify', { type: 'email', email, token });
  const wrong = Array.from({ length: 60 }, (_, index) => String(index).padStart(6, '0'));
  const statuses = (await Promise.all(wrong.filter((one) => one !== code).map(guess))).map(
    (one) => one.status,
  );
  assert.equal(statuses.filter((status) => status === 403).length, 30);
  const refused = await guess(code);
  assert.equal(refused.status, 429);
  assert(Number(refused.headers.get('retry-after')) > 0);
  await backend.forgetLimits();
  assert.equal((await guess(code)).status, 200);
});

test('recovery mails a link with which a new password is chosen', embedded, async () => {
  const { email } = await backend.makeUser();
  const client = backend.client();
  const elsewhere = await backend.signedIn(email);
  assert.equal(
    (await client.auth.resetPasswordForEmail(email, { redirectTo: `${siteUrl}/user` })).error,
    null,
  );
  const mail = await backend.mails.latest(email);
  assert.equal(linkIn(mail).searchParams.get('type'), 'recovery');
  const verified = await client.auth.verifyOtp({ email, token: codeIn(mail), type: 'recovery' });
  assert.equal(verified.error, null);
  assert.equal((await client.auth.updateUser({ password: otherPassword })).error, null);
  const { auth } = backend.client();
  assertRefused(
    await auth.signInWithPassword({ email, password: goodPassword }),
    400,
    'invalid_credentials',
  );
  assert.equal((await auth.signInWithPassword({ email, password: otherPassword })).error, null);
  assert((await elsewhere.auth.getUser()).error, 'a new password ends the other sessions');
  assert.equal((await client.auth.getUser()).error, null);
});

test('a token of one kind is none of another', embedded, async () => {
  const email = newEmail();
  const { auth } = backend.client();
  await auth.signUp({ email, password: goodPassword });
  const token = codeIn(await backend.mails.latest(email));
  for (const type of ['recovery', 'magiclink', 'email_change'] as const) {
    assertRefused(await auth.verifyOtp({ email, token, type }), 403, 'otp_expired');
  }
  assertRefused(
    await auth.verifyOtp({ email: newEmail(), token, type: 'email' }),
    403,
    'otp_expired',
  );
  assert.equal((await auth.verifyOtp({ email, token, type: 'email' })).error, null);
});

test('a verification that makes no sense says what is missing', embedded, async () => {
  const email = newEmail();
  for (const body of [
    {},
    { type: 'email' },
    { type: 'email', token: '123456' },
    { type: 'nonsense', token: '123456', email },
    { type: 'sms', token: '123456', email },
    { type: 'email', token_hash: 'x', email },
    { type: 'email', token: '123456', email, phone: '+4790000000' },
  ]) {
    const answer = await postJson(backend, '/verify', body);
    assert.equal(answer.status, 400, JSON.stringify(body));
  }
});

test(
  'known and unknown addresses get the same answers from otp, recover and resend',
  embedded,
  async () => {
    const { email: known } = await backend.makeUser();
    const requests: readonly (readonly [string, (email: string) => object])[] = [
      ['/otp', (email) => ({ email })],
      ['/otp', (email) => ({ email, create_user: false })],
      ['/magiclink', (email) => ({ email })],
      ['/recover', (email) => ({ email })],
      ['/resend', (email) => ({ type: 'signup', email })],
      ['/resend', (email) => ({ type: 'email_change', email })],
      ['/verify', (email) => ({ type: 'email', email, token: '000000' })],
      ['/token?grant_type=password', (email) => ({ email, password: 'Not-this-one-1' })],
    ];
    for (const [route, body] of requests) {
      const answers = [];
      for (const email of [known, newEmail('nobody')]) {
        await backend.forgetLimits();
        const first = await postJson(backend, route, body(email));
        await backend.sql`update auth.attempts set started_at = clock_timestamp()`;
        const second = await postJson(backend, route, body(email));
        answers.push([first.status, first.body, second.status, second.body]);
      }
      assert.deepEqual(answers[1], answers[0], `${route} ${JSON.stringify(body('x'))}`);
    }
  },
);

test('a sign-up can be sent again, and its earlier mail ends', embedded, async () => {
  const { auth } = backend.client();
  const email = newEmail();
  await auth.signUp({ email, password: goodPassword });
  await backend.forgetLimits();
  const options = { emailRedirectTo: `${siteUrl}/cart` };
  assert.equal((await auth.resend({ type: 'signup', email, options })).error, null);
  await backend.sql`update auth.attempts set started_at = clock_timestamp()`;
  assertRefused(
    await auth.resend({ type: 'signup', email }),
    429,
    'over_email_send_rate_limit',
    /^For security purposes, you can only request this after \d+ seconds\.$/,
  );
  const [first, second] = await backend.mails.to(email);
  assert(first && second);
  assert.equal(linkIn(second).searchParams.get('redirect_to'), `${siteUrl}/cart`);
  assertRefused(
    await auth.verifyOtp({ email, token: codeIn(first), type: 'email' }),
    403,
    'otp_expired',
  );
  assert.equal((await auth.verifyOtp({ email, token: codeIn(second), type: 'email' })).error, null);
});

test('a code link gives a session only to who asked for it', embedded, async () => {
  const { email } = await backend.makeUser();
  const asking = backend.client('pkce');
  await asking.auth.signInWithOtp({ email, options: { emailRedirectTo: `${siteUrl}/user` } });
  const mail = await backend.mails.latest(email);
  const location = new URL((await follow(linkIn(mail))).headers.get('location') ?? '');
  assert.equal(location.hash, '');
  const code = location.searchParams.get('code') ?? '';
  const stolen = await postJson(backend, '/token?grant_type=pkce', {
    auth_code: code,
    code_verifier: 'x'.repeat(56),
  });
  assert.equal(stolen.status, 400);
  const { data, error } = await asking.auth.exchangeCodeForSession(code);
  assert.equal(error, null);
  assert.equal(data.user?.email, email);
  const again = await postJson(backend, '/token?grant_type=pkce', {
    auth_code: code,
    code_verifier: 'x'.repeat(56),
  });
  assert.deepEqual(
    [again.status, again.body],
    [
      404,
      {
        code: 404,
        error_code: 'flow_state_not_found',
        msg: 'invalid flow state, no valid flow state found',
      },
    ],
  );
});

test(
  'a code link of a sign-up and of a recovery works the same, and runs out',
  embedded,
  async () => {
    const email = newEmail();
    const signing = backend.client('pkce');
    await signing.auth.signUp({ email, password: goodPassword });
    const first = new URL(
      (await follow(linkIn(await backend.mails.latest(email)))).headers.get('location') ?? '',
    );
    const opened = await signing.auth.exchangeCodeForSession(first.searchParams.get('code') ?? '');
    assert.equal(opened.error, null);
    const recovering = backend.client('pkce');
    await recovering.auth.resetPasswordForEmail(email);
    const second = new URL(
      (await follow(linkIn(await backend.mails.latest(email)))).headers.get('location') ?? '',
    );
    await backend.sql`update auth.flow_state set auth_code_issued_at = now() - interval '6 minutes'`;
    assertRefused(
      await recovering.auth.exchangeCodeForSession(second.searchParams.get('code') ?? ''),
      403,
      'flow_state_expired',
    );
    const late = await follow(linkIn(await backend.mails.latest(email)));
    const refused = new URL(late.headers.get('location') ?? '');
    assert.equal(refused.searchParams.get('error_code'), 'otp_expired');
  },
);

test('a challenge that is too short, odd or half is refused', embedded, async () => {
  const email = newEmail();
  for (const challenge of [
    { code_challenge: 'short', code_challenge_method: 's256' },
    { code_challenge: 'x'.repeat(43) },
    { code_challenge: `${'x'.repeat(50)}!`, code_challenge_method: 's256' },
    { code_challenge: 'x'.repeat(50), code_challenge_method: 'md5' },
  ]) {
    assert.equal((await postJson(backend, '/otp', { email, ...challenge })).status, 400);
  }
});

const hostilePaths = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'https://evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'http://evil.example:4321',
  'http://localhost:4321.evil.example',
  'http://localhost:4321@evil.example',
  'http://localhost:4321:x@evil.example/',
  'http://localhost%3A4321@evil.example/',
  'http://user@localhost:4321/',
  'http://evil.example\\@localhost:4321/',
  'http://evil.example#@localhost:4321/',
  'http://evil.example?http://localhost:4321/',
  'http://localhost:4322/',
  'http://localhost/',
  'https://localhost:4321/',
  'ftp://localhost:4321/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://localhost:4321/%0aalert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:http://localhost:4321/x',
  'file:///etc/passwd',
  'about:blank',
  'http://localhost:4321\r\nX-Evil: 1',
  'http://localhost:4321/\u0000',
  'http:// localhost:4321/',
  ' http://localhost:4321/',
  'http://localhost:4321\u3002evil.example/',
  'http://\u2028localhost:4321/',
  'https://app.example.evil.example/x',
  'https://evil.app.example/x',
  'https://app.exampleevil.example/',
  'https://a.b.keywright.example/welcome',
  'https://evil.example/.keywright.example/welcome',
  'https://x.keywright.example/welcome/../../evil',
  'https://x.keywright.example/other',
  'https://one.example/exactly/not',
  'https://one.example.evil.example/exactly',
  'http://one.example/exactly',
  'http://[::1]:9999/',
  'http://2130706433:4322/',
  '%68ttps://evil.example',
  '',
];

test('no link leads away from the shop and the allowed list', embedded, async () => {
  assert(hostilePaths.length >= 40);
  const { email } = await backend.makeUser();
  for (const redirectTo of hostilePaths) {
    const made = await backend.admin.generateLink({
      type: 'magiclink',
      email,
      options: { redirectTo },
    });
    assert.equal(made.data.properties?.redirect_to, siteUrl, redirectTo);
    const link = new URL(made.data.properties?.action_link ?? '');
    link.searchParams.set('redirect_to', redirectTo);
    const location = (await follow(link)).headers.get('location') ?? '';
    assert(location.startsWith(`${siteUrl}/#access_token=`), `${redirectTo} led to ${location}`);
  }
});

test(
  'the allowed list takes its wildcards between separators and its doubles across them',
  embedded,
  async () => {
    const { email } = await backend.makeUser();
    for (const redirectTo of [
      `${siteUrl}/`,
      `${siteUrl}/orders?order=KW-1#x`,
      'http://127.0.0.1:4321/user',
      'https://shop.keywright.example/welcome',
      'https://shop.keywright.example/welcome?sb_flow_id=1',
      'https://app.example/a/b.c/d',
      'https://one.example/exactly',
    ]) {
      const made = await backend.admin.generateLink({
        type: 'magiclink',
        email,
        options: { redirectTo },
      });
      assert.equal(made.data.properties?.redirect_to, redirectTo);
    }
  },
);

test('a shop is not every other whose address begins like its own', embedded, async () => {
  const site = 'https://shop.example';
  const shop = await startAuthBackend({ siteUrl: site });
  try {
    const { email } = await shop.makeUser();
    for (const redirectTo of [
      'https://shop.example.evil.example/',
      'https://shop.example@evil.example/',
      'https://shop.examplehijack.example/',
      'https://shop.example:8443/',
      'http://shop.example/',
    ]) {
      const made = await shop.admin.generateLink({
        type: 'magiclink',
        email,
        options: { redirectTo },
      });
      assert.equal(made.data.properties?.redirect_to, site, redirectTo);
    }
  } finally {
    await shop.stop();
  }
});
