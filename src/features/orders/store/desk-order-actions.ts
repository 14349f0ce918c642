/** Invariant: what happened to each order of a bulk move is known, or said to be unknown. */
import type { Given, Row } from '#shared/backend/given.ts';
import type { Backend } from '#shared/backend/client.ts';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import {
  addOrderNote,
  correctTracking,
  flagAddress,
  priceRefund,
  recordPayment,
  refundOrder,
  refundOrders,
  sendRefunds,
  revealContact,
  shipParcels,
  transitionOrders,
  type Contact,
  type OrderMoveRequest,
  type Refund,
  type SentParcel,
  type Tracking,
} from '../api/order-desk.ts';
import { mailOrders, type OrderMessage } from '../api/order-messages.ts';
import { issueInvoice } from '../api/documents.ts';
import { recordConsents, type AgreedElsewhere } from '../api/order-consents.ts';
import { parseCsv } from '#shared/csv.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { formatMoney } from '#shared/money.ts';
import type { Order } from '../model/order.ts';
import { refusalWords } from '../model/order-moves.ts';
import { orderStatusName } from '../model/order-words.ts';
import type { OrderStatus } from '../model/order-status.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { chunk, type BulkOutcome } from '#desk-kit/model/table-bulk.ts';
import { quoteValue } from '#desk-kit/model/table-keyset.ts';
import { judgeTracking, type KnownParcel, type TrackingReport } from '../model/tracking-import.ts';
import { callForMany, failedOutcome, type ManyAnswer } from '#desk-kit/store/desk-bulk.ts';
import { $openOrder, openOrder } from './desk-orders.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';

type Staged = DeskRow<Pick<Row<'orders'>, 'status'>>;

export function moveOrders(
  rows: readonly Staged[],
  request: OrderMoveRequest,
  signal: AbortSignal,
  onOutcome: (outcome: BulkOutcome) => void,
  backend?: Promise<Backend>,
): Promise<void> {
  const seen = new Map(rows.map((row) => [row.id, row.values.status]));
  const move = async (ids: readonly string[]) => {
    const orders = ids.map((id) => ({ id, status: seen.get(id) ?? '' }));
    const moved = await transitionOrders(orders, request, undefined, backend);
    return moved.ok ? succeed(moved.value.map(withBoth)) : moved;
  };
  const withBoth = (answer: Given<'transition_orders'>[number]): ManyAnswer => {
    if (answer.ok) return answer;
    if (answer.reason !== 'moved_meanwhile')
      return { ...answer, reason: refusalWords(answer.reason) };
    const sides = {
      before: orderStatusName(seen.get(answer.order_id ?? '') ?? ''),
      theirs: orderStatusName(answer.status ?? ''),
      mine: orderStatusName(request.to),
    };
    return { ...answer, both: [{ key: 'status', name: 'Stage', ...sides }] };
  };
  return callForMany(rows, move, signal, onOutcome);
}

/** Takes a move back: each goes where it was, unless somebody has moved it on since. */
export async function moveOrdersBack(
  rows: readonly Staged[],
  from: OrderStatus,
  signal: AbortSignal,
  onOutcome: (outcome: BulkOutcome) => void,
  backend?: Promise<Backend>,
): Promise<void> {
  for (const to of new Set(rows.map(({ values }) => values.status))) {
    const there = rows
      .filter(({ values }) => values.status === to)
      .map((row) => ({ ...row, values: { status: from } }));
    const request = { to, reason: 'Undone', despiteDue: '' };
    await moveOrders(there, request, signal, onOutcome, backend);
  }
}

/** Does something to the open order, reads it again, and gives what went wrong or null. */
async function withOpenOrder(
  run: (order: Order) => Promise<Result<unknown, BackendError>>,
  wordsOf: (was: Order, now: Order, error: BackendError) => string | null = () => null,
): Promise<string | null> {
  const open = $openOrder.get();
  if (open.status !== 'open') return null;
  const was = open.order;
  const outcome = await run(was);
  await openOrder(was.number, true);
  if (outcome.ok) return null;
  const now = $openOrder.get();
  // An order that could not be read again tells nothing of what others did.
  const isRead = now.status === 'open' && now.order !== was;
  const words = isRead ? wordsOf(was, now.order, outcome.error) : null;
  return words ?? askedAgain(outcome.error);
}

export async function moveOpenOrder(request: OrderMoveRequest): Promise<string | null> {
  const { to } = request;
  const words = (was: Order, now: Order) =>
    was.status === now.status
      ? null
      : `Someone else moved it: it was “${orderStatusName(was.status)}”, is “${orderStatusName(now.status)}” now, and you wanted “${orderStatusName(to)}”. Their change was kept.`;
  return withOpenOrder(async (order) => {
    const moved = await transitionOrders([order], request);
    const [answer] = moved.ok ? moved.value : [];
    if (!moved.ok || !answer || answer.ok) return moved;
    const message = `Not changed: ${refusalWords(answer.reason)}.`;
    return fail({ ...refusal, message });
  }, words);
}

