import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { codeIn, linkIn } from '../../support/data/mailbox.ts';
import {
  type AuthBackend,
  assertRefused,
  goodPassword,
  newEmail,
  newPhone,
  otherPassword,
  postJson,
  siteUrl,
  startContractBackend,
} from './auth-backend.ts';
import { hostedSkips } from '../../support/hosted/contract.ts';

let backend: AuthBackend;
before(async () => {
  backend = await startContractBackend();
});
after(() => backend.stop());

const embedded = { skip: hostedSkips };

/** The same with ids and times left out: what is left must not tell two answers apart. */
function shapeOf(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value)
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'),
  );
}

test('a sign-up waits for its mailbox, and the mailed code opens a session', embedded, async () => {
  const client = backend.client();
  const email = newEmail();
  const { data, error } = await client.auth.signUp({
    email: email.toUpperCase(),
    password: goodPassword,
    options: { data: { full_name: 'Ola Nordmann' }, emailRedirectTo: `${siteUrl}/user` },
  });
  assert.equal(error, null);
  assert.equal(data.session, null);
  assert.equal(data.user?.email, email);
  assert.deepEqual(data.user?.app_metadata, { provider: 'email', providers: ['email'] });
  assert.equal(data.user?.user_metadata['full_name'], 'Ola Nordmann');
  assert.equal(data.user?.identities?.[0]?.provider, 'email');
  assert.equal(data.user?.email_confirmed_at, undefined);
  assertRefused(
    await client.auth.signInWithPassword({ email, password: goodPassword }),
    400,
    'email_not_confirmed',
    'Email not confirmed',
  );
  assertRefused(
    await client.auth.signInWithPassword({ email, password: otherPassword }),
    400,
    'invalid_credentials',
  );

  const mail = await backend.mails.latest(email);
  assert.equal(mail.subject, 'Confirm your address for Keywright');
  assert.match(mail.html, /prefers-color-scheme: dark/);
  assert.doesNotMatch(mail.html + mail.text, /\{\{/);
  assert.equal(linkIn(mail).searchParams.get('redirect_to'), `${siteUrl}/user`);
  const verified = await client.auth.verifyOtp({ email, token: codeIn(mail), type: 'signup' });
  assert.equal(verified.error, null);
  assert.equal(verified.data.user?.id, data.user?.id);
  assert(verified.data.user?.email_confirmed_at);
  assert.equal(verified.data.user?.user_metadata['email_verified'], true);
  assert(verified.data.session?.refresh_token);
});

test('a weak password is refused with its reasons', async () => {
  const client = backend.client();
  const short = await client.auth.signUp({ email: newEmail(), password: 'Abc-1' });
  assertRefused(short, 422, 'weak_password', 'Password should be at least 10 characters.');
  assert.equal(short.error?.name, 'AuthWeakPasswordError');
  const { body } = await postJson(
    backend,
    '/signup',
    { email: newEmail(), password: 'Abc-1' },
    { 'x-supabase-api-version': '2024-01-01' },
  );
  assert.deepEqual(body, {
    code: 'weak_password',
    message: 'Password should be at least 10 characters.',
    weak_password: { reasons: ['length'] },
  });
});

test('a password that everybody tries first is refused', embedded, async () => {
  const answer = await postJson(backend, '/signup', { email: newEmail(), password: 'Password123' });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body, {
    code: 422,
    error_code: 'weak_password',
    msg: 'Password is known to be weak and easy to guess, please choose a different one.',
    weak_password: { reasons: ['pwned'] },
  });
});

test('a sign-up that makes no sense is refused for what is wrong with it', async () => {
  const { auth } = backend.client();
  const email = newEmail();
  assertRefused(await auth.signUp({ email, password: '' }), 400, 'validation_failed');
  assertRefused(
    await auth.signUp({ email: 'nope', password: goodPassword }),
    400,
    'validation_failed',
  );
  assertRefused(
    await auth.signUp({ phone: '12', password: goodPassword }),
    400,
    'validation_failed',
    'Invalid phone number format (E.164 required)',
  );
  assertRefused(await auth.signInAnonymously(), 422, 'anonymous_provider_disabled');
  const both = { email, phone: newPhone(), password: goodPassword };
  assert.equal((await postJson(backend, '/signup', both)).status, 400);
});

test('a body that is no JSON, of a wrong type or too large is refused', embedded, async () => {
  const send = (body: string) => backend.request('/signup', { method: 'POST', body });
  for (const body of [
    '{"email":',
    '[]',
    '"x"',
    '{"email":5,"password":"x"}',
    '{"email":"a\\u0000@b.no","password":"x"}',
  ]) {
    const response = await send(body);
    const answer = await response.json();
    assert.deepEqual([response.status, answer.error_code], [400, 'bad_json'], body);
  }
  const large = await send(JSON.stringify({ email: newEmail(), password: 'x'.repeat(2_000_000) }));
  assert.equal(large.status, 413);
});

test('new, waiting and taken addresses get the same answer to a sign-up', embedded, async () => {
  const taken = await backend.makeUser();
  const waiting = newEmail('waiting');
  const fresh = newEmail('fresh');
  const signUp = async (email: string) => {
    await backend.forgetLimits();
    const body = { email, password: goodPassword, data: { full_name: 'Kari' } };
    const answer = await postJson(backend, '/signup', body);
    const anonymous = JSON.parse(JSON.stringify(answer.body).replaceAll(email, 'EMAIL'));
    return { status: answer.status, shape: shapeOf(anonymous), id: anonymous.id };
  };
  await signUp(waiting);
  const answers = await Promise.all([signUp(fresh), signUp(waiting), signUp(taken.email)]);
  assert.equal(answers[0]?.status, 200);
  assert.deepEqual(answers[1]?.shape, answers[0]?.shape);
  assert.deepEqual(answers[2]?.shape, answers[0]?.shape);
  assert.notEqual(answers[2]?.id, taken.id);
  // Asking twice must not tell either: an id that changes would.
  assert.equal((await signUp(taken.email)).id, answers[2]?.id);
  assert.equal((await signUp(fresh)).id, answers[0]?.id);
  assert.equal((await backend.mails.to(taken.email)).length, 0);
});

test('asking too often is refused alike for new and taken addresses', embedded, async () => {
  const taken = await backend.makeUser();
  await backend.forgetLimits();
  const shapes = [];
  for (const email of [newEmail(), taken.email]) {
    const body = { email, password: goodPassword };
    const first = await postJson(backend, '/signup', body);
    // However slow this machine is just now, the second request comes within the interval.
    await backend.sql`update auth.attempts set started_at = clock_timestamp()`;
    const second = await postJson(backend, '/signup', body);
    assert.equal(first.status, 200);
    shapes.push([second.status, second.body, second.headers.get('retry-after')]);
  }
  assert.deepEqual(shapes[0], shapes[1]);
  assert.deepEqual(shapes[0]?.[1], {
    code: 429,
    error_code: 'over_email_send_rate_limit',
    msg: 'For security purposes, you can only request this after 1 seconds.',
  });
  assert.equal(shapes[0]?.[2], '1');
});

test(
  'whoever reads the mail decides the password, not whoever signed up first',
  embedded,
  async () => {
    const { auth } = backend.client();
    const email = newEmail('victim');
    await auth.signUp({ email, password: 'Attackers-own-1' });
    await backend.forgetLimits();
    await auth.signUp({ email, password: goodPassword });
    const [first, second] = await backend.mails.to(email);
    assert(first && second);
    assertRefused(
      await auth.verifyOtp({ email, token: codeIn(first), type: 'signup' }),
      403,
      'otp_expired',
    );
    assert.equal(
      (await auth.verifyOtp({ email, token: codeIn(second), type: 'signup' })).error,
      null,
    );
    assertRefused(
      await auth.signInWithPassword({ email, password: 'Attackers-own-1' }),
      400,
      'invalid_credentials',
    );
    assert.equal((await auth.signInWithPassword({ email, password: goodPassword })).error, null);
  },
);

test(
  'a magic link into an unconfirmed account drops the password someone else may have set',
  embedded,
  async () => {
    const { auth } = backend.client();
    const email = newEmail('victim');
    await auth.signUp({ email, password: 'Attackers-own-1' });
    await auth.signInWithOtp({ email });
    const token = codeIn(await backend.mails.latest(email));
    assert.equal((await auth.verifyOtp({ email, token, type: 'email' })).error, null);
    assertRefused(
      await backend.client().auth.signInWithPassword({ email, password: 'Attackers-own-1' }),
      400,
      'invalid_credentials',
    );
  },
);

test('twenty sign-ups with one address at once make one account', embedded, async () => {
  const email = newEmail('crowd');
  const bodies = Array.from({ length: 20 }, () =>
    postJson(backend, '/signup', { email, password: goodPassword }),
  );
  const statuses = (await Promise.all(bodies)).map((answer) => answer.status);
  assert(statuses.includes(200));
  assert(
    statuses.every((status) => [200, 409, 429].includes(status)),
    statuses.join(' '),
  );
  const [counted] =
    await backend.sql`select count(*)::int as n from auth.users where email = ${email}`;
  assert.equal(counted?.['n'], 1);
});

test('a phone signs up with a password and the code that was sent to it', embedded, async () => {
  const client = backend.client();
  const phone = newPhone();
  const { data, error } = await client.auth.signUp({ phone, password: goodPassword });
  assert.equal(error, null);
  assert.equal(data.user?.phone, phone.slice(1));
  assertRefused(
    await client.auth.signInWithPassword({ phone, password: goodPassword }),
    400,
    'phone_not_confirmed',
  );
  const mail = await backend.mails.latest(`${phone}@sms.local`);
  const verified = await client.auth.verifyOtp({ phone, token: codeIn(mail), type: 'sms' });
  assert.equal(verified.error, null);
  assert(verified.data.user?.phone_confirmed_at);
  assert.equal(verified.data.user?.identities?.[0]?.provider, 'phone');
  assert.equal(
    (await backend.client().auth.signInWithPassword({ phone, password: goodPassword })).error,
    null,
  );
  await backend.forgetLimits();
  assert.equal((await client.auth.signInWithOtp({ phone })).error, null);
  const token = codeIn(await backend.mails.latest(`${phone}@sms.local`));
  assert.equal((await backend.client().auth.verifyOtp({ phone, token, type: 'sms' })).error, null);
});
