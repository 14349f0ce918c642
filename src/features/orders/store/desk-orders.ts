import { atom, onMount } from 'nanostores';
import type { Backend } from '#shared/backend/client.ts';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import { orderActors } from '../api/order-actors.ts';
import { readOrder } from '../api/orders.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { staysShown } from '#desk-kit/store/desk-refusal.ts';
import type { Row, ValuesOf } from '#shared/backend/given.ts';
import type { Order } from '../model/order.ts';
import { stageOf } from '../model/order-status.ts';
import type { EventActors } from '../model/order-event-words.ts';
import { unitsOf, type MadeUnit } from '../model/production-sheet.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { createDeskTable, type RowOf } from '#desk-kit/store/desk-table.ts';

/** Names the batch whose orders are shown. */
export const batchColumn = 'batch_id';

export const orderSource = {
  table: 'orders',
  columns:
    'id,number,status,payment,email,country_code,currency,total_minor,captured_minor,refunded_minor,refund_due_minor,due_minor,customer,item_count,first_item,shipment,placed_at,pay_by,paid_at,address_question,open_returns,version',
  searched: [],
  sought: { kind: 'order', column: 'number' },
  nullable: [],
  tieBreaker: 'id',
  gathered: { column: batchColumn, table: 'batch_orders' },
} as const;

export const orderTable = createDeskTable({
  name: 'orders',
  source: orderSource,
  shape: {
    sortable: ['placed_at'],
    filterable: [
      'status',
      'country_code',
      'payment',
      'placed_at',
      'total_minor',
      'refund_due_minor',
      'address_question',
      'open_returns',
      batchColumn,
    ],
    defaultSort: { column: 'placed_at', direction: 'desc' },
  },
});

export type ListedOrder = RowOf<typeof orderTable>;

export type OpenOrder =
  | { readonly status: 'closed' }
  | { readonly status: 'loading' | 'missing'; readonly number: string }
  | { readonly status: 'failed'; readonly number: string; readonly message: string }
  | ({ readonly status: 'open' } & ReadOrder);

const refundColumns = 'id:refund_id,refund_id,amount_minor,status,account_end';

export type OrderNote = DeskRow<Row<'order_notes'>>;
export type RefundCall = DeskRow<Row<'refund_calls'>>;
export type BankRefund = DeskRow<ValuesOf<'bank_refunds', typeof refundColumns>>;

export interface ReadOrder {
  readonly order: Order;
  readonly notes: readonly OrderNote[];
  /** What providers were asked to send back. */
  readonly refundCalls: readonly RefundCall[];
  /** What leaves by bank; empty for those who may not read it. */
  readonly bankRefunds: readonly BankRefund[];
  /** Empty where it could not be read: the history then says "staff". */
  readonly actors: EventActors;
}

export const $openOrder = atom<OpenOrder>({ status: 'closed' });

/** Null where it is not the order on show, or was not read yet. */
function shownOrder(number: string): Extract<OpenOrder, { readonly status: 'open' }> | null {
  const now = $openOrder.get();
  return now.status === 'open' && now.order.number === number ? now : null;
}

function isAskedFor(number: string): boolean {
  const now = $openOrder.get();
  return shownOrder(number) !== null || ('number' in now && now.number === number);
}

/** Quietly: what is shown stays until it was read again. */
export async function openOrder(number: string | null, isQuiet = false): Promise<void> {
  if (number === null) {
    $openOrder.set({ status: 'closed' });
    return;
  }
  if (!isQuiet) $openOrder.set({ status: 'loading', number });
  const read = await readOrder(number);
  if (!isAskedFor(number)) return;
  if (!read.ok) {
    if (shownOrder(number) !== null && staysShown(read.error)) return;
    $openOrder.set({ status: 'failed', number, message: read.error.message });
  } else if (read.value === null) $openOrder.set({ status: 'missing', number });
  else {
    const { id } = read.value;
    const conditions = [{ column: 'order_id', operator: 'eq', value: id }];
    const search = { columns: '*', conditions, order: 'created_at' } as const;
    const [notes, refundCalls, bankRefunds, actors] = await Promise.all([
      readDeskRows({ ...search, table: 'order_notes' }),
      readDeskRows({ ...search, table: 'refund_calls' }),
      readDeskRows({ ...search, table: 'bank_refunds', columns: refundColumns }),
      orderActors(id),
    ]);
    if (!isAskedFor(number)) return;
    const before = shownOrder(number);
    $openOrder.set({
      status: 'open',
      order: read.value,
      notes: notes.ok ? notes.value : (before?.notes ?? []),
      refundCalls: refundCalls.ok ? refundCalls.value : (before?.refundCalls ?? []),
      bankRefunds: bankRefunds.ok ? bankRefunds.value : (before?.bankRefunds ?? []),
      actors: actors.ok ? actors.value : (before?.actors ?? new Map()),
    });
  }
}

/** More need not be told apart. */
const mostAsked = 100;

/** How many orders wait for their customers to say where they go; null until it is known. */
export const $askedCount = atom<number | null>(null);

/** Whenever the list is shown: what was asked of a customer since then counts too. */
export async function countAsked(): Promise<void> {
  const conditions = [{ column: 'address_question', operator: 'not.is', value: 'null' }];
  const read = await readDeskRows({
    table: 'orders',
    columns: 'id',
    conditions,
    order: 'placed_at',
    limit: mostAsked,
  });
  if (read.ok) $askedCount.set(read.value.length);
}

const batchColumns = 'id,code,title,stage,product_id';
export type BatchChoice = DeskRow<ValuesOf<'batches', typeof batchColumns>>;

/** To choose from: whose orders are shown, and what is made. */
export const $batches = atom<readonly BatchChoice[]>([]);
onMount($batches, () => {
  void readDeskRows({ table: 'batches', columns: batchColumns, order: 'code' }).then(
    (read) => read.ok && $batches.set(read.value),
  );
});

const linePage = 1000;

/** Every unit that a batch has to make: of orders that are paid and not ended. */
export async function readBatchUnits(
  batchId: string,
  signal: AbortSignal,
  onProgress: (count: number) => void,
  backend?: Promise<Backend>,
): Promise<Result<readonly MadeUnit[], string>> {
  const units: MadeUnit[] = [];
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const read = await readDeskRows(
      {
        table: 'order_lines',
        columns:
          'id,sku,title,variant_title,options,quantity,refunded_quantity,order:order_records!order_lines_order_id_fkey(number,status)',
        conditions: [
          { column: 'batch_id', operator: 'eq', value: batchId },
          { column: 'id', operator: 'gt', value: last },
        ],
        order: 'id',
        limit: linePage,
      },
      signal,
      backend,
    );
    if (!read.ok) return fail(read.error.message);
    // Told apart here: asked for by status, the database would look through all orders.
    units.push(...unitsOf(read.value.filter(({ values }) => stageOf(values.order.status)?.isPaid)));
    onProgress(units.length);
    const end = read.value.at(-1);
    if (!end || read.value.length < linePage) return succeed(units);
    last = end.id;
  }
}
