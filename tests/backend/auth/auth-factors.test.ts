import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { currentStep, stepOfCode, totpCode } from '../../../scripts/local-supabase/auth/totp.ts';
import {
  type AuthBackend,
  assertRefused,
  claimsOf,
  goodPassword,
  newEmail,
  otherPassword,
  sessionOf,
  startContractBackend,
} from './auth-backend.ts';
import { hostedSkips } from '../../support/hosted/contract.ts';

const embedded = { skip: hostedSkips };
let backend: AuthBackend;
before(async () => {
  backend = await startContractBackend();
});
after(() => backend.stop());

interface Enrolled {
  readonly id: string;
  readonly secret: string;
}

async function enrol(client: SupabaseClient, friendlyName = 'Phone'): Promise<Enrolled> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  assert.equal(error, null);
  assert(data);
  return { id: data.id, secret: data.totp.secret };
}

/** A code that counts `steps` from now: codes one step off still count, so three can be had at once. */
const codeOf = (factor: Enrolled, steps = 0) => totpCode(factor.secret, currentStep() + steps);

const verify = (client: SupabaseClient, factor: Enrolled, code = codeOf(factor)) =>
  client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });

async function withFactor() {
  const { id, email } = await backend.makeUser();
  const client = await backend.signedIn(email);
  const factor = await enrol(client);
  assert.equal((await verify(client, factor, codeOf(factor, -1))).error, null);
  return { id, email, client, factor };
}

/** When the session's code was right, as its token says it. */
async function codeTime(client: SupabaseClient): Promise<number> {
  const { amr } = claimsOf((await sessionOf(client)).access_token);
  assert(Array.isArray(amr));
  return Number(amr.find(({ method }) => method === 'totp')?.timestamp);
}

test(
  'the time of a code stays through renewals of the session, and is that of the last code',
  embedded,
  async () => {
    const { client, factor, id } = await withFactor();
    const before = await codeTime(client);
    assert(Math.abs(before - Date.now() / 1000) < 120);
    await backend.sql`
    update auth.mfa_amr_claims set updated_at = updated_at - interval '13 hours'
    where session_id in (select id from auth.sessions where user_id = ${id})`;
    for (const _ of [1, 2]) assert.equal((await client.auth.refreshSession()).error, null);
    assert.equal(await codeTime(client), before - 13 * 3600);
    assert.equal((await verify(client, factor, codeOf(factor, 1))).error, null);
    assert(Math.abs((await codeTime(client)) - Date.now() / 1000) < 120);
  },
);

test('codes are those of RFC 6238', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const known: readonly (readonly [number, string])[] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ];
  for (const [seconds, code] of known) {
    assert.equal(totpCode(secret, currentStep(seconds * 1000)), code);
    assert.equal(stepOfCode(secret, code, seconds * 1000), currentStep(seconds * 1000));
    assert.equal(stepOfCode(secret, code, (seconds + 61) * 1000), null);
  }
});

test('enrolling gives a secret, its address for apps and a picture of that', async () => {
  const { email } = await backend.makeUser();
  const client = await backend.signedIn(email);
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: 'Phone',
    issuer: 'Keywright',
  });
  assert.equal(error, null);
  assert(data);
  assert.deepEqual(Object.keys(data).toSorted(), ['friendly_name', 'id', 'totp', 'type']);
  assert.match(data.totp.secret, /^[A-Z2-7]{32}$/);
  const uri = new URL(data.totp.uri);
  assert.equal(uri.protocol, 'otpauth:');
  assert.equal(uri.searchParams.get('secret'), data.totp.secret);
  assert.equal(uri.searchParams.get('issuer'), 'Keywright');
  assert(data.totp.qr_code.startsWith('data:image/svg+xml;utf-8,<'));
  assert(!data.totp.qr_code.includes('#'), 'a # would cut the data URL short');
  const listed = await client.auth.mfa.listFactors();
  assert.deepEqual(listed.data?.totp, []);
  assert.equal(listed.data?.all[0]?.status, 'unverified');
  assert(!JSON.stringify(listed).includes(data.totp.secret));
});

