import { atom } from 'nanostores';
import type { Backend } from '#shared/backend/client.ts';
import { readDeskRows, readEveryRow } from '#desk-kit/api/desk-rows.ts';
import {
  leftOut,
  slipsOf,
  partedParcels,
  type LeftOut,
  type PackingSlip,
} from '../model/packing-slip.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { quoteValue, type RowCondition } from '#desk-kit/model/table-keyset.ts';

/** A sheet for each parcel, one list of all that lies in them, or one order that is packed by scanning. */
export type SlipView = 'slips' | 'picks' | 'pack';

interface PackedSlips {
  readonly slips: readonly PackingSlip[];
  readonly left: readonly LeftOut[];
}

export type Slips =
  | { readonly status: 'closed' }
  | ({ readonly view: SlipView } & (
      | { readonly status: 'loading'; readonly numbers: readonly string[] }
      | { readonly status: 'failed'; readonly numbers: readonly string[]; readonly message: string }
      | ({ readonly status: 'open' } & PackedSlips)
    ));

export const $slips = atom<Slips>({ status: 'closed' });

/** A page of the table; their numbers still fit into an address. */
const mostOrders = 100;
const mostLines = 100;

export async function openSlips(view: SlipView, numbers: readonly string[]): Promise<void> {
  const wanted = numbers.slice(0, mostOrders);
  if (wanted.length === 0) {
    $slips.set({ status: 'closed' });
    return;
  }
  $slips.set({ view, status: 'loading', numbers: wanted });
  const read = await readSlips(wanted);
  const now = $slips.get();
  if (now.status !== 'loading' || now.numbers !== wanted) return;
  $slips.set(
    read.ok
      ? { view, status: 'open', ...read.value }
      : { view, status: 'failed', numbers: wanted, message: read.error },
  );
}

/** Of some orders, what their customers withdrew from and staff have not settled. */
export const readWithdrawals = (
  ofThese: RowCondition,
  signal?: AbortSignal,
  backend?: Promise<Backend>,
) =>
  readDeskRows(
    {
      table: 'order_returns',
      columns: 'id,lines',
      conditions: [
        ofThese,
        { column: 'kind', operator: 'eq', value: 'withdrawal' },
        { column: 'ended_at', operator: 'is', value: 'null' },
      ],
    },
    signal,
    backend,
  );

export async function readSlips(
  numbers: readonly string[],
  backend?: Promise<Backend>,
): Promise<Result<PackedSlips, string>> {
  const named = {
    column: 'number',
    operator: 'in',
    value: `(${numbers.map(quoteValue).join(',')})`,
  };
  const orders = await readDeskRows(
    {
      table: 'orders',
      columns: 'id,number,status,address,address_question,shipping_method_name,gift_note,waits_for',
      conditions: [named],
    },
    undefined,
    backend,
  );
  if (!orders.ok) return fail(orders.error.message);
  const known = new Set(orders.value.map(({ values }) => values.number));
  const unknown = numbers
    .filter((number) => !known.has(number))
    .map((number) => ({ number, why: 'no such order' }));
  if (known.size === 0) return succeed({ slips: [], left: unknown });
  const ids = `(${orders.value.map(({ id }) => id).join(',')})`;
  const ofThese = { column: 'order_id', operator: 'in', value: ids };
  const [parcels, lines, returns, packages] = await Promise.all([
    readDeskRows(
      {
        table: 'shipments',
        columns: 'id,order_id,position,status,weight_grams',
        conditions: [ofThese],
        order: 'position',
      },
      undefined,
      backend,
    ),
    readEveryRow(
      {
        table: 'order_lines',
        columns:
          'id,position,shipment_id,sku,title,variant_title,flaws,options,quantity,refunded_quantity',
        conditions: [ofThese],
      },
      mostOrders * mostLines,
      backend,
    ),
    readWithdrawals(ofThese, undefined, backend),
    readDeskRows({ table: 'shipping_packages', columns: '*' }, undefined, backend),
  ]);
  if (!parcels.ok) return fail(parcels.error.message);
  if (!lines.ok) return fail(lines.error.message);
  if (!returns.ok) return fail(returns.error.message);
  if (!packages.ok) return fail(packages.error.message);
  const sorted = orders.value.toSorted(
    (a, b) => numbers.indexOf(a.values.number) - numbers.indexOf(b.values.number),
  );
  const inPlace = lines.value.toSorted((a, b) => a.values.position - b.values.position);
  const parted = partedParcels(parcels.value, returns.value, inPlace);
  const slips = slipsOf(sorted, parcels.value, inPlace, packages.value, parted);
  return succeed({ slips, left: [...unknown, ...leftOut(sorted, slips, parted.withdrawn)] });
}
