import assert from 'node:assert/strict';
import type { Sql } from 'postgres';
import { anonymous, person, service, type TestSql } from '../database.ts';

let count = 0;

/** A product that nobody has seen yet; gives its id. */
export async function addProduct(
  sql: Sql,
  {
    status = 'published',
    at = 'now',
    title = 'Drop',
  }: { status?: string; at?: string; title?: string } = {},
): Promise<{ id: string; url: string }> {
  count += 1;
  const url = `drop-${count}`;
  const [row] = await sql<{ id: string }[]>`
    insert into public.products (kind, category, url, title, summary, status, publish_at)
    values ('product', 'desk_mat', ${url}, ${`${title} ${count}`}, 'A new one.', ${status}::public.publish_status, ${at}::timestamptz) returning id`;
  assert.ok(row);
  return { id: row.id, url };
}

/** Of a product that has been there for long. */
export async function addBatch(
  sql: Sql,
  product: string,
  { stage = 'announced', opensAt = 'now' }: { stage?: string; opensAt?: string } = {},
): Promise<string> {
  count += 1;
  const [row] = await sql<{ id: string }[]>`
    insert into public.batches (product_id, code, title, number, stage, opens_at, closes_at)
    values (${product}, ${`DROP-${count}`}, ${`Drop batch ${count}`}, ${count + 100}, ${stage}::public.batch_stage,
      ${opensAt}::timestamptz, now() + interval '300 days') returning id`;
  assert.ok(row);
  return row.id;
}

export async function addKit(
  sql: Sql,
  {
    product,
    batch,
    ordered,
    moq,
  }: { product: string; batch: string; ordered: number; moq: number },
): Promise<void> {
  count += 1;
  const [variant] = await sql<{ id: string }[]>`
    insert into public.variants (product_id, sku, title, availability, price_minor, weight_grams)
    values (${product}, ${`DROP-KIT-${count}`}, 'Base kit', 'group_buy', 9000, 800) returning id`;
  await sql`
    insert into public.batch_kits (batch_id, variant_id, moq, ordered_count)
    values (${batch}, ${variant?.id ?? ''}, ${moq}, ${ordered})`;
}

export async function addList(
  sql: Sql,
  product: string,
  { status = 'open', opensAt = 'now' }: { status?: string; opensAt?: string } = {},
): Promise<string> {
  count += 1;
  const [row] = await sql<{ id: string }[]>`
    insert into public.lists (kind, product_id, title, status, opens_at)
    values ('waiting_list', ${product}, ${`Drop list ${count}`}, ${status}::public.list_status, ${opensAt}::timestamptz) returning id`;
  assert.ok(row);
  return row.id;
}

/** Everything new so far is noted, told and forgotten by its readers and webhooks. */
export async function clearDrops(sql: Sql): Promise<void> {
  await sql`delete from private.webhooks`;
  await sql`select private.note_news()`;
  await sql`update private.news set noted_at = now() - interval '4 days'`;
  await sql`delete from private.follows`;
  await sql`delete from private.browsers`;
  await sql`delete from public.outbox`;
  await sql`delete from private.guesses`;
}

/** The jobs, a quarter of an hour after they found what is new. */
export async function runDropJobs(sql: Sql): Promise<void> {
  await sql`select private.note_news()`;
  await later(sql, '15 minutes');
  const [row] = await sql<{ done: Record<string, unknown> }[]>`
    select private.run_due_jobs() as done`;
  assert.equal(row?.done['drops_failed'], undefined);
}

/** As if that much time had passed. */
export async function later(sql: Sql, time: string): Promise<void> {
  await sql`update private.news set noted_at = noted_at - ${time}::interval, at = at - ${time}::interval`;
  await sql`
    update private.follows set digest_at = digest_at - ${time}::interval, asked_at = asked_at - ${time}::interval,
      confirmed_at = confirmed_at - ${time}::interval, ended_at = ended_at - ${time}::interval`;
  await sql`
    update private.browser_follows set told_at = told_at - ${time}::interval, asked_at = asked_at - ${time}::interval`;
  await sql`update private.notices set send_after = send_after - ${time}::interval, created_at = created_at - ${time}::interval`;
  await sql`
    update private.webhook_calls set call_after = call_after - ${time}::interval, created_at = created_at - ${time}::interval`;
}

export interface WaitingCall {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly news: Readonly<Record<string, unknown>>;
}

export async function claimCalls(database: TestSql, most = 20): Promise<readonly WaitingCall[]> {
  return database.keepAs(service, async (sql) => {
    const [row] = await sql<
      { calls: WaitingCall[] }[]
    >`select public.claim_webhook_calls(${most}) as calls`;
    return row?.calls ?? [];
  });
}

export async function dropsSeen(database: TestSql): Promise<readonly string[]> {
  return database.as(anonymous, async (sql) => {
    const rows = await sql<{ kind: string; id: string }[]>`select kind, id from public.drops`;
    return rows.map(({ kind, id }) => `${kind} ${id}`);
  });
}

/** By an owner; gives its id and what signs. */
export async function addWebhook(
  database: TestSql,
  tells: readonly string[] = ['drops', 'minimums', 'stages', 'draws'],
  url = 'https://discord.com/api/webhooks/1/token-of-the-chat',
): Promise<{ id: string; secret: string }> {
  return database.keepAs(person('owner'), async (sql) => {
    const [row] = await sql<{ made: { id: string; secret: string } }[]>`
      select public.save_webhook('Chat', ${url}, ${tells as string[]}, true) as made`;
    assert.ok(row);
    return row.made;
  });
}
