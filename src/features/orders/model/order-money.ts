/** Both are proposals: the database says what it allows. */
import type { OrderSummary } from './order.ts';

type Sums = Pick<
  OrderSummary,
  'status' | 'totalMinor' | 'capturedMinor' | 'refundedMinor' | 'refundDueMinor' | 'forgoneMinor'
>;

/** What an order costs beyond what came and stayed. */
export function balanceDue(order: Omit<Sums, 'status' | 'refundDueMinor'>): number {
  const cost = Math.max(order.totalMinor - order.forgoneMinor, 0);
  return Math.max(cost - order.capturedMinor + order.refundedMinor, 0);
}

/** What its customer still owes; of an order that expired, what a late payment would bring. */
export function moneyToCome(order: Sums): number {
  return order.status === 'cancelled' || order.status === 'refunded' ? 0 : balanceDue(order);
}

/** What came and is still here: no more can go back. */
export function moneyHere({ capturedMinor, refundedMinor }: Sums): number {
  return Math.max(capturedMinor - refundedMinor, 0);
}
