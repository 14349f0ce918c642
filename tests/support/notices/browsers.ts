import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { anonymous, service, type TestSql } from '../database.ts';
import { clearDrops } from '../data/drops.ts';
import { runFollowJobs } from '../data/follows.ts';
import { makePushReader } from './push-reader.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';

export interface TestBrowser {
  readonly endpoint: string;
  readonly public_key: string;
  readonly secret: string;
}

export function newBrowser(changes: Partial<TestBrowser> = {}): TestBrowser {
  const { publicKey, secret } = makePushReader();
  return {
    endpoint: `https://updates.push.services.mozilla.com/wpush/v2/${randomUUID()}`,
    public_key: publicKey,
    secret,
    ...changes,
  };
}

interface Answer {
  readonly is_followed?: boolean;
  readonly reason?: string;
}

/** Whether it follows, or why not. */
export async function followIn(
  database: TestSql,
  browser: object | null,
  product: string | null = null,
  { as = anonymous, language = 'en' }: { as?: Caller; language?: string } = {},
): Promise<string> {
  return database.keepAs(as, async (sql) => {
    const headers = JSON.stringify({ 'x-client-info': `keywright/${language}` });
    await sql`select set_config('request.headers', ${headers}, true)`;
    const [row] = await sql<{ answer: Answer }[]>`
      select public.follow_in_browser(${browser === null ? null : sql.json({ ...browser })}, ${product}) as answer`;
    return row?.answer.is_followed === true ? 'follows' : String(row?.answer.reason);
  });
}

export async function stopIn(
  database: TestSql,
  endpoint: string,
  product: string | null = null,
): Promise<boolean> {
  return database.keepAs(anonymous, async (sql) => {
    const [row] = await sql<{ ended: boolean }[]>`
      select public.unfollow_in_browser(${endpoint}, ${product}) as ended`;
    assert.ok(row);
    return row.ended;
  });
}

interface KnownBrowser {
  readonly id: string | null;
  readonly key: string | null;
  readonly product_ids: readonly (string | null)[];
}

export async function noticesIn(database: TestSql, endpoint: string | null): Promise<KnownBrowser> {
  return database.keepAs(anonymous, async (sql) => {
    const [row] = await sql<
      { facts: KnownBrowser }[]
    >`select public.browser_notices(${endpoint}) as facts`;
    assert.ok(row);
    return row.facts;
  });
}

export interface ClaimedNotice extends TestBrowser {
  readonly id: string;
  readonly kind: string;
  readonly language: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export async function claimNotices(
  database: TestSql,
  most = 50,
  silent: readonly string[] = [],
): Promise<readonly ClaimedNotice[]> {
  return database.keepAs(service, async (sql) => {
    const [row] = await sql<{ claimed: { notices: ClaimedNotice[] } }[]>`
      select public.claim_notices(${most}, ${[...silent]}) as claimed`;
    return row?.claimed.notices ?? [];
  });
}

/** Whether it is given up by now. */
export async function noteNotice(
  database: TestSql,
  id: string,
  problem: string | null,
  isGone = false,
  waitSeconds = 0,
): Promise<boolean> {
  return database.keepAs(service, async (sql) => {
    const [row] = await sql<{ over: boolean }[]>`
      select public.notice_sent(${id}, ${problem}, ${isGone}, ${waitSeconds}) as over`;
    return row?.over === true;
  });
}

export async function keepKeys(database: TestSql, publicKey: string): Promise<boolean> {
  return database.keepAs(service, async (sql) => {
    const [row] = await sql<{ kept: boolean }[]>`
      select public.keep_notice_keys(${publicKey}, ${'d'.repeat(43)}) as kept`;
    return row?.kept === true;
  });
}

export const shopKey = `B${'k'.repeat(86)}`;

/** Nobody follows anything, nothing is new, and the shop has its keys. */
export async function clearNotices(database: TestSql): Promise<void> {
  await clearDrops(database.sql);
  await database.sql`delete from public.updates where url like 'told-in-browsers-%'`;
  await keepKeys(database, shopKey);
}

let updates = 0;

/** Gives its address. */
export async function publishUpdate(
  { sql }: TestSql,
  product: string,
  at = 'now',
): Promise<string> {
  updates += 1;
  const url = `told-in-browsers-${updates}`;
  const [update] = await sql<{ id: string }[]>`
    insert into public.updates (url, title, summary, body, status, publish_at)
    values (${url}, 'A new sample', 'It came today.', 'It came.', 'published', ${at}::timestamptz) returning id`;
  await sql`insert into public.update_products values (${update?.id ?? ''}, ${product})`;
  return url;
}

/** A browser that is to be told of an update. */
export async function addNotice(database: TestSql, product: string): Promise<TestBrowser> {
  const browser = newBrowser();
  await followIn(database, browser, product);
  await publishUpdate(database, product);
  await runFollowJobs(database.sql);
  return browser;
}