test('a verified code raises the session to aal2 and the token says how', async () => {
  const { client } = await withFactor();
  const session = await sessionOf(client);
  const claims = claimsOf(session.access_token);
  assert.equal(claims['aal'], 'aal2');
  assert(Array.isArray(claims['amr']));
  assert.deepEqual(claims['amr'].map((entry) => String(entry.method)).toSorted(), [
    'password',
    'totp',
  ]);
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  assert.deepEqual([level.data?.currentLevel, level.data?.nextLevel], ['aal2', 'aal2']);
  assert.equal((await client.auth.refreshSession()).error, null);
  assert.equal(claimsOf((await sessionOf(client)).access_token)['aal'], 'aal2');
});

test('a new sign-in starts at aal1 and is asked for the factor', async () => {
  const { email, factor } = await withFactor();
  const client = await backend.signedIn(email);
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  assert.deepEqual([level.data?.currentLevel, level.data?.nextLevel], ['aal1', 'aal2']);
  assert.equal((await client.auth.mfa.listFactors()).data?.totp[0]?.id, factor.id);
  assertRefused(await client.auth.updateUser({ password: otherPassword }), 401, 'insufficient_aal');
  assertRefused(await client.auth.updateUser({ email: newEmail() }), 401, 'insufficient_aal');
  assertRefused(await client.auth.mfa.unenroll({ factorId: factor.id }), 422, 'insufficient_aal');
  assertRefused(
    await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' }),
    403,
    'insufficient_aal',
  );
  assert.equal((await verify(client, factor)).error, null);
  assert.equal((await client.auth.updateUser({ password: otherPassword })).error, null);
});

test('verifying ends the sessions that showed no factor', async () => {
  const { email } = await backend.makeUser();
  const [one, two] = [await backend.signedIn(email), await backend.signedIn(email)];
  const before = await sessionOf(one);
  assert.equal((await verify(one, await enrol(one))).error, null);
  assert.equal((await two.auth.getUser()).error?.message, 'Auth session missing!');
  assertRefused(
    await backend.client().auth.refreshSession({ refresh_token: before.refresh_token }),
    400,
    'refresh_token_already_used',
  );
});

test('wrong codes are refused, and guessing is stopped', embedded, async () => {
  const { email, factor } = await withFactor();
  const client = await backend.signedIn(email);
  const right = new Set([-1, 0, 1, 2].map((steps) => codeOf(factor, steps)));
  const wrong = Array.from({ length: 45 }, (_, index) => String(index).padStart(6, '0'));
  const codes: unknown[] = [];
  for (const code of wrong.filter((one) => !right.has(one))) {
    codes.push((await verify(client, factor, code)).error?.code);
  }
  assert.equal(codes.filter((code) => code === 'mfa_verification_failed').length, 30);
  assert.equal(codes.at(-1), 'over_request_rate_limit');
  await backend.forgetLimits();
  for (const code of ['12345', '1234567', 'abcdef', '٠٠٠٠٠٠']) {
    assertRefused(
      await verify(client, factor, code),
      422,
      'mfa_verification_failed',
      'Invalid TOTP code entered',
    );
  }
});

test('a code counts once, also at the same moment and for another session', embedded, async () => {
  const { email, client, factor } = await withFactor();
  const code = codeOf(factor);
  const tries = await Promise.all(Array.from({ length: 10 }, () => verify(client, factor, code)));
  assert.equal(tries.filter((answer) => answer.error === null).length, 1);
  const refused = tries.filter((answer) => answer.error?.code === 'mfa_verification_failed');
  assert.equal(refused.length, 9);
  const late = await backend.signedIn(email);
  assertRefused(await verify(late, factor, code), 422, 'mfa_verification_failed');
  assertRefused(await verify(late, factor, codeOf(factor, -1)), 422, 'mfa_verification_failed');
});

test('of two sessions that verify at once, the first ends the second', embedded, async () => {
  const { email, factor } = await withFactor();
  const clients = await Promise.all([backend.signedIn(email), backend.signedIn(email)]);
  const answers = await Promise.all(
    clients.map((client, index) => verify(client, factor, codeOf(factor, index))),
  );
  assert.equal(answers.filter((answer) => answer.error === null).length, 1);
  const refused = answers.find((answer) => answer.error)?.error;
  assert(
    refused?.message === 'Auth session missing!' || refused?.code === 'mfa_verification_failed',
  );
});

