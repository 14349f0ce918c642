import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { assumeCaller } from '../../../scripts/local-supabase/callers.ts';
import { withDatabase } from '../pages/list-pages.ts';
import type { BuiltSite } from '../site.ts';
import { makeAccount } from '../pages/staff-page.ts';

/** Somebody of the calling test alone, whose rights can be taken. */
export async function employ(site: BuiltSite, role: string): Promise<string> {
  const email = await makeAccount(site, `${role}-${randomUUID().slice(0, 8)}@people.test`);
  await withDatabase(
    site,
    (sql) => sql`
      insert into private.staff (user_id, role) select id, ${role} from auth.users where email = ${email}`,
  );
  return email;
}

/** Null dismisses. */
export const changeRole = (site: BuiltSite, email: string, role: string | null) =>
  withDatabase(site, (sql) =>
    role === null
      ? sql`delete from private.staff where user_id = (select id from auth.users where email = ${email})`
      : sql`update private.staff set role = ${role} where user_id = (select id from auth.users where email = ${email})`,
  );

/** An order in the smallest form that the desk opens; its number. */
export async function plantOrder(
  site: BuiltSite,
  email: string,
): Promise<{ readonly id: string; readonly number: string }> {
  const number = `KW-${6_000_000 + Math.floor(Math.random() * 900_000)}`;
  const address = { name: 'Ada Masked', line1: 'Oudegracht 1', city: 'Utrecht', country: 'NL' };
  return withDatabase(site, async (sql) => {
    const [order] = await sql<{ id: string }[]>`
      insert into public.order_records (number, status, payment, country_code, shipping_method_name,
        subtotal_minor, shipping_minor, tax_minor, tax_included_minor, total_minor, consents, pay_by)
      values (${number}, 'awaiting_payment', 'invoice', 'NL', 'Parcel', 100, 0, 0, 0, 100, '{}', '2099-01-01')
      returning id`;
    const id = order?.id ?? '';
    await sql`
      insert into public.order_entries (order_id, kind, amount_minor) values (${id}, 'goods', 100)`;
    await sql`
      insert into private.order_contacts (order_id, email, address, token_hash, mailbox_token_hash)
      values (${id}, ${email}, ${sql.json(address)}, '', '')`;
    return { id, number };
  });
}

/** Does it as the API would for that person, so that triggers know who it was. */
export async function asMember<Value>(
  sql: Sql,
  email: string,
  work: (sql: TransactionSql) => Promise<Value>,
): Promise<Value> {
  const done = await sql.begin(async (transaction) => {
    const [member] = await transaction<{ id: string }[]>`
      select id from auth.users where email = ${email}`;
    const claims = { role: 'authenticated', sub: member?.id ?? '' } as const;
    await assumeCaller(transaction, { role: 'authenticated', claims });
    return { value: await work(transaction) };
  });
  return done.value as Value;
}
