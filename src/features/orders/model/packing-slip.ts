/**
 * Invariant: only what still has to leave, nothing for an address that its customer was asked about, and
 * nothing that waits for another part.
 */
import { lineName } from '#shared/line-name.ts';
import { emptyAddress, type Address } from '#shared/address.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { ChosenOption } from '#features/cart/model/quote.ts';
import { packingOf, type Packing } from '#features/shipping/model/packages.ts';
import type { Row } from '#shared/backend/given.ts';
import { isToSend, stageOf } from './order-status.ts';

export interface SlipLine {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly choices: string;
  /** As its buyer was told them. */
  readonly flaws: string;
  readonly pieces: number;
}

export interface PackingSlip {
  readonly parcelId: string;
  readonly number: string;
  readonly position: number;
  /** Of how many parcels of the order, sent ones included. */
  readonly parcels: number;
  readonly weightGrams: number;
  /** That it goes into by its weight; null where none holds it. */
  readonly packing: Packing | null;
  readonly method: string;
  readonly address: Address;
  /** For whoever opens it; empty for a gift without a word, null where it is none. */
  readonly giftNote: string | null;
  readonly lines: readonly SlipLine[];
}

type OrderValues = Pick<
  Row<'orders'>,
  | 'number'
  | 'status'
  | 'address'
  | 'address_question'
  | 'shipping_method_name'
  | 'gift_note'
  | 'waits_for'
>;
type ParcelValues = Pick<Row<'shipments'>, 'order_id' | 'position' | 'status' | 'weight_grams'>;
/** A line as far as it says what was chosen. */
export interface Chosen {
  readonly options: readonly Pick<ChosenOption, 'option' | 'value'>[];
}
type LineValues = Chosen &
  Pick<
    Row<'order_lines'>,
    'shipment_id' | 'sku' | 'title' | 'variant_title' | 'flaws' | 'quantity' | 'refunded_quantity'
  >;

/** What tells whether an order can be packed; a list does not read what it waits for. */
type Packable = Pick<OrderValues, 'status' | 'address_question'> &
  Partial<Pick<OrderValues, 'waits_for'>>;

/** Why nothing is printed for an order, or null. */
export function unprintable({ values }: DeskRow<Packable>): string | null {
  if (values.address_question) return 'the customer was asked about the address';
  if (values.waits_for) return 'a part of it is not ready';
  if (isToSend(values.status)) return null;
  const stage = stageOf(values.status);
  return stage?.isPaid === false && stage.ending === null ? 'it is not paid yet' : nothingLeft;
}

const nothingLeft = 'nothing left to pack';
const withdrew = 'the customer has withdrawn from something in it';

interface PartedParcels<Parcel> {
  readonly leaving: readonly DeskRow<Parcel>[];
  readonly withdrawn: readonly DeskRow<Parcel>[];
}

/** Those that have not left: somebody who withdrew from a thing in one keeps it here. */
export function partedParcels<Parcel extends Pick<ParcelValues, 'status'>>(
  parcels: readonly DeskRow<Parcel>[],
  returns: readonly DeskRow<Pick<Row<'order_returns'>, 'lines'>>[],
  lines: readonly DeskRow<Pick<LineValues, 'shipment_id'>>[],
): PartedParcels<Parcel> {
  const back = new Set(returns.flatMap(({ values }) => values.lines.map(({ line_id: id }) => id)));
  const stay = new Set(lines.map(({ id, values }) => back.has(id) && values.shipment_id));
  const planned = parcels.filter(({ values }) => values.status === 'planned');
  return {
    leaving: planned.filter(({ id }) => !stay.has(id)),
    withdrawn: planned.filter(({ id }) => stay.has(id)),
  };
}

export interface LeftOut {
  readonly number: string;
  readonly why: string;
}

