/** The only place that holds the last check of the shop, with when it was made. */
import { atom, onMount } from 'nanostores';
import { checkShop, readLastBuild } from '#backend/check-shop.ts';
import { readDeskRows } from '#backend/desk-rows.ts';
import { textOf, type DeskRow } from '#domain/desk-row.ts';
import { findDrift, type Finding, type PriceDrift } from '#domain/finding.ts';
import { $staff } from './staff.ts';

export type CheckState =
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'done';
      readonly findings: readonly Finding[];
      readonly drift: readonly PriceDrift[] | null;
      readonly builtAt: string | null;
      readonly at: string;
      /** The newest runs, this one first; as they were counted for the role that asks. */
      readonly runs: readonly DeskRow[];
    };

export const $check = atom<CheckState>({ kind: 'running' });

// Each role is told what it mends: another one is not shown what was found for the first.
onMount($check, () =>
  $staff.subscribe((role) => {
    if (role !== null) void runCheck();
  }),
);

export async function runCheck(): Promise<void> {
  $check.set({ kind: 'running' });
  const [found, built, live] = await Promise.all([checkShop(), readLastBuild(), readLivePages()]);
  if (!found.ok) {
    $check.set({ kind: 'failed', message: found.error.message });
    return;
  }
  const runs = await readDeskRows({
    table: 'check_runs',
    columns: 'id,at,faults,warnings',
    order: 'id',
    descending: true,
    limit: 20,
  });
  $check.set({
    kind: 'done',
    runs: runs.ok ? runs.value : [],
    findings: found.value,
    drift: built && live ? findDrift(built.pages, live) : null,
    builtAt: built?.builtAt ?? null,
    at: new Date().toISOString(),
  });
}

/** What would have a page of its own if the site were built now. */
async function readLivePages() {
  const read = await readDeskRows({
    table: 'products',
    columns: 'id,kind,url,title,status,publish_at',
    conditions: [
      { column: 'kind', operator: 'neq', value: 'artisan' },
      { column: 'status', operator: 'neq', value: 'draft' },
      { column: 'publish_at', operator: 'lte', value: new Date().toISOString() },
    ],
  });
  if (!read.ok) return null;
  return read.value.map((row) => ({
    path: `/${textOf(row, 'kind') === 'keyboard' ? 'keyboards' : 'products'}/${textOf(row, 'url')}`,
    title: textOf(row, 'title'),
  }));
}
