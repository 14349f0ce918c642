import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { codeIn } from '../../support/data/mailbox.ts';
import {
  type AuthBackend,
  assertRefused,
  goodPassword,
  newEmail,
  newPhone,
  otherPassword,
  sessionOf,
  siteUrl,
  startContractBackend,
} from './auth-backend.ts';
import { hostedSkips } from '../../support/hosted/contract.ts';

const embedded = { skip: hostedSkips };
let backend: AuthBackend;
before(async () => {
  backend = await startContractBackend();
});
after(() => backend.stop());

test('the secret key makes, reads, changes and deletes a user', async () => {
  const { admin } = backend;
  const email = newEmail();
  const made = await admin.createUser({
    email,
    password: goodPassword,
    email_confirm: true,
    user_metadata: { full_name: 'Kari' },
    app_metadata: { plan: 'x' },
  });
  assert.equal(made.error, null);
  assert(made.data.user?.email_confirmed_at);
  assert.equal(made.data.user.identities?.[0]?.identity_data?.['email'], email);
  const { id } = made.data.user;
  const read = await admin.getUserById(id);
  assert.deepEqual(read.data.user?.app_metadata, {
    plan: 'x',
    provider: 'email',
    providers: ['email'],
  });
  const moved = newEmail('moved');
  const changed = await admin.updateUserById(id, {
    email: moved,
    password: otherPassword,
    app_metadata: { plan: 'y' },
  });
  assert.equal(changed.data.user?.email, moved);
  assert.equal(changed.data.user?.app_metadata['plan'], 'y');
  await backend.signedIn(moved, otherPassword);
  assert.equal((await admin.deleteUser(id)).error, null);
  assertRefused(await admin.getUserById(id), 404, 'user_not_found', 'User not found');
  assertRefused(await admin.deleteUser(id), 404, 'user_not_found');
});

test('a user without an address, or with a taken one, is refused', async () => {
  const { email } = await backend.makeUser();
  assertRefused(
    await backend.admin.createUser({ password: goodPassword }),
    400,
    'validation_failed',
  );
  assertRefused(
    await backend.admin.createUser({ email: email.toUpperCase() }),
    422,
    'email_exists',
    'A user with this email address has already been registered',
  );
  const phone = newPhone();
  await backend.makeUser({ phone });
  assertRefused(await backend.admin.createUser({ phone }), 422, 'phone_exists');
  const odd = await backend.admin.updateUserById((await backend.makeUser()).id, {
    ban_duration: 'soon',
  });
  assertRefused(odd, 400, 'validation_failed');
});

test('users come in pages, newest first, with their number', embedded, async () => {
  const made = [];
  for (let index = 0; index < 5; index += 1) made.push(await backend.makeUser());
  const first = await backend.admin.listUsers({ page: 1, perPage: 2 });
  assert.equal(first.error, null);
  assert(first.data && 'total' in first.data);
  assert.deepEqual(
    first.data.users.map((user) => user.id),
    [made[4]?.id, made[3]?.id],
  );
  const [counted] = await backend.sql`select count(*)::int as n from auth.users`;
  assert.equal(first.data.total, counted?.['n']);
  assert.equal(first.data.nextPage, 2);
  assert.equal(first.data.lastPage, Math.ceil(Number(counted?.['n']) / 2));
  const second = await backend.admin.listUsers({ page: 2, perPage: 2 });
  assert.equal(second.data.users[0]?.id, made[2]?.id);
  const response = await backend.request('/admin/users?per_page=-1', {
    headers: { apikey: backend.secretKey, authorization: `Bearer ${backend.secretKey}` },
  });
  assert.equal(response.status, 400);
});

test('deleting a user takes sessions, identities, factors and codes along', embedded, async () => {
  const { id, email } = await backend.makeUser();
  const client = await backend.signedIn(email);
  await client.auth.mfa.enroll({ factorType: 'totp' });
  await client.auth.signInWithOtp({ email });
  const { refresh_token: token } = await sessionOf(client);
  await backend.admin.deleteUser(id);
  assertRefused(await client.auth.getUser(), 403, 'user_not_found');
  assertRefused(
    await client.auth.refreshSession({ refresh_token: token }),
    400,
    'refresh_token_not_found',
  );
  for (const table of [
    'identities',
    'sessions',
    'refresh_tokens',
    'mfa_factors',
    'one_time_tokens',
  ]) {
    const [left] =
      await backend.sql`select count(*)::int as n from auth.${backend.sql(table)} where user_id = ${id}`;
    assert.equal(left?.['n'], 0, table);
  }
});

test(
  'a softly deleted user stays as a row that names nobody, and the address is free',
  embedded,
  async () => {
    const { id, email } = await backend.makeUser({ user_metadata: { full_name: 'Kari Canary' } });
    await backend.signedIn(email);
    assert.equal((await backend.admin.deleteUser(id, true)).error, null);
    const [row] = await backend.sql`
    select u::text as text, deleted_at is not null as gone from auth.users u where id = ${id}`;
    assert.equal(row?.['gone'], true);
    assert(!String(row?.['text']).includes(email));
    assert(!String(row?.['text']).includes('Canary'));
    assertRefused(
      await backend.client().auth.signInWithPassword({ email, password: goodPassword }),
      400,
      'invalid_credentials',
    );
    await backend.makeUser({ email });
  },
);

