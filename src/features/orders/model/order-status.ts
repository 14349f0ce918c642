/**
 * The same table is `private.order_moves` in the database, which decides;
 * `tests/cases/order-moves.json` holds both together.
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
  /** What stays of a move that staff make, whatever is done afterwards. */
  readonly leaves?: readonly MoveTrace[];
};

export type MoveTrace = 'money' | 'mail';

const move = (
  from: OrderStatus,
  to: OrderStatus,
  who: OrderMover,
  needsReason = false,
): OrderMove => ({ from, to, who, needsReason });

const staffMove = (
  from: OrderStatus,
  to: OrderStatus,
  leaves: readonly MoveTrace[],
  needsReason = false,
): OrderMove => ({ from, to, who: 'staff', needsReason, leaves });

export const orderMoves: readonly OrderMove[] = [
  move('awaiting_payment', 'cancelled', 'customer'),
  move('paid', 'cancelled', 'customer'),
  move('in_production', 'cancelled', 'customer'),
  move('ready_to_ship', 'cancelled', 'customer'),
  staffMove('awaiting_payment', 'paid', ['money', 'mail']),
  staffMove('awaiting_payment', 'cancelled', ['mail'], true),
  staffMove('paid', 'in_production', ['mail']),
  staffMove('paid', 'ready_to_ship', ['mail']),
  staffMove('paid', 'cancelled', ['mail'], true),
  staffMove('in_production', 'ready_to_ship', ['mail']),
  staffMove('in_production', 'paid', [], true),
  staffMove('in_production', 'cancelled', ['mail'], true),
  staffMove('ready_to_ship', 'shipped', ['mail']),
  staffMove('ready_to_ship', 'in_production', ['mail'], true),
  staffMove('ready_to_ship', 'paid', [], true),
  staffMove('ready_to_ship', 'cancelled', ['mail'], true),
  staffMove('shipped', 'delivered', ['mail']),
  staffMove('delivered', 'shipped', ['mail'], true),
  move('awaiting_payment', 'paid', 'shop'),
  move('awaiting_payment', 'expired', 'shop'),
  move('awaiting_payment', 'cancelled', 'shop', true),
  move('expired', 'paid', 'shop'),
  move('paid', 'refunded', 'shop'),
  move('in_production', 'refunded', 'shop'),
  move('ready_to_ship', 'refunded', 'shop'),
  move('shipped', 'refunded', 'shop'),
  move('delivered', 'refunded', 'shop'),
];

/** The order in which stages are shown; what ended has none. */
export const orderStages = [
  'awaiting_payment',
  'paid',
  'in_production',
  'ready_to_ship',
  'shipped',
  'delivered',
] as const satisfies readonly OrderStatus[];
