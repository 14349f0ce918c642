/**
 * Invariant: what one group found stays whatever becomes of the next, and all groups of a check count
 * as one run.
 */
import { atom, onMount } from 'nanostores';
import { checkShop, readLastBuild } from '../api/check-shop.ts';
import { readDeskRows, readEveryRow } from '#desk-kit/api/desk-rows.ts';
import { resendMail } from '../api/mails.ts';
import { buildGroup, groupsOf, type CheckGroup } from '../model/check-groups.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { ValuesOf } from '#shared/backend/given.ts';
import {
  findDrift,
  mailOf,
  type DriftPage,
  type Finding,
  type PageDrift,
} from '../model/finding.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';
import { $staff } from '#desk-kit/store/staff.ts';

export interface FailedGroup {
  readonly group: CheckGroup;
  readonly message: string;
}

const runColumns = 'id,at,faults,warnings,groups';
export type RunRow = DeskRow<ValuesOf<'check_runs', typeof runColumns>>;

export interface CheckState {
  readonly status: 'running' | 'stopped' | 'done';
  readonly groups: readonly CheckGroup[];
  /** How many were looked at, those that failed among them. */
  readonly looked: number;
  readonly findings: readonly Finding[];
  readonly failed: readonly FailedGroup[];
  readonly at: string;
  readonly run: number | null;
  readonly drift: readonly PageDrift[] | null;
  readonly builtAt: string | null;
  /** The newest runs, this one first; as they were counted for the role that asks. */
  readonly runs: readonly RunRow[];
}

const nothing: CheckState = {
  status: 'running',
  groups: [],
  looked: 0,
  findings: [],
  failed: [],
  at: '',
  run: null,
  drift: null,
  builtAt: null,
  runs: [],
};

export const $check = atom<CheckState>(nothing);

/** Of the check that goes on. */
let going = new AbortController();

// Each role is told what it mends: another one is not shown what was found for the first.
onMount($check, () => {
  const leave = $staff.subscribe((role) => {
    if (role !== null) void runCheck();
  });
  return () => {
    going.abort();
    leave();
  };
});

function change(part: Partial<CheckState>): void {
  $check.set({ ...$check.get(), ...part });
}

export async function runCheck(): Promise<void> {
  const role = $staff.get();
  if (role === null) return;
  going.abort();
  going = new AbortController();
  const groups = [...groupsOf(role), buildGroup];
  $check.set({ ...nothing, groups, at: new Date().toISOString(), runs: $check.get().runs });
  await look(groups, going.signal);
}

/** Only what could not be looked at: the rest stays as it was found. */
export async function checkFailedAgain(): Promise<void> {
  const { failed, groups } = $check.get();
  const again = failed.map(({ group }) => group);
  going.abort();
  going = new AbortController();
  change({ status: 'running', failed: [], looked: groups.length - again.length });
  await look(again, going.signal);
}

export function stopCheck(): void {
  going.abort();
  change({ status: 'stopped' });
}

async function look(groups: readonly CheckGroup[], signal: AbortSignal): Promise<void> {
  for (const group of groups) {
    // One after another: each is told as it is found, and none waits in a queue of the database.
    const problem = await (group === buildGroup ? lookAtBuild(signal) : lookAt(group, signal));
    if (signal.aborted) return;
    const { looked, failed } = $check.get();
    change({
      looked: looked + 1,
      failed: problem === null ? failed : [...failed, { group, message: problem }],
    });
  }
  const runs = await readDeskRows({
    table: 'check_runs',
    columns: runColumns,
    order: 'id',
    descending: true,
    limit: 20,
  });
  if (signal.aborted) return;
  change({ status: 'done', ...(runs.ok ? { runs: runs.value } : {}) });
}

/** What went wrong, or null. */
async function lookAt(group: CheckGroup, signal: AbortSignal): Promise<string | null> {
  const checked = await checkShop({ group: group.id, run: $check.get().run }, { signal });
  if (signal.aborted) return null;
  if (!checked.ok) return checked.error.message;
  const findings = [...$check.get().findings, ...checked.value.findings];
  change({ run: checked.value.run, findings: findings.toSorted(bySeverity) });
  return null;
}

/** Faults first; what was found together keeps its order. */
const bySeverity = (a: Finding, b: Finding) => a.severity.localeCompare(b.severity);

async function lookAtBuild(signal: AbortSignal): Promise<string | null> {
  const [built, live] = await Promise.all([readLastBuild(), readLivePages()]);
  if (!signal.aborted) {
    change({
      drift: built && live ? findDrift(built.pages, live) : null,
      builtAt: built?.builtAt ?? null,
    });
  }
  return null;
}

/** More pages than that no build of one evening makes. */
const mostPages = 20_000;

/** What would have a page of its own if the site were built now. */
async function readLivePages(): Promise<readonly DriftPage[] | null> {
  const read = await readEveryRow(
    {
      table: 'products',
      columns: 'id,kind,url,title,status,publish_at,variants(sku,price_minor)',
      conditions: [
        { column: 'kind', operator: 'neq', value: 'artisan' },
        { column: 'status', operator: 'neq', value: 'draft' },
        { column: 'publish_at', operator: 'lte', value: new Date().toISOString() },
      ],
    },
    mostPages,
  );
  if (!read.ok) return null;
  return read.value.map(({ values: { kind, url, title, variants } }) => ({
    path: `/${kind === 'keyboard' ? 'keyboards' : 'products'}/${url}`,
    title,
    prices: new Map(variants.map(({ sku, price_minor: price }) => [sku, price])),
  }));
}

export interface SendingState {
  /** The mails that are being sent once more, and those that were. */
  readonly sending: ReadonlySet<string>;
  readonly sent: ReadonlySet<string>;
  readonly problem: string | null;
}

export const $sending = atom<SendingState>({ sending: new Set(), sent: new Set(), problem: null });

export async function sendAgain(finding: Finding): Promise<void> {
  const id = mailOf(finding);
  const { sending, sent } = $sending.get();
  if (id === null || sending.has(id) || sent.has(id)) return;
  $sending.set({ sending: new Set([...sending, id]), sent, problem: null });
  const again = await resendMail(id);
  const now = $sending.get();
  $sending.set({
    sending: new Set([...now.sending].filter((one) => one !== id)),
    sent: again.ok ? new Set([...now.sent, id]) : now.sent,
    problem: again.ok ? null : askedAgain(again.error),
  });
}
