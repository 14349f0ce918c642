/** Invariant: a kind of event that this build does not know is still told, plainly. */
import { balanceDue, type Sums } from './order-money.ts';
import { batchStages, stageProgress } from '#features/batches/model/batch-road.ts';
import { stageName, stageShelf, type BatchStage } from '#features/batches/model/batch-stage.ts';
import type { Row } from '#shared/backend/given.ts';
import { etaOf, etaWords, shipsOn, type Eta } from '#shared/eta.ts';
import type { Order, OrderEvent, OrderLine, OrderShipment, OrderSummary } from './order.ts';
import { isToSend, orderStages, stageOf } from './order-status.ts';
import type { Tone } from '#shared/tone.ts';

/** Of a stage that this build does not know, its code. */
export const orderStatusName = (status: string): string => stageOf(status)?.name ?? status;

export interface OrderState {
  readonly label: string;
  readonly tone: Tone;
}

type MoneyFacts = Omit<Sums, 'total_minor' | 'forgone_minor'> &
  Pick<Row<'orders'>, 'due_minor' | 'refund_due_minor'>;

/** How an order stands with money, whatever its stage. */
export function moneyState(order: MoneyFacts): OrderState {
  const { status, captured_minor: came, refunded_minor: back } = order;
  const here = came - back;
  if (order.refund_due_minor > 0) return { label: 'Refund due', tone: 'bad' };
  if ((order.due_minor ?? 0) > 0)
    return { label: here > 0 ? 'Partly paid' : 'Unpaid', tone: 'waiting' };
  if (back > 0) return { label: here > 0 ? 'Partly refunded' : 'Refunded', tone: 'plain' };
  const isOver = status === 'expired' || status === 'cancelled';
  return came === 0 && isOver
    ? { label: 'Not paid', tone: 'plain' }
    : { label: 'Paid', tone: 'good' };
}

const shipments: Readonly<Record<string, OrderState>> = {
  planned: { label: 'Not shipped', tone: 'plain' },
  partly_shipped: { label: 'Partly shipped', tone: 'waiting' },
  shipped: { label: 'Shipped', tone: 'good' },
  delivered: { label: 'Delivered', tone: 'good' },
};

/** How far its parcels are; null where it has none that will leave. */
export function shipmentState(shipment: string, status: string): OrderState | null {
  if (shipment === 'planned' && hasEnded(status)) return null;
  return shipments[shipment] ?? null;
}

/** A stage that this build does not know is plain. */
export const orderTone = (status: string): Tone => stageOf(status)?.tone ?? 'plain';

/** A guest's, until its mail was opened or it was paid. */
export function awaitsConfirmation(order: Pick<Order, 'status' | 'keep_until'>): boolean {
  return order.status === 'awaiting_payment' && order.keep_until !== null;
}

/** What is still to be paid; nothing once it was paid or has ended. */
export function amountDue(order: Sums): number {
  return order.status === 'awaiting_payment' ? balanceDue(order) : 0;
}

/** What an order that was paid costs more by now, as long as it can be paid. */
export function differenceDue(order: Sums): number {
  return isToSend(order.status) ? balanceDue(order) : 0;
}

/** What asks for something of its customer comes first, then the newest. */
export function byUrgency(orders: readonly OrderSummary[]): readonly OrderSummary[] {
  const rank = (order: OrderSummary) =>
    amountDue(order) > 0 || order.address_question !== null ? 0 : 1;
  return orders.toSorted((a, b) => rank(a) - rank(b) || b.placed_at.localeCompare(a.placed_at));
}

