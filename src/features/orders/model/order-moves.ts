/** What staff can do with the stage of many orders at once, and what of it can be taken back. */
import { formatMoney } from '#shared/money.ts';
import type { Order } from './order.ts';
import { moneyHere } from './order-money.ts';
import {
  orderMoves,
  orderStages,
  orderStatuses,
  type OrderMove,
  type OrderStatus,
} from './order-status.ts';

/** Where staff move orders to, in the order in which they are offered. */
export const staffTargets: readonly OrderStatus[] = [
  ...orderStatuses.filter((status) => orderStages[status].isPaid),
  'cancelled',
];

/** What staff ask for by name. Recording a payment makes an order paid, so that is none of them. */
const askedMoves = orderMoves.filter(
  ({ who, leaves }) => who === 'staff' && !leaves.includes('money'),
);

export function staffMove(from: string, to: string): OrderMove | undefined {
  return askedMoves.find((move) => move.from === from && move.to === to);
}

/** @example staffMovesFrom('shipped') // [{ from: 'shipped', to: 'delivered', … }] */
export function staffMovesFrom(from: OrderStatus): readonly OrderMove[] {
  return askedMoves.filter((move) => move.from === from);
}

const refusals: Readonly<Record<string, string>> = {
  money_due: 'A balance is due. Record the payment or give a reason to continue without it',
  not_complete:
    'It is sent together and a part is not ready. Change the order to send each part when it is ready',
  withdrawn: 'The customer withdrew from it. Settle or decline that under Returns first',
};

/** @example refusalWords('illegal_move') // 'illegal move' */
export const refusalWords = (reason: string | null): string =>
  refusals[reason ?? ''] ?? (reason ?? 'refused').replaceAll('_', ' ');

/** As the database asks for it. */
export const isReasonEnough = (reason: string): boolean => reason.trim().length >= 3;

/** How many of the orders with these stages may go there. */
export function countMovable(stages: readonly string[], to: OrderStatus): number {
  return stages.filter((from) => staffMove(from, to) !== undefined).length;
}

/** The stage that most of the orders may go to next: on rather than back. */
export function mostUsefulTarget(stages: readonly string[]): OrderStatus {
  const ranked = staffTargets.map((to, place) => {
    const moves = stages.flatMap((from) => staffMove(from, to) ?? []);
    const isOnward = moves.some(({ needsReason }) => !needsReason);
    return { to, place, count: moves.length, isOnward };
  });
  const [best] = ranked.toSorted(
    (a, b) =>
      Number(b.count > 0) - Number(a.count > 0) ||
      Number(b.isOnward) - Number(a.isOnward) ||
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
  const { leaves } = move;
  const back = staffMove(to, from);
  if (leaves.length === 0 && back) return null;
  if (to === 'cancelled')
    return 'The stock is released, the customer gets an e-mail, and what they paid is due as a refund. You can’t reopen a cancelled order: after a mistake, create a new one.';
  if (!back)
    return 'The items leave stock and the customer gets an e-mail. You can’t undo this: after a mistake, write to the customer and correct the stock.';
  const reason = back.needsReason ? ' with a reason' : '';
  const again = back.leaves.includes('mail')
    ? 'which sends another e-mail'
    : 'which tells the customer nothing';
  return `The customer gets an e-mail, which can’t be recalled. After a mistake, move it to ${nameOf(move.from)}${reason}, ${again}.`;
}

/** What a move of one order does to its customer, the goods and the money, before it is made. */
export function moveEffects(order: Order, to: OrderStatus): readonly string[] {
  const mail = staffMove(order.status, to)?.leaves.includes('mail') ? orderStages[to].mail : null;
  const told =
    mail === null
      ? 'The customer is told nothing.'
      : `${order.email ?? 'The customer'} gets an e-mail that ${mail}.`;
  if (to !== 'cancelled') return [told];
  const here = moneyHere(order);
  const money =
    here > 0
      ? `${formatMoney(here, order.currency)} is then due as a refund.`
      : 'Nothing was paid.';
  return [told, `Its goods are on sale again. ${money}`, 'You can’t reopen a cancelled order.'];
}
