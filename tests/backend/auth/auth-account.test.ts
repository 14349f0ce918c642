import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hash as hashBcrypt } from 'bcryptjs';
import { codeIn, linkIn } from '../../support/data/mailbox.ts';
import {
  type AuthBackend,
  assertRefused,
  goodPassword,
  newEmail,
  newPhone,
  otherPassword,
  postJson,
  sessionOf,
  startAuthBackend,
} from './auth-backend.ts';
import { hostedSkips } from '../../support/hosted/contract.ts';

const embedded = { skip: hostedSkips };
let backend: AuthBackend;
before(async () => {
  if (!hostedSkips) {
    backend = await startAuthBackend({
      securePasswordChange: true,
      passwordRequirements: 'letters_digits',
    });
  }
});
after(() => backend?.stop());

test('people change what they say about themselves, and nothing else', embedded, async () => {
  const { id, email } = await backend.makeUser();
  const client = await backend.signedIn(email);
  const { data, error } = await client.auth.updateUser({
    data: { full_name: 'Kari', theme: 'dark' },
  });
  assert.equal(error, null);
  assert.equal(data.user?.user_metadata['theme'], 'dark');
  const gone = await client.auth.updateUser({ data: { theme: null } });
  assert.equal('theme' in (gone.data.user?.user_metadata ?? {}), false);
  const token = (await sessionOf(client)).access_token;
  const put = async (body: object) => {
    const response = await backend.request('/user', {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${token}` },
    });
    return [response.status, (await response.json()).error_code];
  };
  assert.deepEqual(await put({ app_metadata: { role: 'owner' } }), [403, 'not_admin']);
  await put({
    role: 'service_role',
    aud: 'x',
    is_super_admin: true,
    email_confirmed_at: null,
    id: 'x',
  });
  const after = await backend.admin.getUserById(id);
  assert.equal(after.data.user?.role, 'authenticated');
  assert.deepEqual(after.data.user?.app_metadata, { provider: 'email', providers: ['email'] });
  const refreshed = await client.auth.refreshSession();
  assert.equal(refreshed.data.user?.role, 'authenticated');
});

test(
  'a new password is strong and new, ends other sessions and keeps this one',
  embedded,
  async () => {
    const { email } = await backend.makeUser();
    const client = await backend.signedIn(email);
    const other = await backend.signedIn(email);
    assertRefused(await client.auth.updateUser({ password: goodPassword }), 422, 'same_password');
    const weak = await client.auth.updateUser({ password: 'short' });
    assertRefused(weak, 422, 'weak_password');
    assert(weak.error && 'reasons' in weak.error);
    assert.deepEqual(weak.error.reasons, ['length', 'characters']);
    assertRefused(
      await client.auth.updateUser({ password: `Aa1${'x'.repeat(70)}` }),
      422,
      'validation_failed',
    );
    assert.equal((await client.auth.updateUser({ password: otherPassword })).error, null);
    assert.equal((await client.auth.getUser()).error, null);
    assert.equal((await client.auth.refreshSession()).error, null);
    assert.equal((await other.auth.getUser()).error?.message, 'Auth session missing!');
  },
);

test(
  'an old session changes the password only with a code from the mailbox',
  embedded,
  async () => {
    const { id, email } = await backend.makeUser();
    const client = await backend.signedIn(email);
    await backend.sql`update auth.sessions set created_at = now() - interval '25 hours' where user_id = ${id}`;
    assertRefused(
      await client.auth.updateUser({ password: otherPassword }),
      400,
      'reauthentication_needed',
    );
    assert.equal((await client.auth.reauthenticate()).error, null);
    await backend.sql`update auth.attempts set started_at = clock_timestamp()`;
    assertRefused(await client.auth.reauthenticate(), 429, 'over_email_send_rate_limit');
    const nonce = codeIn(await backend.mails.latest(email));
    assertRefused(
      await client.auth.updateUser({
        password: otherPassword,
        nonce: nonce === '000000' ? '000001' : '000000',
      }),
      422,
      'reauthentication_not_valid',
    );
    assert.equal((await client.auth.updateUser({ password: otherPassword, nonce })).error, null);
    assertRefused(
      await client.auth.updateUser({ password: 'Keywright-test-3', nonce }),
      422,
      'reauthentication_not_valid',
    );
  },
);

for (const order of ['old first', 'new first'] as const) {
  test(`an address changes when both mailboxes have agreed, ${order}`, embedded, async () => {
    const { email } = await backend.makeUser();
    const target = newEmail('moved');
    const client = await backend.signedIn(email);
    const asked = await client.auth.updateUser({ email: target });
    assert.equal(asked.data.user?.email, email);
    assert.equal(asked.data.user?.new_email, target);
    const [first, second] = order === 'old first' ? [email, target] : [target, email];
    const half = await postJson(backend, '/verify', {
      type: 'email_change',
      email: first,
      token: codeIn(await backend.mails.latest(first)),
    });
    assert.deepEqual(
      [half.status, half.body],
      [
        200,
        {
          msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
          code: '200',
        },
      ],
    );
    assert.equal((await client.auth.getUser()).data.user?.email, email);
    const landed = await fetch(linkIn(await backend.mails.latest(second)), { redirect: 'manual' });
    assert.match(landed.headers.get('location') ?? '', /#access_token=.*type=email_change/);
    const { user } = (await client.auth.getUser()).data;
    assert.equal(user?.email, target);
    assert.equal(user?.new_email, undefined);
    assert.equal(user?.identities?.[0]?.identity_data?.['email'], target);
    assert.equal(
      (await backend.client().auth.signInWithPassword({ email: target, password: goodPassword }))
        .error,
      null,
    );
  });
}

test('one mailbox alone can not change the address, not even twice', embedded, async () => {
  const { email } = await backend.makeUser();
  const target = newEmail('moved');
  const client = await backend.signedIn(email);
  await client.auth.updateUser({ email: target });
  const token = codeIn(await backend.mails.latest(target));
  const body = { type: 'email_change', email: target, token };
  const answers = await Promise.all([1, 2, 3].map(() => postJson(backend, '/verify', body)));
  assert.deepEqual(answers.map((answer) => String(answer.status)).toSorted(), [
    '200',
    '403',
    '403',
  ]);
  assert.equal((await client.auth.getUser()).data.user?.email, email);
});

test('asking for another change starts over', embedded, async () => {
  const { email } = await backend.makeUser();
  const client = await backend.signedIn(email);
  const [first, second] = [newEmail('one'), newEmail('two')];
  await client.auth.updateUser({ email: first });
  await postJson(backend, '/verify', {
    type: 'email_change',
    email,
    token: codeIn(await backend.mails.latest(email)),
  });
  await backend.forgetLimits();
  await client.auth.updateUser({ email: second });
  const late = {
    type: 'email_change',
    email: first,
    token: codeIn(await backend.mails.latest(first)),
  };
  assert.equal((await postJson(backend, '/verify', late)).status, 403);
  assert.equal((await client.auth.getUser()).data.user?.email, email);
});

test(
  'a taken address is refused, also when it is taken only in the meantime',
  embedded,
  async () => {
    const { email } = await backend.makeUser();
    const { email: taken } = await backend.makeUser();
    const client = await backend.signedIn(email);
    assertRefused(await client.auth.updateUser({ email: taken }), 422, 'email_exists');
    const target = newEmail('contested');
    await client.auth.updateUser({ email: target });
    await backend.makeUser({ email: target });
    await postJson(backend, '/verify', {
      type: 'email_change',
      email,
      token: codeIn(await backend.mails.latest(email)),
    });
    const last = await postJson(backend, '/verify', {
      type: 'email_change',
      email: target,
      token: codeIn(await backend.mails.latest(target)),
    });
    assert.equal(last.status, 422);
    assert.equal((await client.auth.getUser()).data.user?.email, email);
  },
);

test('a change can be mailed again to both', embedded, async () => {
  const { email } = await backend.makeUser();
  const target = newEmail('moved');
  const client = await backend.signedIn(email);
  await client.auth.updateUser({ email: target });
  await backend.forgetLimits();
  assert.equal((await client.auth.resend({ type: 'email_change', email })).error, null);
  assert.equal((await backend.mails.to(email)).length, 2);
  assert.equal((await backend.mails.to(target)).length, 2);
});

test('a phone number joins an account through a code sent to it', embedded, async () => {
  const { email } = await backend.makeUser();
  const client = await backend.signedIn(email);
  const phone = newPhone();
  const asked = await client.auth.updateUser({ phone });
  assert.equal(asked.data.user?.new_phone, phone.slice(1));
  const token = codeIn(await backend.mails.latest(`${phone}@sms.local`));
  const { data, error } = await client.auth.verifyOtp({ phone, token, type: 'phone_change' });
  assert.equal(error, null);
  assert.equal(data.user?.phone, phone.slice(1));
  assert.deepEqual(data.user?.app_metadata['providers'], ['email', 'phone']);
  const other = await backend.makeUser();
  assertRefused(
    await (await backend.signedIn(other.email)).auth.updateUser({ phone }),
    422,
    'phone_exists',
  );

  const identities = (await client.auth.getUserIdentities()).data?.identities ?? [];
  assert.deepEqual(
    identities.map((identity) => identity.provider),
    ['email', 'phone'],
  );
  const [emailIdentity, phoneIdentity] = identities;
  assert(emailIdentity && phoneIdentity);
  assert.equal((await client.auth.unlinkIdentity(phoneIdentity)).error, null);
  assert.equal((await client.auth.getUser()).data.user?.phone, '');
  assertRefused(
    await client.auth.unlinkIdentity(emailIdentity),
    422,
    'single_identity_not_deletable',
  );
});

test('nobody unlinks an identity of someone else', embedded, async () => {
  const victim = await backend.makeUser({ phone: newPhone(), phone_confirm: true });
  const attacker = await backend.makeUser({ phone: newPhone(), phone_confirm: true });
  const client = await backend.signedIn(attacker.email);
  const identity = (await (await backend.signedIn(victim.email)).auth.getUserIdentities()).data
    ?.identities[0];
  assert(identity);
  assertRefused(await client.auth.unlinkIdentity(identity), 422, 'identity_not_found');
});

test('a password hash from a hosted project signs in and is replaced', embedded, async () => {
  for (const version of ['$2a$', '$2b$', '$2y$']) {
    const hash = (await hashBcrypt(goodPassword, 4)).replace(/^\$2[aby]\$/, version);
    const { id, email } = await backend.makeUser({ password: undefined, password_hash: hash });
    const { auth } = backend.client();
    assertRefused(
      await auth.signInWithPassword({ email, password: otherPassword }),
      400,
      'invalid_credentials',
    );
    assert.equal((await auth.signInWithPassword({ email, password: goodPassword })).error, null);
    const [row] =
      await backend.sql`select encrypted_password as hash from auth.users where id = ${id}`;
    assert.match(String(row?.['hash']), /^\$argon2id\$v=19\$/);
    assert.equal((await auth.signInWithPassword({ email, password: goodPassword })).error, null);
  }
});

test('the audit trail names no address, code or password', embedded, async () => {
  const email = newEmail('canary');
  const client = backend.client();
  await client.auth.signUp({ email, password: goodPassword });
  const token = codeIn(await backend.mails.latest(email));
  await client.auth.verifyOtp({ email, token, type: 'email' });
  await client.auth.updateUser({ password: otherPassword });
  await client.auth.signOut();
  const rows = await backend.sql`select payload::text as text from auth.audit_log_entries`;
  const text = rows.map((row) => row['text']).join('\n');
  assert.match(text, /user_updated_password/);
  for (const secret of [email, goodPassword, otherPassword, `"${token}"`])
    assert(!text.includes(secret));
  const buckets = await backend.sql`select bucket from auth.attempts`;
  assert(buckets.every((row) => !String(row['bucket']).includes('@')));
});