test('a challenge is used once, runs out and belongs to its factor', embedded, async () => {
  const { client, factor } = await withFactor();
  const { mfa } = client.auth;
  const challenge = await mfa.challenge({ factorId: factor.id });
  assert.equal(challenge.data?.type, 'totp');
  assert((challenge.data?.expires_at ?? 0) > Date.now() / 1000 + 200);
  const challengeId = challenge.data?.id ?? '';
  const answer = { factorId: factor.id, challengeId };
  assert.equal((await mfa.verify({ ...answer, code: codeOf(factor) })).error, null);
  assertRefused(
    await mfa.verify({ ...answer, code: codeOf(factor, 1) }),
    422,
    'mfa_ip_address_mismatch',
  );
  const second = (await mfa.challenge({ factorId: factor.id })).data?.id ?? '';
  await backend.sql`update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = ${second}`;
  assertRefused(
    await mfa.verify({ factorId: factor.id, challengeId: second, code: codeOf(factor, 1) }),
    422,
    'mfa_challenge_expired',
  );
  const other = await enrol(client, 'Tablet');
  assertRefused(
    await mfa.verify({ factorId: other.id, challengeId: second, code: codeOf(other) }),
    422,
    'mfa_factor_not_found',
  );
});

test('nobody touches the factor of someone else', async () => {
  const { factor } = await withFactor();
  const { email } = await backend.makeUser();
  const client = await backend.signedIn(email);
  assertRefused(
    await client.auth.mfa.challenge({ factorId: factor.id }),
    404,
    'mfa_factor_not_found',
  );
  assertRefused(
    await client.auth.mfa.unenroll({ factorId: factor.id }),
    404,
    'mfa_factor_not_found',
  );
});

test('names are taken once, and there is an end to factors', embedded, async () => {
  const { email } = await backend.makeUser();
  const client = await backend.signedIn(email);
  await enrol(client, 'Phone');
  const again = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  assertRefused(again, 422, 'mfa_factor_name_conflict');
  const many = await Promise.all(
    Array.from({ length: 15 }, (_, index) =>
      client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `Device ${index}` }),
    ),
  );
  assert.equal(many.filter((answer) => answer.error === null).length, 9);
  assert.equal(many.find((answer) => answer.error)?.error?.code, 'too_many_enrolled_mfa_factors');
});

test('kinds of factor that are switched off say so', async () => {
  const { email } = await backend.makeUser();
  const client = await backend.signedIn(email);
  assertRefused(
    await client.auth.mfa.enroll({ factorType: 'phone', phone: '+4790000000' }),
    422,
    'mfa_phone_enroll_not_enabled',
  );
});

test('a factor is removed with aal2, and its session falls back to aal1', async () => {
  const { client, factor, email } = await withFactor();
  const removed = await client.auth.mfa.unenroll({ factorId: factor.id });
  assert.equal(removed.error, null);
  assert.equal(removed.data?.id, factor.id);
  assert.equal((await client.auth.refreshSession()).error, null);
  assert.equal(claimsOf((await sessionOf(client)).access_token)['aal'], 'aal1');
  const level = await (
    await backend.signedIn(email, goodPassword)
  ).auth.mfa.getAuthenticatorAssuranceLevel();
  assert.equal(level.data?.nextLevel, 'aal1');
});

test('the secret key lists and removes the factors of someone who lost their phone', async () => {
  const { id, email, factor } = await withFactor();
  const listed = await backend.admin.mfa.listFactors({ userId: id });
  assert.equal(listed.error, null);
  assert.deepEqual(
    JSON.parse(JSON.stringify(listed.data)).factors.map((one: Enrolled) => one.id),
    [factor.id],
  );
  assert(!JSON.stringify(listed).includes(factor.secret));
  assert.equal((await backend.admin.mfa.deleteFactor({ userId: id, id: factor.id })).error, null);
  const client = await backend.signedIn(email);
  assert.equal((await client.auth.mfa.listFactors()).data?.all.length, 0);
});
