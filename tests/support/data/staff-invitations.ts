import type { Caller } from '../../../scripts/local-supabase/context.ts';
import type { TestSql } from '../database.ts';

export const inviteAs = (database: TestSql, who: Caller, email: string, role = 'editor') =>
  database.keepAs(who, async (sql) => {
    const [row] = await sql<{ id: string }[]>`
      select public.invite_staff(${email}, ${role}) ->> 'id' as id`;
    return row?.id ?? '';
  });

/** The secret of the newest mail to an address, as its reader finds it. */
export async function tokenOf(database: TestSql, email: string): Promise<string> {
  const [row] = await database.sql<{ token: string }[]>`
    select s.secrets ->> 'token' as token from public.outbox m join private.mail_secrets s on s.mail_id = m.id
    where m.recipient = ${email} and m.kind = 'staff_invited' order by m.created_at desc limit 1`;
  return row?.token ?? '';
}

/** What the audit log tells of invitations to an address, newest first. */
export const loggedOf = (database: TestSql, email: string) =>
  database.sql<{ action: string; outcome: string | null; actor_id: string; actor_role: string }[]>`
    select action, after ->> 'outcome' as outcome, actor_id, actor_role from public.audit_log
    where table_name = 'staff_invitations' and coalesce(after, before) ->> 'email' = ${email}
    order by id desc`;
