/**
 * A reader throws a `SpecFault` that names the field; only `parseProductPictureSpec` catches it.
 */
import { parseColour } from '../colour.ts';

export type Bag = { readonly [key: string]: unknown };
export class SpecFault extends Error {}

export const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function bagAt(bag: Bag, key: string): Bag {
  const value = bag[key];
  if (!isBag(value)) throw new SpecFault(`"${key}" must be an object.`);
  return value;
}

export function colourAt(bag: Bag, key: string): string {
  const value = bag[key];
  if (typeof value === 'string' && parseColour(value) !== null) return value;
  throw new SpecFault(`"${key}" must be a colour such as #1a2b3c or oklch(0.6 0.1 240).`);
}

export function oneOf<T extends string>(bag: Bag, key: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === bag[key]);
  if (found === undefined) throw new SpecFault(`"${key}" must be one of ${choices.join(', ')}.`);
  return found;
}

export function numberAt(bag: Bag, key: string, low: number, high: number): number {
  const value = bag[key];
  if (typeof value === 'number' && value >= low && value <= high) return value;
  throw new SpecFault(`"${key}" must be a number from ${low} to ${high}.`);
}

export function textAt(bag: Bag, key: string): string {
  const value = bag[key];
  if (typeof value === 'string' && value.length <= 300) return value;
  throw new SpecFault(`"${key}" must be text of at most 300 characters.`);
}

/** `{}` where the field is absent, so that optional fields stay absent in what is read. */
export function maybe<K extends string, V>(
  bag: Bag,
  key: K,
  read: (bag: Bag, key: K) => V,
): { [P in K]?: V } {
  if (bag[key] === undefined || bag[key] === null) return {};
  const field: { [P in K]?: V } = {};
  field[key] = read(bag, key);
  return field;
}

export function refuseOthers(bag: Bag, known: readonly string[]): void {
  const other = Object.keys(bag).find((key) => !known.includes(key));
  if (other !== undefined) throw new SpecFault(`"${other}" is not known here.`);
}
