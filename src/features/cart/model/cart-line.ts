/**
 * It has the shape of the functions it is sent to. Invariant: no two lines of a cart share everything
 * but the quantity.
 */
import type { CartLineRequest } from './quote.ts';

export interface CartLine {
  readonly variant_id: string;
  readonly quantity: number;
  /** Option id to value id. */
  readonly options: Readonly<Record<string, string>>;
  readonly design_id: string | null;
  readonly offer_id: string | null;
}

/** A line with the page it was taken from, where its name and pictures are; not part of what it is. */
export interface KeptLine extends CartLine {
  readonly path: string | null;
}

export const mostPieces = 99;
export const mostLines = 50;
const mostOptions = 20;

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const pathPattern = /^\/[a-z0-9_#-][a-z0-9/_#-]{0,199}$/i;

function readId(value: unknown): string | null {
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return idPattern.test(text) ? text : null;
}

/** One to the most that a line holds: what can't be read as a number of pieces is one piece. */
function readQuantity(value: unknown): number {
  const asked = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isNaN(asked) ? 1 : Math.min(Math.max(Math.trunc(asked), 1), mostPieces);
}

function readOptions(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  const pairs = Object.entries(value).flatMap(([option, chosen]) => {
    const [optionId, valueId] = [readId(option), readId(chosen)];
    return optionId === null || valueId === null ? [] : [[optionId, valueId] as const];
  });
  return Object.fromEntries(pairs.slice(0, mostOptions).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The line in a value from outside, or null where not even the thing itself can be made out. */
export function parseCartLine(value: unknown): KeptLine | null {
  if (typeof value !== 'object' || value === null) return null;
  const raw = value as Readonly<Record<string, unknown>>;
  const variantId = readId(raw['variant_id']);
  if (variantId === null) return null;
  const { path } = raw;
  const offerId = readId(raw['offer_id']);
  return {
    variant_id: variantId,
    // An offer is a right to one piece.
    quantity: offerId === null ? readQuantity(raw['quantity']) : 1,
    options: readOptions(raw['options']),
    design_id: readId(raw['design_id']),
    offer_id: offerId,
    path: typeof path === 'string' && pathPattern.test(path) ? path : null,
  };
}

/** What makes a line that line: all of it but the quantity. */
export function lineKey(line: CartLine): string {
  const options = Object.entries(line.options)
    .map((pair) => pair.join('='))
    .toSorted();
  return [line.variant_id, ...options, line.design_id ?? '', line.offer_id ?? ''].join(' ');
}

/** As the shop's functions are asked about it: nothing but the line itself. */
export function lineRequest(line: CartLine): CartLineRequest {
  const { variant_id: variantId, quantity, options, design_id: designId, offer_id: offerId } = line;
  return { variantId, quantity, options, designId, offerId };
}

export function countPieces(lines: readonly CartLine[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

type Combine = (kept: number, added: number) => number;

const together: Combine = (kept, added) => kept + added;
/** The same cart seen twice is not twice as much. */
export const larger: Combine = Math.max;

/** Puts lines into a cart; a line that is there already becomes more of it. */
export function joinLines(
  kept: readonly KeptLine[],
  added: readonly KeptLine[],
  combine: Combine = together,
): readonly KeptLine[] {
  const byKey = new Map(kept.map((line) => [lineKey(line), line]));
  for (const line of added) {
    const key = lineKey(line);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, line);
    else byKey.set(key, { ...known, quantity: combined(known, line, combine) });
  }
  return [...byKey.values()].slice(0, mostLines);
}

function combined(known: KeptLine, line: KeptLine, combine: Combine): number {
  if (known.offer_id !== null) return 1;
  return Math.min(combine(known.quantity, line.quantity), mostPieces);
}
