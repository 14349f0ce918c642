/** Both are proposals: the database says what it allows. */
import type { OrderSummary } from './order.ts';

type Sums = Pick<
  OrderSummary,
  'status' | 'totalMinor' | 'capturedMinor' | 'refundedMinor' | 'refundDueMinor'
>;

/** What its customer still owes; of an order that expired, what a late payment would bring. */
export function moneyToCome({ status, totalMinor, capturedMinor, refundedMinor }: Sums): number {
  if (status === 'cancelled' || status === 'refunded' || refundedMinor > 0) return 0;
  return Math.max(totalMinor - capturedMinor, 0);
}

/** What came and is still here: no more can go back. */
export function moneyHere({ capturedMinor, refundedMinor }: Sums): number {
  return Math.max(capturedMinor - refundedMinor, 0);
}

/** What its customer has to get, or else all that is here. */
export function moneyToGiveBack(order: Sums): number {
  const here = moneyHere(order);
  return order.refundDueMinor > 0 ? Math.min(order.refundDueMinor, here) : here;
}
