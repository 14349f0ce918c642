/**
 * What the order that was placed on this page held, as its buyer saw it. It names a person: it stays in
 * the memory of this page and is gone with the order.
 */
import { atom } from 'nanostores';
import { lineKey, type KeptLine } from '#features/cart/model/cart-line.ts';
import type { Quote, QuoteShipment } from '#features/cart/model/quote.ts';
import { $goods } from '#features/cart/store/goods.ts';
import { $wordsOf, type LineWords } from '#features/cart/store/line-words.ts';
import { $placed } from '#features/orders/store/placed-order.ts';
import type { Address } from '#shared/address.ts';

interface ReceiptLine {
  readonly key: string;
  readonly words: LineWords;
  readonly quantity: number;
  readonly totalMinor: number;
}

interface ReceiptParcel {
  readonly shipment: QuoteShipment;
  /** When the orders of its group buy close; null where they don't. */
  readonly closesAt: string | null;
  readonly lines: readonly ReceiptLine[];
}

export interface Receipt {
  readonly quote: Quote;
  readonly parcels: readonly ReceiptParcel[];
  readonly email: string;
  readonly address: Address;
}

export const $receipt = atom<Receipt | null>(null);
$placed.listen((order) => {
  if (order === null) $receipt.set(null);
});

function closing(batchId: string | null, path: string | null): string | null {
  const goods = $goods.get()[path ?? ''];
  const batch = goods === undefined || goods === 'missing' ? null : goods.batch;
  return batch !== null && batch.id === batchId && batch.stage === 'open' ? batch.closesAt : null;
}

/** `lines` in the order in which the quote was asked about them. */
export function makeReceipt(
  lines: readonly KeptLine[],
  quote: Quote,
  email: string,
  address: Address,
): Receipt {
  const wordsOf = $wordsOf.get();
  const known = lines.map((line) => ({ key: lineKey(line), words: wordsOf(line) }));
  const parcels = quote.shipments.map((shipment) => {
    const quoted = quote.lines.filter(({ line }) => shipment.lines.includes(line));
    const parts = quoted.flatMap(({ line, quantity, total_minor: total }) => {
      const one = known[line];
      return one === undefined ? [] : [{ ...one, quantity, totalMinor: total ?? 0 }];
    });
    const dates = parts.map(({ words }) => closing(shipment.batch_id, words.path));
    return { shipment, closesAt: dates.find((date) => date !== null) ?? null, lines: parts };
  });
  return { quote, parcels, email, address };
}