const refusal = {
  kind: 'refused',
  status: 409,
  code: null,
  reason: null,
  details: null,
} as const;

const unwritten: Readonly<Record<string, string>> = {
  nobody_there: 'Nobody is behind this order any more, so no e-mail was sent.',
  key_reused: 'This was sent with other words. Change it to send another.',
  too_many_messages: 'This order had ten messages today. Write again tomorrow.',
};

/** That it is there already is as good as sent: the answer to the first press was lost. */
export const writeToOpenOrder = (message: OrderMessage) =>
  withOpenOrder(async ({ id }) => {
    const sent = await mailOrders(message, [id]);
    const [answer] = sent.ok ? sent.value : [];
    if (!sent.ok || !answer || answer.ok || answer.reason === 'already_there') return sent;
    const reason = answer.reason ?? '';
    return fail({ ...refusal, message: unwritten[reason] ?? `Not sent: ${reason}.` });
  });

export const noteOpenOrder = (text: string) => withOpenOrder(({ id }) => addOrderNote(id, text));

/** Asks its customer by mail; null takes the question back. A colleague who was faster is noticed. */
export const askOpenAddress = (question: string | null) =>
  withOpenOrder(({ id, version = 0 }) => flagAddress({ id, version }, question));

/** A customer who agreed on the order's page meanwhile needs no note of it. */
export const recordOpenConsents = (agreed: AgreedElsewhere) =>
  withOpenOrder(({ id }) => recordConsents(id, agreed));

/** For those who see it masked. It is kept by whoever asked, and read anew the next time. */
export async function revealOpenContact(
  orderId: string,
  reason: string,
): Promise<Result<Contact, string>> {
  const contact = await revealContact(orderId, reason);
  return contact.ok ? contact : fail(askedAgain(contact.error));
}

/** A colleague who was faster is noticed. */
export const payOpenOrder = (amountMinor: number | null, reference: string) =>
  withOpenOrder(
    ({ id, captured_minor: capturedMinor }) =>
      recordPayment({
        orderId: id,
        amountMinor,
        reference,
        note: '',
        capturedSoFarMinor: capturedMinor,
      }),
    (was, now, { reason }) =>
      reason === 'payments_changed'
        ? overtaken('come', was.captured_minor, now.captured_minor, now.currency)
        : null,
  );

/** What was typed stays in its field. */
const overtaken = (what: string, was: number, is: number, currency: string) =>
  `Someone else recorded a payment: ${formatMoney(is, currency)} had ${what}, where you saw ${formatMoney(was, currency)}. Nothing was saved.`;

/** What pieces of an order are worth, to the cent that refunding them gives back. */
export async function priceOpenRefund(
  orderId: string,
  lines: Refund['lines'],
): Promise<Result<number, string>> {
  const priced = await priceRefund(orderId, lines);
  return priced.ok ? priced : fail(askedAgain(priced.error));
}

/** `lines` empty: an amount of the whole. A colleague who was faster is noticed. */
export const refundOpenOrder = (refund: Omit<Refund, 'orderId' | 'refundedSoFarMinor'>) =>
  withOpenOrder(
    async ({ id, refunded_minor: refundedSoFarMinor }) => {
      const refunded = await refundOrder({ ...refund, orderId: id, refundedSoFarMinor });
      if (refunded.ok && !refund.isSent) await sendRefunds([id]);
      return refunded;
    },
    (was, now, error) =>
      error.reason === 'refunds_changed'
        ? overtaken('been refunded', was.refunded_minor, now.refunded_minor, now.currency)
        : null,
  );

/** Asks the provider once more for the refunds of the open order that it has not taken. */
export const sendOpenRefunds = () => withOpenOrder(({ id }) => sendRefunds([id]));

/** As many as the function takes at once. */
const refundsAtOnce = 20;

/** Of orders whose last refund a provider refused, what it says. */
async function refusedRefunds(orders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const conditions = [{ column: 'order_id', operator: 'in', value: `(${orders.join(',')})` }];
  const read = await readDeskRows({
    table: 'refund_calls',
    columns: 'id,order_id,refund_id,state,problem',
    conditions,
    order: 'created_at',
  });
  const calls = read.ok ? read.value.map(({ values }) => values) : [];
  const last = new Map(calls.map((call) => [call.order_id, call.refund_id]));
  return new Map(
    calls
      .filter((call) => last.get(call.order_id) === call.refund_id && call.state === 'refused')
      .map((call) => [call.order_id, call.problem]),
  );
}