const told: Readonly<Record<string, string>> = {
  placed: 'You placed the order',
  paid: 'Your payment arrived',
  paid_late: 'Your payment arrived after the deadline',
  paid_more: 'You paid too much',
  payment_mismatch: 'A payment did not match the order. We are checking it',
  refunded: 'Money was refunded',
  kit_dropped: 'A kit missed its minimum and won’t be made',
  price_settled: 'The final price of the group buy was set',
  parcel_shipped: 'Parcel shipped',
  tracking_corrected: 'The tracking number was corrected',
  address_changed: 'The address was changed',
  address_asked: 'We asked about the address',
  address_confirmed: 'You confirmed the address',
  address_cleared: 'The question about the address was withdrawn',
  options_changed: 'The options were changed',
  claimed: 'Added to an account',
  confirmed: 'Its e-mail was confirmed',
  transfer_offered: 'Transfer requested',
  transfer_withdrawn: 'Transfer withdrawn',
  transfer_declined: 'Transfer not accepted',
  transferred: 'Transferred to another account',
  messaged: 'We sent you a message',
  amended: 'We changed the order',
  drafted: 'We created this order for you',
  invoiced: 'Invoice issued',
  credited: 'Credit note issued',
  balance_left_open: 'We continued before the balance was paid',
  return_asked: 'You withdrew from the contract',
  fault_reported: 'You reported a fault',
  return_agreed: 'We accepted the return',
  return_received: 'The return arrived here',
  return_settled: 'The return was settled',
  return_declined: 'We declined the return',
  return_dropped: 'You took the return back',
  consents_given: 'You agreed to the terms',
  consents_recorded: 'We recorded your agreement to the terms',
};

/** @example eventWords({ kind: 'moved', to_status: 'shipped' }) // 'Shipped' */
export function eventWords({
  kind,
  to_status: to,
}: Pick<OrderEvent, 'kind' | 'to_status'>): string {
  if (kind === 'moved' && to !== null) return orderStages[to].name;
  return told[kind] ?? kind.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());
}

export const orderKinds = ['all', 'open', 'over'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** Whether an order is of the kind that a list is narrowed to: still on its way, or over. */
export function isOfKind({ status }: Pick<OrderSummary, 'status'>, kind: OrderKind): boolean {
  const isOver = hasEnded(status) || status === 'delivered';
  return kind === 'all' || isOver === (kind === 'over');
}

type Step =
  | { readonly name: string; readonly progress: 'done' | 'now' | 'ahead'; readonly when?: string }
  /** The road ends here: `spoken` is what that means, for who hears the name and sees no colour. */
  | { readonly name: string; readonly progress: 'ended'; readonly spoken: string };

const shelfRoad = ['awaiting_payment', 'paid', 'ready_to_ship', 'shipped', 'delivered'] as const;
const isOnRoad = (stage: BatchStage) => stage === 'open' || stageShelf(stage) === 'making';
/** What of it has not left by then stays with the shop. */
export const hasEnded = (status: string): boolean => (stageOf(status)?.ending ?? null) !== null;

/** When a parcel is expected to leave: with the last of its parts as planned now, else as it was ordered. */
export function parcelEta(
  parcel: Pick<OrderShipment, 'id' | 'ships_on' | 'eta_precision'>,
  order: Pick<Order, 'lines' | 'ships_together' | 'waits_for'>,
): Eta | null {
  if (order.ships_together) return order.waits_for && shipsOn(order.waits_for);
  const now = order.lines.find((line) => line.shipment_id === parcel.id && line.eta !== null);
  return now ? etaOf(now) : shipsOn(parcel);
}

function shelfSteps(order: Pick<Order, 'status'>): readonly Step[] {
  const { status } = order;
  // An order that is being made waits as paid for what lies on the shelf.
  const at = shelfRoad.findIndex((step) => step === (status === 'in_production' ? 'paid' : status));
  return shelfRoad.map((step, index) => ({
    name: orderStages[step].name,
    progress: index < at ? 'done' : index === at ? 'now' : 'ahead',
  }));
}

/** The road of one line: of its batch where it is made for its buyers, else of the parcel. */
export function lineSteps(line: OrderLine, order: Pick<Order, 'status'>): readonly Step[] {
  const { name: reached, ending } = orderStages[order.status];
  if (ending !== null) return [{ name: reached, progress: 'ended', spoken: ending }];
  if (line.refunded_quantity >= line.quantity)
    return [{ name: 'Refunded', progress: 'ended', spoken: 'no longer part of this order' }];
  const eta = etaOf(line);
  const { batch_stage: batchStage } = line;
  if (batchStage === null) return shelfSteps(order);
  if (batchStage === 'moq_failed')
    return [{ name: stageName(batchStage), progress: 'ended', spoken: 'not made' }];
  return batchStages.filter(isOnRoad).map((stage): Step => {
    const step = { name: stageName(stage), progress: stageProgress(batchStage, stage) };
    if (stage !== 'shipping' || eta === null) return step;
    return { ...step, when: `planned for ${etaWords(eta)}` };
  });
}