/** Of the orders that were asked for, those without a sheet, or without one of a parcel. */
export function leftOut(
  orders: readonly DeskRow<Packable & Pick<OrderValues, 'number'>>[],
  slips: readonly Pick<PackingSlip, 'number'>[],
  withdrawn: readonly DeskRow<Pick<ParcelValues, 'order_id'>>[] = [],
): readonly LeftOut[] {
  const packed = new Set(slips.map(({ number }) => number));
  const stayed = new Set(withdrawn.map(({ values }) => values.order_id));
  return orders.flatMap((order) => {
    const { number } = order.values;
    const isPacked = packed.has(number);
    const why = (isPacked ? null : unprintable(order)) ?? (stayed.has(order.id) ? withdrew : null);
    return isPacked && why === null ? [] : [{ number, why: why ?? nothingLeft }];
  });
}

/** @example leftWords([{ number: 'KW-7', why: 'a part of it is not ready' }]) // 'Left out: KW-7 (a part …).' */
export const leftWords = (left: readonly LeftOut[]): string =>
  `Left out: ${left.map(({ number, why }) => `${number} (${why})`).join(', ')}.`;

/** @example chosenWords(line) // ['Case: Dark', 'Plate: Brass'] */
export const chosenWords = ({ options }: Chosen): string[] =>
  options.map(({ option, value }) => `${option}: ${value}`);

function slipLine({ id, values }: DeskRow<LineValues>): SlipLine {
  return {
    id,
    sku: values.sku,
    title: lineName(values.title, values.variant_title),
    choices: chosenWords(values).join(', '),
    flaws: values.flaws,
    pieces: Math.max(0, values.quantity - values.refunded_quantity),
  };
}

/** A slip for each parcel that leaves, in the order in which the orders were named. */
export function slipsOf(
  orders: readonly DeskRow<OrderValues>[],
  parcels: readonly DeskRow<ParcelValues>[],
  lines: readonly DeskRow<LineValues>[],
  packages: Parameters<typeof packingOf>[1] = [],
  { leaving }: Pick<PartedParcels<ParcelValues>, 'leaving'> = partedParcels(parcels, [], lines),
): readonly PackingSlip[] {
  return orders
    .filter((order) => unprintable(order) === null)
    .flatMap((order) => {
      const isItsOwn = ({ values }: DeskRow<ParcelValues>) => values.order_id === order.id;
      const all = parcels.filter(isItsOwn);
      return leaving
        .filter(isItsOwn)
        .map(({ id, values }) => ({
          parcelId: id,
          number: order.values.number,
          position: values.position,
          parcels: all.length,
          weightGrams: values.weight_grams,
          packing: packingOf(values.weight_grams, packages),
          method: order.values.shipping_method_name,
          address: { ...emptyAddress, ...order.values.address },
          giftNote: order.values.gift_note,
          lines: lines
            .filter((line) => line.values.shipment_id === id)
            .map(slipLine)
            .filter(({ pieces }) => pieces > 0),
        }))
        .filter((slip) => slip.lines.length > 0);
    });
}

export interface PickLine {
  readonly sku: string;
  readonly title: string;
  readonly choices: string;
  readonly pieces: number;
  readonly orders: readonly { readonly number: string; readonly pieces: number }[];
}

/** What is fetched for all of these parcels at once, by SKU; what is chosen differently is fetched apart. */
export function pickLines(slips: readonly PackingSlip[]): readonly PickLine[] {
  const all = slips.flatMap(({ number, lines }) => lines.map((line) => ({ ...line, number })));
  const same = Map.groupBy(all, ({ sku, choices }) => `${sku} ${choices}`);
  const total = (lines: readonly SlipLine[]) => lines.reduce((sum, { pieces }) => sum + pieces, 0);
  return [...same.values()]
    .flatMap((lines) => {
      const [first] = lines;
      if (first === undefined) return [];
      const { sku, title, choices } = first;
      const orders = [...Map.groupBy(lines, ({ number }) => number)].map(([number, of]) => ({
        number,
        pieces: total(of),
      }));
      return [{ sku, title, choices, pieces: total(lines), orders }];
    })
    .toSorted((a, b) => a.sku.localeCompare(b.sku) || a.choices.localeCompare(b.choices));
}
