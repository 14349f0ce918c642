/** Invariant: such a link is redeemed exactly like one from a mail. */
import { type Address, parseEmail } from './addresses.ts';
import { failTaken } from './address-changes.ts';
import { record } from './audit.ts';
import { requireAdmin } from './authenticate.ts';
import {
  type AuthCall,
  type AuthHandler,
  type AuthParts,
  type Database,
  objectField,
  textField,
} from './call.ts';
import { preparePost } from './confirmations.ts';
import { fail, failValidation, reply } from './errors.ts';
import { type TokenOrigin, type TokenType, issueToken } from './one-time-tokens.ts';
import { requireStrongPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { redirectOf } from './redirects.ts';
import { createWaiting } from './sign-up.ts';
import {
  type UserRow,
  findUserByEmail,
  mergeUserMetadata,
  reloadUser,
  userToJson,
} from './users.ts';

export const invite: AuthHandler = async (parts, call) => {
  requireAdmin(call);
  const to: Address = { kind: 'email', value: parseEmail(textField(call.body, 'email')) };
  const { user, send } = await parts.context.sql.begin(async (sql) => {
    const invited = await inviteUser(sql, call, to);
    const post = await preparePost(parts, sql, invited, {
      kind: 'invite',
      type: 'confirmation_token',
      origin: 'invite',
      to,
      challenge: null,
      method: 'invite',
      redirectTo: redirectOf(call, parts.settings),
    });
    return { user: await reloadUser(sql, invited.id), send: post };
  });
  await send();
  return reply(200, await userToJson(parts.context.sql, user));
};

async function inviteUser(sql: Database, call: AuthCall, address: Address): Promise<UserRow> {
  const found = await findUserByEmail(sql, address.value);
  if (found && found.email_confirmed_at !== null) return failTaken('email');
  const metadata = objectField(call.body, 'data') ?? {};
  const user = found ?? (await createWaiting(sql, { address, metadata, passwordHash: null }));
  await sql`update auth.users set invited_at = now() where id = ${user.id}`;
  await record(sql, call, 'user_invited', user.id, { by: 'admin' });
  return user;
}

interface LinkPlan {
  readonly token: TokenType;
  readonly origin: TokenOrigin;
  /** What the link says to `/verify`. */
  readonly linkType: string;
  /** What the answer calls it: GoTrue repeats the wish, and a sign-up in place of a magic link. */
  readonly shownType: string;
}

const linkPlans: ReadonlyMap<string, LinkPlan> = new Map(
  [
    { token: 'confirmation_token', origin: 'signup', linkType: 'signup', shownType: 'signup' },
    { token: 'confirmation_token', origin: 'invite', linkType: 'invite', shownType: 'invite' },
    { token: 'recovery_token', origin: 'otp', linkType: 'magiclink', shownType: 'magiclink' },
    { token: 'recovery_token', origin: 'recovery', linkType: 'recovery', shownType: 'recovery' },
    {
      token: 'email_change_token_current',
      origin: 'change',
      linkType: 'email_change',
      shownType: 'email_change_current',
    },
    {
      token: 'email_change_token_new',
      origin: 'change',
      linkType: 'email_change',
      shownType: 'email_change_new',
    },
  ].map((plan) => [plan.shownType, plan as LinkPlan]),
);

export const generateLink: AuthHandler = async (parts, call) => {
  requireAdmin(call);
  const email = parseEmail(textField(call.body, 'email'));
  const type = textField(call.body, 'type');
  const wanted =
    linkPlans.get(type) ?? failValidation(`Invalid email action link type requested: ${type}`);
  const passwordHash = await readPassword(parts, call, type);
  const redirectTo = redirectOf(call, parts.settings);
  const answer = await parts.context.sql.begin(async (sql) => {
    const { user, plan, to } = await prepareLink(sql, call, wanted, email, passwordHash);
    const issued = await issueToken(parts, sql, {
      userId: user.id,
      type: plan.token,
      address: { kind: 'email', value: to },
      origin: plan.origin,
    });
    return {
      ...(await userToJson(sql, await reloadUser(sql, user.id))),
      action_link: parts.mailer.linkTo(plan.linkType, issued.token, redirectTo),
      email_otp: issued.code,
      hashed_token: issued.token,
      verification_type: plan.shownType,
      redirect_to: redirectTo,
    };
  });
  return reply(200, answer);
};

async function readPassword(
  parts: AuthParts,
  call: AuthCall,
  type: string,
): Promise<string | null> {
  if (type !== 'signup') return null;
  const password = textField(call.body, 'password');
  if (password === '') return failValidation('Signup requires a valid password');
  requireStrongPassword(password, parts.settings);
  return hashPassword(password);
}

async function prepareLink(
  sql: Database,
  call: AuthCall,
  wanted: LinkPlan,
  email: string,
  passwordHash: string | null,
): Promise<{ user: UserRow; plan: LinkPlan; to: string }> {
  const address: Address = { kind: 'email', value: email };
  const data = objectField(call.body, 'data') ?? {};
  const found = await findUserByEmail(sql, email);
  if (wanted.shownType === 'invite') {
    return { user: await inviteUser(sql, call, address), plan: wanted, to: email };
  }
  if (wanted.shownType === 'signup' || (wanted.shownType === 'magiclink' && !found)) {
    const plan = linkPlans.get('signup') ?? wanted;
    if (found?.email_confirmed_at) return failTaken('email');
    if (found) await mergeUserMetadata(sql, found.id, data);
    const user = found ?? (await createWaiting(sql, { address, metadata: data, passwordHash }));
    return { user, plan: { ...plan, origin: wanted.origin }, to: email };
  }
  if (!found) return fail(404, 'user_not_found', 'User with this email not found');
  if (wanted.linkType !== 'email_change') return { user: found, plan: wanted, to: email };
  const newEmail = parseEmail(textField(call.body, 'new_email'));
  if (await findUserByEmail(sql, newEmail)) return failTaken('email');
  await sql`
    update auth.users set email_change = ${newEmail}, email_change_sent_at = now(),
      email_change_confirm_status = case when email_change = ${newEmail} then email_change_confirm_status else 0 end
    where id = ${found.id}`;
  const to = wanted.token === 'email_change_token_new' ? newEmail : email;
  return { user: found, plan: wanted, to };
}
