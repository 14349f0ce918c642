import { textOf, type DeskRow, type Draft, type NameIn } from './desk-row.ts';

/** By the name of the field; what is fine is not in it. */
export type Faults = Readonly<Record<string, string>>;

/** Keeps the rules that are broken; of two for one field the later one is told. */
export const broken = (rules: readonly (readonly [string, boolean, string])[]): Faults =>
  Object.fromEntries(rules.flatMap(([name, holds, words]) => (holds ? [] : [[name, words]])));

export const isBetween = (value: number | null, least: number, most: number): boolean =>
  value !== null && value >= least && value <= most;

export const isLong = <Values>(
  row: DeskRow<Values>,
  column: NameIn<Values>,
  least: number,
  most: number,
): boolean => isBetween(textOf(row, column).trim().length, least, most);

export const isCode = (row: Draft<{ readonly code: string }>): boolean =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(textOf(row, 'code'));
export const codeWords = 'Use lower-case letters, digits and single hyphens, as in light-signal.';
