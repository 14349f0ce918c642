/**
 * Invariant: counting and deciding are one statement, so parallel attempts can't slip past; what is
 * counted depends on the address and the client alone, never on whether an account exists.
 */
import type { AuthCall, AuthParts, Database } from './call.ts';
import { failTooSoon } from './errors.ts';
import { digest } from './secrets.ts';

interface Count {
  readonly count: number;
  readonly wait_seconds: number;
}

async function countIn(sql: Database, bucket: string, windowSeconds: number): Promise<Count> {
  const [count] = await sql<Count[]>`
    insert into auth.attempts as a (bucket, started_at, count)
    values (${bucket}, clock_timestamp(), 1)
    on conflict (bucket) do update set
      count = case when a.started_at > clock_timestamp() - make_interval(secs => ${windowSeconds})
        then a.count + 1 else 1 end,
      started_at = case when a.started_at > clock_timestamp() - make_interval(secs => ${windowSeconds})
        then a.started_at else clock_timestamp() end
    returning count, greatest(1, ceil(extract(epoch from
      started_at + make_interval(secs => ${windowSeconds}) - clock_timestamp())))::int as wait_seconds`;
  return count ?? { count: 1, wait_seconds: 1 };
}

// The table is no list of who has an account: addresses are kept as digests.
const bucketOf = (kind: string, value: string): string => `${kind}:${digest(value)}`;

/**
 * Wrong passwords are counted by who sends them too: a stranger's slow the stranger, never the owner.
 * Codes are short, so all guesses at one account count together, wherever they come from.
 */
function accountBucket(kind: AttemptKind, { clientAddress }: AuthCall, account: string): string {
  return bucketOf(kind, kind === 'password' ? `${clientAddress} ${account}` : account);
}

export type AttemptKind = 'password' | 'code';

/** Counts before the secret is checked; `forgiveAttempts` wipes the slate when it was right. */
export async function countAttempt(
  parts: AuthParts,
  call: AuthCall,
  kind: AttemptKind,
  address: string,
): Promise<void> {
  const { windowSeconds, passwordPerAddress, codePerAddress, perClient } = parts.settings.limits;
  const { sql } = parts.context;
  const client = await countIn(sql, bucketOf(`${kind}-client`, call.clientAddress), windowSeconds);
  if (client.count > perClient) refuse(client.wait_seconds);
  if (address === '') return;
  const limit = kind === 'password' ? passwordPerAddress : codePerAddress;
  const own = await countIn(sql, accountBucket(kind, call, address), windowSeconds);
  if (own.count > limit) refuse(own.wait_seconds);
}

export async function forgiveAttempts(
  sql: Database,
  call: AuthCall,
  kind: AttemptKind,
  address: string,
): Promise<void> {
  await sql`delete from auth.attempts where bucket = ${accountBucket(kind, call, address)}`;
}

function refuse(seconds: number): never {
  return failTooSoon('over_request_rate_limit', seconds, 'Request rate limit reached');
}

export type MailPurpose =
  | 'signup'
  | 'sign_in'
  | 'email_change'
  | 'phone_change'
  | 'reauthentication';

/** One mail per address, purpose and interval, whether or not a mail is then sent. */
export async function countMail(
  parts: AuthParts,
  call: AuthCall,
  purpose: MailPurpose,
  address: { readonly kind: 'email' | 'phone'; readonly value: string },
): Promise<void> {
  const { settings, context } = parts;
  const seconds =
    address.kind === 'email' ? settings.emailFrequencySeconds : settings.phoneFrequencySeconds;
  const code = address.kind === 'email' ? 'over_email_send_rate_limit' : 'over_sms_send_rate_limit';
  const { windowSeconds, mailPerClient } = settings.limits;
  const client = await countIn(
    context.sql,
    bucketOf('mail-client', call.clientAddress),
    windowSeconds,
  );
  if (client.count > mailPerClient)
    failTooSoon(code, client.wait_seconds, `${address.kind} rate limit exceeded`);
  if (seconds <= 0) return;
  const own = await countIn(context.sql, bucketOf(`mail-${purpose}`, address.value), seconds);
  if (own.count === 1) return;
  failTooSoon(
    code,
    own.wait_seconds,
    `For security purposes, you can only request this after ${own.wait_seconds} seconds.`,
  );
}

/** Forgets counters, tokens and flows that have run out. */
export async function sweep(sql: Database): Promise<void> {
  await sql`delete from auth.attempts where started_at < now() - interval '1 day'`;
  await sql`delete from auth.one_time_tokens where expires_at < now() - interval '1 day'`;
  await sql`delete from auth.flow_state where created_at < now() - interval '1 day'`;
  await sql`delete from auth.mfa_challenges where created_at < now() - interval '1 day'`;
  await sql`delete from auth.sessions where not_after < now() - interval '30 days'`;
  await sql`delete from auth.audit_log_entries where created_at < now() - interval '90 days'`;
}
