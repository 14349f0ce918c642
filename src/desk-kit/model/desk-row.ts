import type { Unread } from './unread.ts';

/** Columns by their names, where which ones there are is not known. */
export type AnyValues = Readonly<Record<string, unknown>>;

/** A row of a desk: `values` as the database gives the columns that were asked for. */
export interface DeskRow<Values = AnyValues> {
  readonly id: string;
  readonly version: number | null;
  readonly values: Values;
}

/** A row as its form has it: what was read, and what was typed over it. */
export type Draft<Values> = DeskRow<{
  readonly [Column in keyof Values]?: Typed<Values[Column]> | Unread | null | undefined;
}>;
/** A word that is chosen is any that its field offers. */
type Typed<Value> = Value extends string
  ? string
  : Value extends object
    ? { readonly [Name in keyof Value]: Typed<Value[Name]> }
    : Value;

/** A column, or one of a row that is read along with it: `zone.title`. */
export type NameIn<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`;

export function isRecord(value: unknown): value is AnyValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tables without an id of their own name the columns that tell their rows apart. */
export function deskRow<Values extends AnyValues>(
  values: Values,
  key: readonly (keyof Values & string)[] = ['id'],
): DeskRow<Values> {
  const { version } = values;
  return {
    id: key.map((column) => String(values[column])).join(':'),
    version: typeof version === 'number' ? version : null,
    values,
  };
}

export const deskRows = <Values extends AnyValues>(
  all: readonly Values[],
  key?: readonly (keyof Values & string)[],
): readonly DeskRow<Values>[] => all.map((values) => deskRow(values, key));

export function textOf<Values>(row: DeskRow<Values> | null, column: NameIn<Values>): string {
  const value = valueAt(row, column);
  return typeof value === 'string' ? value : '';
}

export function numberOf<Values>(
  row: DeskRow<Values> | null,
  column: NameIn<Values>,
): number | null {
  const value = valueAt(row, column);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function isTrue<Values>(row: DeskRow<Values> | null, column: NameIn<Values>): boolean {
  return valueAt(row, column) === true;
}

export function textsOf<Values>(
  row: DeskRow<Values> | null,
  column: NameIn<Values>,
): readonly string[] {
  const value = valueAt(row, column);
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** @example valueAt(row, 'products.title') // the title inside of an embedded product */
export function valueAt<Values>(row: DeskRow<Values> | null, column: NameIn<Values>): unknown {
  let value: unknown = row?.values;
  for (const part of column.split('.')) value = isRecord(value) ? value[part] : undefined;
  return value;
}

/** What an export writes: plain words, no markup. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(plainText).join('; ');
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
