import assert from 'node:assert/strict';
import type { Sql } from 'postgres';
import { anonymous, type TestSql } from '../database.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';

export interface FollowAnswer {
  readonly is_asked: boolean;
  readonly is_followed?: boolean;
  readonly reason?: string;
  readonly status: string;
}

export async function productId(sql: Sql, url: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from public.products where url = ${url}`;
  assert.ok(row, url);
  return row.id;
}

export async function follow(
  database: TestSql,
  asked: { product: string; variant?: string; email?: string; as?: Caller },
): Promise<FollowAnswer> {
  return database.keepAs(asked.as ?? anonymous, async (sql) => {
    const [row] = await sql<{ answer: Omit<FollowAnswer, 'status'> }[]>`
      select public.follow_product(${asked.product}, ${asked.variant ?? null}, ${asked.email ?? null}) as answer`;
    const [after] = await sql<{ status: string | null }[]>`
      select current_setting('response.status', true) as status`;
    assert.ok(row);
    return { ...row.answer, status: after?.status ?? '' };
  });
}

/** The secret of the newest mail of a kind to an address. */
export async function secretOf(sql: Sql, email: string, kind = 'follow_asked'): Promise<string> {
  const [row] = await sql<{ secret: string }[]>`
    select (select s.secrets ->> 'follow_secret' from private.mail_secrets s where s.mail_id = outbox.id) as secret from public.outbox
    where recipient = ${email} and kind = ${kind} order by created_at desc limit 1`;
  assert.ok(row, `no ${kind} to ${email}`);
  return row.secret;
}

export async function answer(database: TestSql, secret: string | null, isWanted: boolean) {
  return database.keepAs(anonymous, async (sql) => {
    const [row] = await sql<{ answer: Record<string, unknown> }[]>`
      select public.answer_follow(${secret}, ${isWanted}) as answer`;
    const [after] = await sql<{ status: string | null }[]>`
      select current_setting('response.status', true) as status`;
    return { ...row?.answer, status: after?.status ?? '' } as Record<string, unknown>;
  });
}

export async function followByMail(
  database: TestSql,
  email: string,
  product: string,
  variant?: string,
) {
  await follow(database, { product, email, ...(variant === undefined ? {} : { variant }) });
  const secret = await secretOf(database.sql, email);
  await answer(database, secret, true);
  return secret;
}

/** Takes every piece of one variant off its shelf; gives its ids. */
export async function sellOut(sql: Sql, sku: string) {
  const [row] = await sql<{ product: string; variant: string; pool: string }[]>`
    select product_id as product, id as variant, stock_pool_id as pool from public.variants where sku = ${sku}`;
  assert.ok(row, sku);
  await stock(sql, row.pool, 0);
  return row;
}

export async function stock(sql: Sql, pool: string, onHand: number): Promise<void> {
  await sql.begin(async (one) => {
    await one`select set_config('keywright.stock_reason', 'test', true)`;
    await one`update public.stock_pools set on_hand = ${onHand} + allocated where id = ${pool}`;
  });
}

export async function runFollowJobs(sql: Sql): Promise<void> {
  const [row] = await sql<
    { done: Record<string, unknown> }[]
  >`select private.run_due_jobs() as done`;
  assert.equal(row?.done['follows_failed'], undefined);
}
