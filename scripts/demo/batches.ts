/**
 * Group buys of the demo shop whose windows lie in the past: opened again for as long as the life is
 * made, closed by the shop's own job, and brought back to what the seed says of them.
 */
import type { TransactionSql } from 'postgres';

/** The triggers of the tables are for people; these rows are put where the seed had them. */
async function unwatched(sql: TransactionSql, change: () => Promise<unknown>): Promise<void> {
  await sql`set local session_replication_role = replica`;
  await change();
  await sql`set local session_replication_role = origin`;
}

export async function reopenBatches(sql: TransactionSql, since: Date): Promise<void> {
  await sql`create temporary table demo_batches on commit drop as select * from public.batches`;
  await sql`create temporary table demo_kits on commit drop as select * from public.batch_kits`;
  await sql`create temporary table demo_history on commit drop as select id from public.batch_stage_history`;
  await unwatched(
    sql,
    () => sql`
    update public.batches set stage = 'open', settled_at = null
    where closes_at > ${since} and closes_at < now()`,
  );
}

/** Counts too: the orders of the life are among those that the seed tells of. */
export async function restoreBatches(sql: TransactionSql): Promise<void> {
  await unwatched(sql, async () => {
    await sql`
      update public.batches b set stage = d.stage, settled_at = d.settled_at, version = d.version, updated_at = d.updated_at
      from demo_batches d where d.id = b.id`;
    await sql`
      update public.batch_kits k set ordered_count = greatest(d.ordered_count, k.ordered_count - d.ordered_count),
        settled_count = d.settled_count, dropped_at = d.dropped_at
      from demo_kits d where d.id = k.id`;
    await sql`delete from public.batch_stage_history h where not exists (select from demo_history d where d.id = h.id)`;
  });
}

/** The shop was there before its first order: its invoices and its stock begin then. */
export async function openEarlier(sql: TransactionSql, since: Date): Promise<void> {
  await unwatched(sql, async () => {
    await sql`update public.sellers set created_at = ${since} where created_at > ${since}`;
    await sql`update public.stock_ledger set at = ${since}`;
    await sql`update public.stock_pools set created_at = ${since}, updated_at = ${since}`;
    await sql`update private.staff set added_at = ${since}`;
  });
}
