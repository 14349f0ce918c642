/** What becomes of an order once it is paid: packed, shipped, delivered, and sometimes sent back. */
import { after, dayMs, hourMs, minuteMs, type Timeline } from './timeline.ts';
import type { Order } from './orders.ts';
import type { Chance } from './random.ts';
import { customer, staff, type Shop } from './shop.ts';

export interface Stage {
  readonly shop: Shop;
  readonly chance: Chance;
  readonly timeline: Timeline;
}

export type OrderStatus = 'in_production' | 'ready_to_ship' | 'delivered' | 'cancelled';

export function moveOrders(
  shop: Shop,
  at: Date,
  orders: readonly string[],
  to: OrderStatus,
  reason = '',
): Promise<unknown> {
  return shop.call(at, staff('fulfilment'), 'transition_orders', {
    p_orders: orders,
    p_to: to,
    p_reason: reason,
  });
}

interface Parcel {
  readonly id: string;
  readonly carrier: string;
  readonly position: number;
}

export async function shipOrder({ shop, chance }: Stage, at: Date, order: Order): Promise<void> {
  const parcels = await shop.sql<Parcel[]>`
    select s.id, coalesce(m.carrier, 'Polderpost') as carrier, s.position
    from public.shipments s
    join public.order_records o on o.id = s.order_id
    left join public.shipping_methods m on m.id = o.shipping_method_id
    where s.order_id = ${order.id} and s.status = 'planned' order by s.position`;
  if (parcels.length === 0) return;
  await shop.call(at, staff('fulfilment'), 'ship_parcels', {
    p_parcels: JSON.stringify(
      parcels.map(({ id, carrier }) => {
        const number = `${carrier.slice(0, 2).toUpperCase()}${chance.whole(100_000_000, 999_999_999)}NL`;
        return {
          shipment_id: id,
          carrier,
          tracking_number: number,
          tracking_url: `https://track.example/${number}`,
        };
      }),
    ),
  });
}

export interface FulfilmentTimes {
  readonly readyAt: Date;
  readonly shippedAt: Date;
  readonly deliveredAt: Date;
}

export function usualTimes(chance: Chance, paidAt: Date): FulfilmentTimes {
  const readyAt = after(paidAt, chance.between(9, 40) * hourMs);
  const shippedAt = after(readyAt, chance.between(3, 28) * hourMs);
  return { readyAt, shippedAt, deliveredAt: after(shippedAt, chance.between(1.5, 8) * dayMs) };
}

export function fulfil(stage: Stage, order: Order, times: FulfilmentTimes): void {
  const { shop, timeline } = stage;
  timeline.add(times.readyAt, async () => {
    await moveOrders(shop, times.readyAt, [order.id], 'ready_to_ship');
  });
  timeline.add(times.shippedAt, () => shipOrder(stage, times.shippedAt, order));
  timeline.add(times.deliveredAt, async () => {
    await moveOrders(shop, times.deliveredAt, [order.id], 'delivered');
  });
}

export type ReturnKind = 'withdrawal' | 'fault';
export type ReturnEnd = 'asked' | 'agreed' | 'received' | 'settled' | 'declined' | 'dropped';

export interface ReturnStory {
  readonly kind: ReturnKind;
  readonly reason: string;
  readonly end: ReturnEnd;
  /** Of all the order, or of its first item. */
  readonly isWhole: boolean;
}

const toSender =
  'Please send it to Keywright, Returns, 1 Sample Quay, 1234 AB Sampletown, in any box that keeps it safe.';
const notOurs =
  'This is wear and not a fault: the photographs show marks of a tool. We are happy to sell you the part at cost.';

const stepsTo: Readonly<Record<ReturnEnd, readonly ReturnEnd[]>> = {
  asked: [],
  agreed: ['agreed'],
  received: ['agreed', 'received'],
  settled: ['agreed', 'received', 'settled'],
  declined: ['declined'],
  dropped: ['agreed', 'dropped'],
};

const stepDays: Readonly<Record<ReturnEnd, number>> = {
  asked: 0,
  agreed: 0.7,
  received: 6,
  settled: 1.2,
  declined: 1,
  dropped: 3,
};

interface OrderLine {
  readonly id: string;
  readonly quantity: number;
  readonly totalMinor: number;
}

const worth = ({ kind }: ReturnStory, [line]: readonly OrderLine[]): number | null =>
  // A fault is worth what staff say: here half of the item.
  kind === 'withdrawal' ? null : Math.max(100, Math.round((line?.totalMinor ?? 0) / 200) * 100);