/** Gives back what each of many orders is owed, and asks their providers for it. */
export function refundMany(
  rows: readonly DeskRow<Pick<Row<'orders'>, 'refunded_minor'>>[],
  reason: string,
  signal: AbortSignal,
  onOutcome: (outcome: BulkOutcome) => void,
): Promise<void> {
  const seen = new Map(rows.map((row) => [row.id, row.values.refunded_minor]));
  return callForMany(
    rows,
    async (ids) => {
      const orders = ids.map((id) => ({ id, refundedSoFarMinor: seen.get(id) ?? 0 }));
      const refunded = await refundOrders(orders, reason);
      if (!refunded.ok) return refunded;
      const refused = new Map<string, string>();
      for (const part of chunk(ids, refundsAtOnce)) {
        await sendRefunds(part);
        for (const [id, problem] of await refusedRefunds(part)) refused.set(id, problem);
      }
      return succeed(
        refunded.value.map((answer) => {
          const problem = refused.get(answer.order_id ?? '');
          return problem === undefined ? answer : { ...answer, ok: false, reason: problem };
        }),
      );
    },
    signal,
    onOutcome,
  );
}

/** All of them at once; of those that stay, the first says why. */
export const shipOpenParcels = (
  parcels: readonly Omit<SentParcel, 'trackingUrl'>[],
  despiteDue: string,
) =>
  withOpenOrder(
    async () => {
      const all = parcels.map((parcel) => ({ ...parcel, trackingUrl: '' }));
      const sent = await shipParcels(all, despiteDue);
      const stays = sent.ok ? sent.value.find(({ ok }) => !ok) : undefined;
      if (!sent.ok || !stays) return sent;
      return fail({ ...refusal, message: `Not shipped: ${refusalWords(stays.reason)}.` });
    },
    (was, now) => {
      for (const { shipmentId, carrier, trackingNumber } of parcels) {
        const sent = now.shipments.find(({ id }) => id === shipmentId);
        const seen = was.shipments.find(({ id }) => id === shipmentId);
        const isOurs = sent?.carrier === carrier && sent.tracking_number === trackingNumber;
        if (!sent || sent.status === 'planned' || seen?.status !== 'planned' || isOurs) continue;
        return `Someone else shipped it: with ${sent.carrier} ${sent.tracking_number ?? ''}, and you typed ${carrier} ${trackingNumber}. Their change was kept.`;
      }
      return null;
    },
  );

export const correctOpenTracking = (
  parcel: Tracking & { readonly id: string },
  tracking: Tracking,
  sendsMail: boolean,
) => withOpenOrder(() => correctTracking(parcel, tracking, sendsMail));

/** A carrier's file: a line per parcel, told apart by the order's number and the parcel's place. */
export async function dryRunTracking(
  text: string,
  backend?: Promise<Backend>,
): Promise<Result<TrackingReport, string>> {
  const cells = parseCsv(text);
  const numbers = [...new Set(cells.slice(1).map((row) => (row[0] ?? '').trim()))];
  const parcels: KnownParcel[] = [];
  for (const part of chunk(numbers, 80)) {
    const value = `(${part.map(quoteValue).join(',')})`;
    const read = await readDeskRows(
      {
        table: 'shipments',
        columns: 'id,position,status,order:order_records!inner(number,status)',
        conditions: [{ column: 'order.number', operator: 'in', value }],
      },
      undefined,
      backend,
    );
    if (!read.ok) return fail(read.error.message);
    parcels.push(...read.value);
  }
  const packages = await readDeskRows(
    { table: 'shipping_packages', columns: 'id,name' },
    undefined,
    backend,
  );
  if (!packages.ok) return fail(packages.error.message);
  return succeed(judgeTracking(cells, parcels, packages.value));
}

export async function applyTracking(
  report: TrackingReport,
  signal: AbortSignal,
  onOutcome: (outcome: BulkOutcome) => void,
): Promise<void> {
  for (const part of chunk(report.parcels, 50)) {
    if (signal.aborted) return;
    const sent = await shipParcels(part.map((each) => ({ ...each, trackingUrl: '' })));
    if (!sent.ok) askedAgain(sent.error);
    for (const { shipmentId: id } of part) {
      const answer = sent.ok ? sent.value.find((each) => each.shipment_id === id) : null;
      if (!sent.ok) onOutcome(failedOutcome(id, sent.error));
      else if (answer?.ok) onOutcome({ id, kind: 'done' });
      else onOutcome({ id, kind: 'refused', reason: refusalWords(answer?.reason ?? 'no answer') });
    }
  }
}

/** Before the payment: for who pays by invoice alone. */
export const issueOpenInvoice = (): Promise<string | null> =>
  withOpenOrder(({ id }) => issueInvoice(id));
