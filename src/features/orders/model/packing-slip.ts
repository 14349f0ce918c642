/**
 * Invariant: only what still has to leave, nothing for an address that its customer was asked about, and
 * nothing that waits for another part.
 */
import { emptyAddress, type Address } from '#shared/address.ts';
import {
  isRecord,
  numberOf,
  plainText,
  textOf,
  valueAt,
  type DeskRow,
} from '#desk-kit/model/desk-row.ts';
import { packingOf, type Packing } from '#features/shipping/model/packages.ts';
import { isToSend } from './order-status.ts';

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

/** Why nothing is printed for an order, or null. */
export function unprintable(order: DeskRow): string | null {
  if (textOf(order, 'address_question') !== '') return 'the customer was asked about the address';
  if (isRecord(order.values['waits_for'])) return 'a part of it is not ready';
  return isToSend(textOf(order, 'status')) ? null : 'nothing left to pack';
}

function addressOf(order: DeskRow): Address {
  const { address } = order.values;
  const known = isRecord(address) ? address : {};
  const field = (name: keyof Address) => plainText(known[name]);
  return {
    ...emptyAddress,
    name: field('name'),
    line1: field('line1'),
    line2: field('line2'),
    city: field('city'),
    region: field('region'),
    postcode: field('postcode'),
    country: field('country'),
    phone: field('phone'),
  };
}

function giftNoteOf(order: DeskRow): string | null {
  const note = order.values['gift_note'];
  return typeof note === 'string' ? note : null;
}

function slipLine(line: DeskRow): SlipLine {
  const { options } = line.values;
  const chosen = Array.isArray(options) ? options.filter(isRecord) : [];
  const left = (numberOf(line, 'quantity') ?? 0) - (numberOf(line, 'refunded_quantity') ?? 0);
  return {
    id: line.id,
    sku: textOf(line, 'sku'),
    title: `${textOf(line, 'title')} ${textOf(line, 'variant_title')}`.trim(),
    choices: chosen
      .map((each) => `${plainText(each['option'])}: ${plainText(each['value'])}`)
      .join(', '),
    flaws: textOf(line, 'flaws'),
    pieces: Math.max(0, left),
  };
}

/** A slip for each parcel that has not left, in the order in which the orders were named. */
export function slipsOf(
  orders: readonly DeskRow[],
  parcels: readonly DeskRow[],
  lines: readonly DeskRow[],
  packages: readonly DeskRow[] = [],
): readonly PackingSlip[] {
  return orders
    .filter((order) => unprintable(order) === null)
    .flatMap((order) => {
      const all = parcels.filter((parcel) => valueAt(parcel, 'order_id') === order.id);
      return all
        .filter((parcel) => textOf(parcel, 'status') === 'planned')
        .map((parcel) => ({
          parcelId: parcel.id,
          number: textOf(order, 'number'),
          position: numberOf(parcel, 'position') ?? 1,
          parcels: all.length,
          weightGrams: numberOf(parcel, 'weight_grams') ?? 0,
          packing: packingOf(numberOf(parcel, 'weight_grams') ?? 0, packages),
          method: textOf(order, 'shipping_method_name'),
          address: addressOf(order),
          giftNote: giftNoteOf(order),
          lines: lines
            .filter((line) => valueAt(line, 'shipment_id') === parcel.id)
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