/** Asked at a moment, and led as far as the story says. */
export function sendBack(stage: Stage, order: Order, askedAt: Date, story: ReturnStory): void {
  const { shop, timeline } = stage;
  timeline.add(askedAt, async () => {
    const all = await shop.sql<OrderLine[]>`
      select l.id, l.quantity, l.total_minor as "totalMinor" from public.order_lines l
      where l.order_id = ${order.id} and l.refunded_quantity = 0 order by l.position`;
    const lines = story.isWhole ? all : all.slice(0, 1);
    const [{ status } = { status: '' }] = await shop.sql<{ status: string }[]>`
      select status::text from public.order_records where id = ${order.id}`;
    if (status !== 'delivered') return;
    const asked = await shop.call<{ readonly id: string }>(
      askedAt,
      customer(order.by),
      'ask_return',
      {
        p_order: order.id,
        p_kind: story.kind,
        p_lines: JSON.stringify(lines.map(({ id, quantity }) => ({ line_id: id, quantity }))),
        p_reason: story.reason,
        p_name: order.by.address.name,
        p_token: order.by.userId === null ? order.token : null,
      },
    );
    let at = askedAt;
    for (const step of stepsTo[story.end]) {
      at = after(at, stepDays[step] * dayMs);
      const stepAt = at;
      timeline.add(stepAt, async () => {
        await shop.call(
          stepAt,
          step === 'dropped' ? customer(order.by) : staff('fulfilment'),
          'move_return',
          {
            p_return: asked.id,
            p_to: step,
            p_words: step === 'agreed' ? toSender : step === 'declined' ? notOurs : '',
            p_amount_minor: step === 'settled' ? worth(story, lines) : null,
            p_restock: step === 'settled' && story.kind === 'withdrawal',
            p_token: step === 'dropped' && order.by.userId === null ? order.token : null,
          },
        );
        if (step === 'settled') sendRefund(stage, order, after(stepAt, 2 * dayMs));
      });
    }
  });
}

/** No bank has the code KEYW: only the checksum is right. */
export function demoIban(digits: number): string {
  const account = `KEYW${String(digits).padStart(10, '0')}`;
  const asNumber = Array.from(`${account}NL00`, (sign) => Number.parseInt(sign, 36)).join('');
  return `NL${String(98n - (BigInt(asNumber) % 97n)).padStart(2, '0')}${account}`;
}

/** Staff enter where a refund goes, as the customer wrote, and a day later send it at the bank. */
export function sendRefund({ shop, chance, timeline }: Stage, order: Order, at: Date): void {
  timeline.add(at, async () => {
    const open = await shop.sql<{ id: string }[]>`
      select refund_id as id from public.bank_refunds where order_id = ${order.id} and sent_at is null and file_id is null`;
    if (open.length === 0) return;
    await shop.call(at, staff('fulfilment'), 'enter_refund_account', {
      p_order: order.id,
      p_iban: demoIban(chance.whole(1, 999_999_999)),
      p_holder: order.by.address.name,
    });
    const sentAt = after(at, dayMs);
    timeline.add(sentAt, async () => {
      for (const { id } of open) {
        await shop.call(sentAt, staff('fulfilment'), 'send_bank_refund', { p_refund: id });
      }
    });
  });
}

/** Its customer cancels a paid order, and staff refund it where time is left for that. */
export function cancelPaid(stage: Stage, order: Order, at: Date): void {
  const { shop, timeline } = stage;
  timeline.add(at, async () => {
    const { cancel } = await shop.call<{ readonly cancel: { readonly kept_minor: number } | null }>(
      at,
      customer(order.by),
      'ways_back',
      { p_order: order.id, p_token: order.token },
    );
    if (cancel === null) return;
    await cancelByCustomer(stage, order, at, cancel.kept_minor);
    const refundedAt = after(at, 1.5 * dayMs);
    timeline.add(refundedAt, async () => {
      await shop.call(refundedAt, staff('fulfilment'), 'refund_orders', {
        p_orders: [order.id],
        p_refunded_so_far: [0],
        p_reason: 'Cancelled by its customer',
      });
      sendRefund(stage, order, after(refundedAt, 2 * dayMs));
    });
  });
}

export async function cancelByCustomer(
  { shop }: Stage,
  order: Order,
  at: Date,
  keptMinor = 0,
): Promise<void> {
  await shop.call(at, customer(order.by), 'cancel_order', {
    p_order: order.id,
    p_reason: 'I ordered the wrong one',
    p_token: order.token,
    p_kept_minor: keptMinor,
  });
}

/** Nobody pays, and the shop takes its goods back. */
export function letExpire({ shop, timeline }: Stage, order: Order): void {
  const remindAt = after(order.payBy, -20 * hourMs);
  timeline.add(remindAt, () => shop.run(remindAt, 'select private.remind_before_pay_by()'));
  const expiredAt = after(order.payBy, 10 * minuteMs);
  timeline.add(expiredAt, () => shop.run(expiredAt, 'select private.expire_due_orders()'));
}
