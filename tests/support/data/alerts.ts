import type { Sql } from 'postgres';

/** No trouble that an earlier test planted. */
export async function clearAlerts(sql: Sql): Promise<void> {
  await sql`delete from private.alerts`;
  await sql`delete from public.outbox`;
  await sql`delete from private.job_failures`;
  await sql`delete from private.backups`;
  await sql`delete from public.publish_requests`;
  await sql`delete from private.payment_events where outcome = 'refused'`;
}

export async function failBuild(sql: Sql): Promise<void> {
  await sql`insert into public.publish_requests (status, finished_at) values ('failed', now())`;
}

export async function watchShop(sql: Sql): Promise<void> {
  await sql`select private.watch_shop()`;
}