test('a new password from the secret key ends every session', async () => {
  const { id, email } = await backend.makeUser();
  const client = await backend.signedIn(email);
  assertRefused(
    await backend.admin.updateUserById(id, { password: 'short' }),
    422,
    'weak_password',
  );
  assert.equal((await client.auth.getUser()).error, null);
  await backend.admin.updateUserById(id, { password: otherPassword });
  assert((await client.auth.getUser()).error);
});

test('the secret key signs out someone whose token it has', async () => {
  const { email } = await backend.makeUser();
  const client = await backend.signedIn(email);
  const other = await backend.signedIn(email);
  assert.equal(
    (await backend.admin.signOut((await sessionOf(client)).access_token, 'global')).error,
    null,
  );
  assert((await client.auth.getUser()).error);
  assert((await other.auth.getUser()).error);
});

test('an invitation opens an account without a password', embedded, async () => {
  const email = newEmail('guest');
  const invited = await backend.admin.inviteUserByEmail(email, {
    data: { full_name: 'Guest' },
    redirectTo: `${siteUrl}/user`,
  });
  assert.equal(invited.error, null);
  assert(invited.data.user?.invited_at);
  const mail = await backend.mails.latest(email);
  assert.equal(mail.subject, 'You are invited to Keywright');
  assert.match(mail.text, /\/user\/details\?auth=invitation\n/);
  assert.doesNotMatch(mail.text + mail.html, /verify\?/);
  const client = backend.client();
  const accepted = await client.auth.verifyOtp({ email, token: codeIn(mail), type: 'email' });
  assert.equal(accepted.error, null);
  assert.equal(accepted.data.user?.user_metadata['full_name'], 'Guest');
  assert.equal((await client.auth.updateUser({ password: goodPassword })).error, null);
  await backend.signedIn(email);
  assertRefused(await backend.admin.inviteUserByEmail(email), 422, 'email_exists');
});

test(
  'every kind of link can be made without a mail, and works as if mailed',
  embedded,
  async () => {
    const { admin } = backend;
    const fresh = newEmail('fresh');
    const known = await backend.makeUser();
    const cases = [
      {
        wanted: await admin.generateLink({ type: 'signup', email: fresh, password: goodPassword }),
        type: 'signup',
        verify: 'signup',
      },
      {
        wanted: await admin.generateLink({ type: 'invite', email: newEmail() }),
        type: 'invite',
        verify: 'invite',
      },
      {
        wanted: await admin.generateLink({ type: 'magiclink', email: known.email }),
        type: 'magiclink',
        verify: 'magiclink',
      },
      {
        wanted: await admin.generateLink({ type: 'magiclink', email: newEmail() }),
        type: 'signup',
        verify: 'signup',
      },
    ] as const;
    for (const { wanted, type, verify } of cases) {
      assert.equal(wanted.error, null);
      const properties = wanted.data.properties;
      assert(properties);
      assert.equal(properties.verification_type, type);
      assert.match(properties.email_otp, /^\d{6}$/);
      const link = new URL(properties.action_link);
      assert.equal(link.searchParams.get('token'), properties.hashed_token);
      const opened = await backend
        .client()
        .auth.verifyOtp({ token_hash: properties.hashed_token, type: verify });
      assert.equal(opened.error, null);
      assert.equal(opened.data.user?.id, wanted.data.user?.id);
    }
    await backend.signedIn(fresh);
    assert.equal((await backend.mails.to(fresh)).length, 0);

    const recovery = await admin.generateLink({ type: 'recovery', email: known.email });
    const landed = await fetch(recovery.data.properties?.action_link ?? '', { redirect: 'manual' });
    assert.match(landed.headers.get('location') ?? '', /#access_token=.*type=recovery/);
    assertRefused(
      await admin.generateLink({ type: 'recovery', email: newEmail() }),
      404,
      'user_not_found',
    );
    assertRefused(
      await admin.generateLink({ type: 'signup', email: known.email, password: goodPassword }),
      422,
      'email_exists',
    );
  },
);

test('links for both sides of a change of address work together', embedded, async () => {
  const { email } = await backend.makeUser();
  const target = newEmail('moved');
  for (const type of ['email_change_current', 'email_change_new'] as const) {
    const made = await backend.admin.generateLink({ type, email, newEmail: target });
    assert.equal(made.error, null);
    assert.equal(made.data.properties?.verification_type, type);
    const { error } = await backend.client().auth.verifyOtp({
      token_hash: made.data.properties?.hashed_token ?? '',
      type: 'email_change',
    });
    assert.equal(error, null);
  }
  await backend.signedIn(target);
});
