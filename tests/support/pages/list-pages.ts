import postgres, { type Sql, type TransactionSql } from 'postgres';
import type { Locator, Page } from 'playwright/test';
import { assumeCaller } from '../../../scripts/local-supabase/callers.ts';
import { databaseValueTypes } from '../../../scripts/local-supabase/database-values.ts';
import type { BuiltSite } from '../site.ts';

export async function withDatabase<T>(site: BuiltSite, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(site.databaseUrl, { max: 4, onnotice() {}, types: databaseValueTypes });
  try {
    return await work(sql as unknown as Sql);
  } finally {
    await sql.end();
  }
}

/** While the clock of the shop freezes, draws and offers nothing by itself: what a test does, it does alone. */
export async function withoutJobs<T>(site: BuiltSite, work: () => Promise<T>): Promise<T> {
  return withDatabase(site, async (sql) => {
    const done = await sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(hashtextextended('run_due_jobs', 0))`;
      return { value: await work() };
    });
    return done.value;
  });
}

/** Buys or asks as somebody without an account, as a page would. */
export async function asVisitor<T>(
  sql: Sql,
  work: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
  const done = await sql.begin(async (transaction) => {
    await assumeCaller(transaction, { role: 'anon', claims: { role: 'anon' } });
    return { value: await work(transaction) };
  });
  return done.value as T;
}

export interface StaticPlace {
  readonly path: string;
  /** The list of the demo shop in whose place the test's own is shown. */
  readonly demoTitle: string;
}

export const onArtisans = (demoTitle: string): StaticPlace => ({
  path: '/products/artisans',
  demoTitle,
});

/**
 * A page with a list of this test where the demo shop shows one of its own: pages are static, and the
 * demo's lists belong to everybody.
 */
export async function showList(
  page: Page,
  site: BuiltSite,
  listId: string,
  { path, demoTitle }: StaticPlace,
): Promise<Locator> {
  const demoId = await withDatabase(site, async (sql) => {
    const [row] = await sql<{ id: string }[]>`
      select id from public.lists where title = ${demoTitle}`;
    return row?.id ?? '';
  });
  // Replaced while the page is read: an answer made by the test would count as one from elsewhere,
  // from where the browser lets nobody reach this machine.
  await page.addInitScript(
    ([from = '', to = '']) => {
      new MutationObserver(() => {
        for (const found of document.querySelectorAll(`[data-list="${from}"]`)) {
          found.setAttribute('data-list', to);
        }
      }).observe(document, { childList: true, subtree: true });
    },
    [demoId, listId],
  );
  await page.goto(`${site.siteUrl}${path}`);
  return page.locator(`[data-list="${listId}"]`);
}
