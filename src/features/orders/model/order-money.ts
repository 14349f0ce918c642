/** Both are proposals: the database says what it allows. */
import type { OrderSummary } from './order.ts';

export type Sums = Pick<
  OrderSummary,
  'status' | 'total_minor' | 'captured_minor' | 'refunded_minor' | 'forgone_minor'
>;

/** What an order costs beyond what came and stayed. */
export function balanceDue(order: Omit<Sums, 'status'>): number {
  const cost = Math.max(order.total_minor - order.forgone_minor, 0);
  return Math.max(cost - order.captured_minor + order.refunded_minor, 0);
}

/** What its customer still owes; of an order that expired, what a late payment would bring. */
export function moneyToCome(order: Sums): number {
  return order.status === 'cancelled' || order.status === 'refunded' ? 0 : balanceDue(order);
}

/** What came and is still here: no more can go back. */
export function moneyHere(order: Sums): number {
  return Math.max(order.captured_minor - order.refunded_minor, 0);
}
