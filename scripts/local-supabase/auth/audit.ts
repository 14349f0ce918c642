/** Invariant: it names people by id alone; no address, token, code or password goes in. */
import type { AuthCall, Database } from './call.ts';

export type AuditedAction =
  | 'user_signedup'
  | 'user_repeated_signup'
  | 'login'
  | 'logout'
  | 'token_revoked'
  | 'user_updated_password'
  | 'user_modified'
  | 'user_deleted'
  | 'user_invited'
  | 'identity_unlinked'
  | 'factor_in_progress'
  | 'verification_attempted'
  | 'factor_unenrolled';

export async function record(
  sql: Database,
  call: Pick<AuthCall, 'clientAddress'>,
  action: AuditedAction,
  actorId: string | null,
  traits: Readonly<Record<string, string>> = {},
): Promise<void> {
  const payload = { action, actor_id: actorId, traits };
  await sql`
    insert into auth.audit_log_entries (payload, ip_address)
    values (${sql.json(payload)}, ${call.clientAddress})`;
}
