/** How far an order is, as the database's own tables say it. */
import type { Tone } from '#shared/tone.ts';
import { orderMoves as moves, orderStages as stages } from './order-stages.ts';

export type OrderStatus = keyof typeof stages;

interface OrderStage {
  readonly name: string;
  readonly tone: Tone;
  /** It was paid and goes on. */
  readonly isPaid: boolean;
  /** It goes on, and nothing of it need have left. */
  readonly isHere: boolean;
  /** Only paid orders go there, unless somebody says why. */
  readonly isGated: boolean;
  /** What it means that it ended so; null for a stage on the way. */
  readonly ending: string | null;
  /** What the key says that moves an order on to it; null where its name does. */
  readonly key: string | null;
  /** What the e-mail says that follows a move to it; null where none does. */
  readonly mail: string | null;
}

export const orderStages: Readonly<Record<OrderStatus, OrderStage>> = stages;
export const orderStatuses = Object.keys(stages) as readonly OrderStatus[];

export function isOrderStatus(text: unknown): text is OrderStatus {
  return orderStatuses.some((status) => status === text);
}

/** Null for a stage that this build does not know. */
export const stageOf = (status: unknown): OrderStage | null =>
  isOrderStatus(status) ? orderStages[status] : null;

/** It was paid, and nothing of it need have left. */
export function isToSend(status: unknown): boolean {
  const stage = stageOf(status);
  return stage !== null && stage.isPaid && stage.isHere;
}

export interface OrderMove {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly who: 'customer' | 'staff' | 'shop';
  readonly needsReason: boolean;
  /** What stays of a move that staff make, whatever is done afterwards. */
  readonly leaves: readonly ('money' | 'mail')[];
}

export const orderMoves: readonly OrderMove[] = moves;

/** Whether its customer may still change it: until the date of its batches, and without one until work on it begins. */
export const isChangeable = (status: OrderStatus, until: string | null): boolean =>
  orderStatuses.indexOf(status) <= orderStatuses.indexOf(until === null ? 'paid' : 'in_production');
