/**
 * Invariant: a code counts once; with a verified factor, changing factors needs a session that has
 * shown one (aal2); verifying one ends the user's sessions that have not.
 */
import { record } from './audit.ts';
import { type SignedIn, requireUser } from './authenticate.ts';
import {
  type AuthHandler,
  type AuthParts,
  type Database,
  type JsonObject,
  isUuid,
  textField,
} from './call.ts';
import { fail, failValidation, reply } from './errors.ts';
import { type FactorRow, factorsOf } from './factor-rows.ts';
import { countAttempt, forgiveAttempts } from './limits.ts';
import { qrCodeSvg } from './qr-code.ts';
import { newRefreshToken } from './secrets.ts';
import {
  type SessionRow,
  findSession,
  recordMethod,
  sessionToJson,
  storeRefreshToken,
} from './sessions.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

/** An enrolment that nobody finished doesn't count for long. */
const unfinishedMinutes = 60;

export const enrolFactor: AuthHandler = async (parts, call) => {
  const signedIn = await requireUser(parts, call);
  const type = textField(call.body, 'factor_type');
  if (type === 'phone')
    return fail(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  if (type === 'webauthn') {
    return fail(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
  }
  if (type !== 'totp') return failValidation('factor_type needs to be totp, phone, or webauthn');
  if (!parts.settings.totpEnabled) {
    return fail(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
  }
  const friendlyName = textField(call.body, 'friendly_name').slice(0, 100);
  const issuer =
    textField(call.body, 'issuer').slice(0, 100) || new URL(parts.settings.siteUrl).host;
  const secret = newTotpSecret();
  const factor = await parts.context.sql.begin(async (sql) => {
    await requireRoomForFactor(parts, sql, signedIn, friendlyName);
    await record(sql, call, 'factor_in_progress', signedIn.user.id);
    return insertFactor(sql, signedIn.user.id, friendlyName, secret);
  });
  const uri = totpUri(issuer, signedIn.user.email ?? signedIn.user.phone ?? '', secret);
  return reply(200, {
    id: factor.id,
    type: 'totp',
    friendly_name: friendlyName,
    totp: { qr_code: qrCodeSvg(uri), secret, uri },
  });
};

async function insertFactor(
  sql: Database,
  userId: string,
  friendlyName: string,
  secret: string,
): Promise<FactorRow> {
  const [factor] = await sql<FactorRow[]>`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret)
    values (${userId}, ${friendlyName}, 'totp', ${secret}) returning *`;
  if (!factor) throw new Error('the factor was not stored');
  return factor;
}

async function requireRoomForFactor(
  parts: AuthParts,
  sql: Database,
  { user, session }: SignedIn,
  friendlyName: string,
): Promise<void> {
  // Two enrolments at once must not both find room.
  await sql`select from auth.users where id = ${user.id} for update`;
  await sql`
    delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'
      and created_at < now() - make_interval(mins => ${unfinishedMinutes})`;
  const factors = await factorsOf(sql, user.id);
  if (friendlyName !== '' && factors.some((factor) => factor.friendly_name === friendlyName)) {
    fail(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${friendlyName}" for this user already exists`,
    );
  }
  if (factors.length >= parts.settings.maxFactors) {
    fail(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
  }
  const verified = factors.some((factor) => factor.status === 'verified');
  if (verified && session.aal !== 'aal2') {
    fail(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  }
}

async function requireFactor(sql: Database, userId: string, id: string): Promise<FactorRow> {
  if (!isUuid(id)) return fail(404, 'validation_failed', 'factor_id must be an UUID');
  const factor = (await factorsOf(sql, userId)).find((one) => one.id === id.toLowerCase());
  return factor ?? fail(404, 'mfa_factor_not_found', 'Factor not found');
}

export const challengeFactor: AuthHandler = async (parts, call) => {
  const { user } = await requireUser(parts, call);
  const { sql } = parts.context;
  const factor = await requireFactor(sql, user.id, call.parameters[0] ?? '');
  const [challenge] = await sql<{ id: string; expires_at: number }[]>`
    insert into auth.mfa_challenges (factor_id, ip_address)
    values (${factor.id}, ${call.clientAddress || null})
    returning id, extract(epoch from created_at)::int + ${parts.settings.challengeSeconds}::int as expires_at`;
  await sql`update auth.mfa_factors set last_challenged_at = now() where id = ${factor.id}`;
  return reply(200, { ...challenge, type: factor.factor_type });
};

export const verifyFactor: AuthHandler = async (parts, call) => {
  const { user, session } = await requireUser(parts, call);
  const factor = await requireFactor(parts.context.sql, user.id, call.parameters[0] ?? '');
  const code = textField(call.body, 'code');
  if (code === '') return failValidation('Code needs to be non-empty');
  await countAttempt(parts, call, 'code', factor.id);
  const challengeId = textField(call.body, 'challenge_id');
  await requireOpenChallenge(parts, parts.context.sql, factor, challengeId);
  const step = stepOfCode(factor.secret ?? '', code) ?? failCode();
  const answer = await parts.context.sql.begin(async (sql) => {
    await requireStillOpen(sql, session);
    await consumeChallenge(sql, challengeId);
    await consumeStep(sql, factor, step);
    await forgiveAttempts(sql, call, 'code', factor.id);
    await record(sql, call, 'verification_attempted', user.id, { factor_id: factor.id });
    return raiseToAal2(parts, sql, session, factor);
  });
  return reply(200, answer);
};

const failCode = (): never => fail(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
const failConsumed = (): never =>
  fail(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');

async function requireOpenChallenge(
  parts: AuthParts,
  sql: Database,
  factor: FactorRow,
  id: string,
): Promise<void> {
  const [challenge] = isUuid(id)
    ? await sql<{ verified_at: string | null; expired: boolean }[]>`
        select verified_at,
          created_at < now() - make_interval(secs => ${parts.settings.challengeSeconds}) as expired
        from auth.mfa_challenges where id = ${id} and factor_id = ${factor.id}`
    : [];
  if (!challenge) {
    return fail(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (challenge.verified_at !== null) failConsumed();
  if (challenge.expired) {
    fail(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    );
  }
}

/** Of two sessions that verify at once, the first ends the second, which must not come back. */
async function requireStillOpen(sql: Database, session: SessionRow): Promise<void> {
  await sql`select from auth.users where id = ${session.user_id} for no key update`;
  if (await findSession(sql, session.id)) return;
  fail(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}

async function consumeChallenge(sql: Database, id: string): Promise<void> {
  const consumed = await sql`
    update auth.mfa_challenges set verified_at = now()
    where id = ${id} and verified_at is null returning id`;
  if (consumed.length === 0) failConsumed();
}

/** Of two uses of one code, also at the same moment, one finds the step already taken. */
async function consumeStep(sql: Database, factor: FactorRow, step: number): Promise<void> {
  const taken = await sql`
    update auth.mfa_factors
    set last_used_step = ${step}, status = 'verified', updated_at = now()
    where id = ${factor.id} and last_used_step < ${step} returning id`;
  if (taken.length === 0) failCode();
}

async function raiseToAal2(
  parts: AuthParts,
  sql: Database,
  session: SessionRow,
  factor: FactorRow,
): Promise<JsonObject> {
  await recordMethod(sql, session.id, 'totp');
  await sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factor.id}, updated_at = now()
    where id = ${session.id}`;
  await sql`
    delete from auth.sessions
    where user_id = ${session.user_id} and aal = 'aal1' and id <> ${session.id}`;
  await sql`
    delete from auth.mfa_factors
    where user_id = ${session.user_id} and status = 'unverified' and factor_type = 'totp'`;
  // The token from before the second factor ends with it.
  await sql`
    update auth.refresh_tokens set revoked = true, updated_at = '-infinity'
    where session_id = ${session.id} and not revoked`;
  const refreshToken = newRefreshToken();
  await storeRefreshToken(sql, session, refreshToken, null);
  return sessionToJson(parts, sql, { ...session, aal: 'aal2' }, refreshToken);
}

export const unenrolFactor: AuthHandler = async (parts, call) => {
  const { user, session } = await requireUser(parts, call);
  const factor = await requireFactor(parts.context.sql, user.id, call.parameters[0] ?? '');
  if (factor.status === 'verified' && session.aal !== 'aal2') {
    return fail(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  }
  await parts.context.sql.begin(async (sql) => {
    await removeFactor(sql, factor);
    await record(sql, call, 'factor_unenrolled', user.id, { factor_id: factor.id });
  });
  return reply(200, { id: factor.id });
};

/** Sessions that showed this factor fall back to what they can still show. */
export async function removeFactor(sql: Database, factor: FactorRow): Promise<void> {
  const lowered = await sql<{ id: string }[]>`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
    where factor_id = ${factor.id} returning id`;
  await sql`
    delete from auth.mfa_amr_claims
    where session_id = any(${lowered.map((session) => session.id)}::uuid[])
      and authentication_method = 'totp'`;
  await sql`delete from auth.mfa_factors where id = ${factor.id}`;
}
