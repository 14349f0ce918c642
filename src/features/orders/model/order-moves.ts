/** What staff can do with the stage of many orders at once, and what of it can be taken back. */
import { orderMoves, orderStages, type OrderMove, type OrderStatus } from './order-status.ts';

/** Where staff move orders to, in the order in which they are offered. */
export const staffTargets: readonly OrderStatus[] = [...orderStages.slice(1), 'cancelled'];

export function staffMove(from: string, to: string): OrderMove | undefined {
  return orderMoves.find((move) => move.from === from && move.to === to && move.who === 'staff');
}

/** How many of the orders with these stages may go there. */
export function countMovable(stages: readonly string[], to: OrderStatus): number {
  return stages.filter((from) => staffMove(from, to) !== undefined).length;
}

/**
 * The stage that most of the orders may go to next: on rather than back, and where money is recorded
 * only when nothing else is left.
 */
export function mostUsefulTarget(stages: readonly string[]): OrderStatus {
  const ranked = staffTargets.map((to, place) => {
    const moves = stages.flatMap((from) => staffMove(from, to) ?? []);
    const isOnward = moves.some(({ needsReason }) => !needsReason);
    const books = moves.some(({ leaves = [] }) => leaves.includes('money'));
    return { to, place, count: moves.length, isOnward, books };
  });
  const [best] = ranked.toSorted(
    (a, b) =>
      Number(b.count > 0) - Number(a.count > 0) ||
      Number(b.isOnward) - Number(a.isOnward) ||
      Number(a.books) - Number(b.books) ||
      b.count - a.count ||
      a.place - b.place,
  );
  return best?.to ?? 'in_production';
}

/** What stays of a move whatever is done next, and what to do about a mistake; null where nothing stays. */
export function whatStays(
  from: string,
  to: string,
  nameOf: (stage: OrderStatus) => string,
): string | null {
  const move = staffMove(from, to);
  if (!move) return null;
  const { leaves = [] } = move;
  const back = staffMove(to, from);
  if (leaves.length === 0 && back) return null;
  if (leaves.includes('money'))
    return 'The balance is recorded as received and the customer gets a mail. That can’t be taken back here: after a mistake, refund the amount on the order’s page, which ends the order.';
  if (to === 'cancelled')
    return 'The goods are free again, the customer gets a mail, and what was paid is due as a refund. A cancelled order can’t be opened again: after a mistake, make a new order.';
  if (!back)
    return 'The goods leave the stock and the customer gets a mail. This can’t be taken back: after a mistake, write to the customer and correct the stock.';
  const reason = back.needsReason ? ' with a reason' : '';
  const again = back.leaves?.includes('mail')
    ? 'which sends another mail'
    : 'which tells the customer nothing';
  return `The customer gets a mail, which can’t be taken back. After a mistake, move it to ${nameOf(move.from)}${reason}, ${again}.`;
}
