/**
 * The only place in TypeScript that says how an order may move and who may move it. The same table
 * is `private.order_moves` in the database, which decides; `tests/cases/order-moves.json` holds both
 * together.
 */
export const orderStatuses = [
  'awaiting_payment',
  'paid',
  'in_production',
  'ready_to_ship',
  'shipped',
  'delivered',
  'expired',
  'cancelled',
  'refunded',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export function isOrderStatus(text: unknown): text is OrderStatus {
  return orderStatuses.some((status) => status === text);
}

export type OrderMover = 'customer' | 'staff' | 'shop';

export type OrderMove = {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly who: OrderMover;
  readonly needsReason: boolean;
};

const move = (
  from: OrderStatus,
  to: OrderStatus,
  who: OrderMover,
  needsReason = false,
): OrderMove => ({ from, to, who, needsReason });

export const orderMoves: readonly OrderMove[] = [
  move('awaiting_payment', 'cancelled', 'customer'),
  move('paid', 'cancelled', 'customer'),
  move('awaiting_payment', 'paid', 'staff'),
  move('awaiting_payment', 'cancelled', 'staff', true),
  move('paid', 'in_production', 'staff'),
  move('paid', 'ready_to_ship', 'staff'),
  move('paid', 'cancelled', 'staff', true),
  move('in_production', 'ready_to_ship', 'staff'),
  move('in_production', 'paid', 'staff', true),
  move('in_production', 'cancelled', 'staff', true),
  move('ready_to_ship', 'shipped', 'staff'),
  move('ready_to_ship', 'in_production', 'staff', true),
  move('ready_to_ship', 'paid', 'staff', true),
  move('ready_to_ship', 'cancelled', 'staff', true),
  move('shipped', 'delivered', 'staff'),
  move('delivered', 'shipped', 'staff', true),
  move('awaiting_payment', 'paid', 'shop'),
  move('awaiting_payment', 'expired', 'shop'),
  move('expired', 'paid', 'shop'),
  move('paid', 'refunded', 'shop'),
  move('in_production', 'refunded', 'shop'),
  move('ready_to_ship', 'refunded', 'shop'),
  move('shipped', 'refunded', 'shop'),
  move('delivered', 'refunded', 'shop'),
];

/** @example movesFrom('shipped', 'staff') // [{ from: 'shipped', to: 'delivered', … }] */
export function movesFrom(status: OrderStatus, who: OrderMover): readonly OrderMove[] {
  return orderMoves.filter((each) => each.from === status && each.who === who);
}

/** The order in which stages are shown; what ended has none. */
export const orderStages = [
  'awaiting_payment',
  'paid',
  'in_production',
  'ready_to_ship',
  'shipped',
  'delivered',
] as const satisfies readonly OrderStatus[];
