/** Invariant: a pool never holds less than is promised to orders. */
import { numberOf, type DeskRow, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { fail, succeed, type Result } from '#shared/result.ts';

export interface PoolCount {
  readonly onHand: number;
  readonly allocated: number;
}

/** Either the whole pile was counted, or so many came or went. */
export type CountMode = 'counted' | 'changed';

export interface PlannedCount {
  readonly delta: number;
  readonly after: number;
}

/** The database takes no bigger step at once. */
const biggestStep = 1_000_000;

type Counted = Pick<Row<'stock_pools'>, 'on_hand' | 'allocated'>;

/** Of a pool that a form only begins with, too. */
export function countOfPool(pool: Draft<Counted>): PoolCount {
  return { onHand: numberOf(pool, 'on_hand') ?? 0, allocated: numberOf(pool, 'allocated') ?? 0 };
}

export function withCount<Values extends Counted>(
  pool: DeskRow<Values>,
  { onHand, allocated }: PoolCount,
): DeskRow<Values> {
  return { ...pool, values: { ...pool.values, on_hand: onHand, allocated } };
}

export const freeOf = ({ onHand, allocated }: PoolCount): number => onHand - allocated;

/** @example planCount({ onHand: 12, allocated: 2 }, 'changed', '-3') // { delta: -3, after: 9 } */
export function planCount(
  { onHand, allocated }: PoolCount,
  mode: CountMode,
  typed: string,
): Result<PlannedCount, string> {
  const text = typed.trim().replace('−', '-');
  const shape = mode === 'counted' ? /^\d{1,7}$/ : /^[+-]?\d{1,7}$/;
  if (!shape.test(text)) {
    return fail(
      mode === 'counted' ? 'Enter a whole number.' : 'Enter a whole number such as 12 or -3.',
    );
  }
  const delta = mode === 'counted' ? Number(text) - onHand : Number(text);
  const after = onHand + delta;
  if (delta === 0) return fail(`The count is already ${onHand}.`);
  if (Math.abs(delta) > biggestStep) return fail('At most 1,000,000 at once.');
  if (after < 0) return fail(`There are only ${onHand}.`);
  if (after < allocated) {
    return fail(`${allocated} are reserved for orders, so the count can’t be lower.`);
  }
  return succeed({ delta, after });
}

/** Three hundred characters at most, as the ledger keeps them. */
export function isReason(text: string): boolean {
  const { length } = text.trim();
  return length >= 2 && length <= 300;
}

/** @example signed(-3) // '−3' */
export function signed(count: number): string {
  if (count === 0) return '0';
  return `${count > 0 ? '+' : '−'}${Math.abs(count).toLocaleString('en-GB')}`;
}

/** @example drawersOf(pool) // 'Merlow in slate; Merlow, extras' */
export const drawersOf = ({ values }: DeskRow<{ readonly variants: readonly Drawer[] }>): string =>
  values.variants.map(({ title, product }) => `${product.title}, ${title}`).join('; ');

interface Drawer {
  readonly title: string;
  readonly product: { readonly title: string };
}
