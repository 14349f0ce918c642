import type { PackingSlip, SlipLine } from './packing-slip.ts';

/** How many of each line are in the box. */
export type Ticks = Readonly<Record<string, number>>;

/** A line that has changed meanwhile is another one: what is in the box may be the former goods. */
export const tickOf = ({ id, sku, choices, pieces }: SlipLine): string =>
  [id, sku, pieces, choices].join(' ');

export type Scan =
  | { readonly kind: 'in'; readonly line: SlipLine; readonly ticks: Ticks }
  /** Of this order, but all of them are in. */
  | { readonly kind: 'full'; readonly line: SlipLine }
  | { readonly kind: 'wrong'; readonly sku: string };

/** Scanners and people write a SKU in either case, and scanners end it with a space. */
const skuOf = (typed: string) => typed.trim().toUpperCase();

/** One unit goes into the box; of lines with one SKU the first that is not complete takes it. */
export function scanUnit(slips: readonly PackingSlip[], ticks: Ticks, typed: string): Scan {
  const sku = skuOf(typed);
  const lines = slips.flatMap((slip) => slip.lines).filter((line) => skuOf(line.sku) === sku);
  const [first] = lines;
  if (first === undefined) return { kind: 'wrong', sku };
  const open = lines.find((line) => (ticks[tickOf(line)] ?? 0) < line.pieces);
  if (open === undefined) return { kind: 'full', line: first };
  return {
    kind: 'in',
    line: open,
    ticks: { ...ticks, [tickOf(open)]: (ticks[tickOf(open)] ?? 0) + 1 },
  };
}

/** How many of a parcel's units are in it, and of how many. */
export function packedOf({ lines }: PackingSlip, ticks: Ticks) {
  const sum = (count: (line: SlipLine) => number) =>
    lines.reduce((total, line) => total + count(line), 0);
  return { packed: sum((line) => ticks[tickOf(line)] ?? 0), all: sum(({ pieces }) => pieces) };
}
