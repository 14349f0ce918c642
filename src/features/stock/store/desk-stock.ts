/** Invariant: a count is written only while the pool holds what they saw. */
import { atom, map } from 'nanostores';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import { toldBy, type BackendError } from '#shared/backend/errors.ts';
import { stockActors } from '../api/stock-actors.ts';
import { adjustStock } from '../api/stock-pools.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Row, ValuesOf } from '#shared/backend/given.ts';
import {
  countOfPool,
  isReason,
  planCount,
  withCount,
  type CountMode,
  type PoolCount,
} from '../model/stock-count.ts';
import { createDeskTable } from '#desk-kit/store/desk-table.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';

export const poolTable = createDeskTable({
  name: 'stock-pools',
  source: {
    table: 'stock_pools',
    columns:
      'id,code,title,on_hand,allocated,updated_at,variants(title,product:products!variants_product_id_fkey(title))',
    searched: ['code', 'title'],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['code', 'title', 'on_hand', 'allocated', 'updated_at'],
    filterable: ['on_hand', 'allocated'],
    defaultSort: { column: 'title', direction: 'asc' },
  },
});

/** Everyone whom the database lets count: others are shown the counts alone. */
export const mayCount = (role: string | null): boolean => role === 'owner' || role === 'fulfilment';

export type LedgerRow = DeskRow<ValuesOf<'stock_ledger', typeof ledgerColumns>>;

export type PoolLedger =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'ready';
      readonly rows: readonly LedgerRow[];
      /** Which colleague it was, by the id of the row; null where that could not be read. */
      readonly actors: ReadonlyMap<number, string> | null;
    };

/** What any desk has read of a pool. */
type PoolValues = Pick<Row<'stock_pools'>, 'title' | 'code' | 'on_hand' | 'allocated'>;

export interface Counting {
  readonly pool: DeskRow<PoolValues> | null;
  readonly mode: CountMode;
  readonly typed: string;
  readonly reason: string;
  readonly isSaving: boolean;
  readonly problem: string | null;
  /** What somebody else made of it while this was typed. */
  readonly theirs: PoolCount | null;
  readonly ledger: PoolLedger;
}

const nothing: Counting = {
  pool: null,
  mode: 'counted',
  typed: '',
  reason: '',
  isSaving: false,
  problem: null,
  theirs: null,
  ledger: { kind: 'loading' },
};
export const $counting = map<Counting>(nothing);
/** What became of the last count, in words. */
export const $counted = atom<string | null>(null);

const ledgerLength = 8;
const ledgerColumns = 'id,at,reason,on_hand_delta,allocated_delta,on_hand_after';
/** Shows the new count on the screen from which it was opened. */
let show: (count: PoolCount) => void = () => {};

export function openCount<Values extends PoolValues>(
  pool: DeskRow<Values>,
  onCount: (pool: DeskRow<Values>) => void,
): void {
  show = (count) => onCount(withCount(pool, count));
  $counted.set(null);
  $counting.set({ ...nothing, pool });
  void readLedger();
}

export const closeCount = (): void => $counting.set(nothing);

export function patchCount(patch: Partial<Pick<Counting, 'mode' | 'typed' | 'reason'>>): void {
  $counting.set({ ...$counting.get(), ...patch, problem: null });
}

export async function readLedger(): Promise<void> {
  const { pool } = $counting.get();
  if (!pool) return;
  const read = await readDeskRows({
    table: 'stock_ledger',
    columns: ledgerColumns,
    conditions: [{ column: 'pool_id', operator: 'eq', value: pool.id }],
    order: 'id',
    descending: true,
    limit: ledgerLength,
  });
  const ledger = read.ok ? await withActors(read.value) : ({ kind: 'failed' } as const);
  const now = $counting.get();
  // What was read before still stands when a later look fails.
  const isKept = ledger.kind === 'failed' && now.ledger.kind === 'ready';
  if (now.pool?.id === pool.id && !isKept) $counting.setKey('ledger', ledger);
}

async function withActors(rows: readonly LedgerRow[]): Promise<PoolLedger> {
  const actors = await stockActors(rows.map(({ id }) => Number(id)));
  return { kind: 'ready', rows, actors: actors.ok ? actors.value : null };
}

export async function saveCount(): Promise<void> {
  const before = $counting.get();
  const { pool, mode, typed, reason, isSaving } = before;
  if (!pool || isSaving || !isReason(reason)) return;
  const seen = countOfPool(pool);
  const planned = planCount(seen, mode, typed);
  if (!planned.ok) return;
  $counting.set({ ...before, isSaving: true, problem: null });
  // Another pool may be open by the time of the answer.
  const showThis = show;
  const saved = await adjustStock({
    poolId: pool.id,
    delta: planned.value.delta,
    expectedOnHand: seen.onHand,
    reason: reason.trim(),
  });
  const isOpen = $counting.get().pool === pool;
  if (saved.ok) {
    showThis(saved.value);
    $counted.set(`${pool.values.title}: ${saved.value.onHand} on hand now.`);
    if (isOpen) closeCount();
  } else if (isOpen) refuse(pool, saved.error);
}

function refuse(pool: DeskRow<PoolValues>, error: BackendError): void {
  const now = currentOf(error);
  if (now) show(now);
  if (error.reason === 'stock_changed' && now) {
    $counting.set({ ...$counting.get(), isSaving: false, theirs: now });
    void readLedger();
    return;
  }
  const problem = askedAgain(error);
  $counting.set({
    ...$counting.get(),
    ...(now ? { pool: withCount(pool, now) } : {}),
    isSaving: false,
    problem,
  });
}

function currentOf(error: BackendError): PoolCount | null {
  const { on_hand: onHand, allocated } = toldBy<'adjust_stock'>(error);
  return onHand === undefined || allocated === undefined ? null : { onHand, allocated };
}

/** Theirs: what was typed is let go, the reason stays. Mine: it is written over what they made of it. */
export async function settleCount(keepMine: boolean): Promise<void> {
  const { pool, theirs } = $counting.get();
  if (!pool || !theirs) return;
  const current = withCount(pool, theirs);
  $counting.set({ ...$counting.get(), pool: current, theirs: null });
  if (keepMine) await saveCount();
  else $counting.setKey('typed', '');
}
