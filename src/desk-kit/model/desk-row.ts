/** Invariant: a value of another kind reads as nothing. */
export interface DeskRow {
  readonly id: string;
  readonly version: number | null;
  readonly values: Readonly<Record<string, unknown>>;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tables without an id of their own name the columns that tell their rows apart. */
export function parseDeskRow(raw: unknown, key: readonly string[] = ['id']): DeskRow | null {
  if (!isRecord(raw)) return null;
  const parts = key.map((column) => raw[column]);
  if (parts.some((part) => part === null || part === undefined)) return null;
  const version = raw['version'];
  return {
    id: parts.map(String).join(':'),
    version: typeof version === 'number' ? version : null,
    values: raw,
  };
}

export function parseDeskRows(raw: unknown, key?: readonly string[]): readonly DeskRow[] {
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((each) => parseDeskRow(each, key) ?? []);
}

export function textOf(row: DeskRow | null, column: string): string {
  const value = valueAt(row, column);
  return typeof value === 'string' ? value : '';
}

export function numberOf(row: DeskRow | null, column: string): number | null {
  const value = valueAt(row, column);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function isTrue(row: DeskRow | null, column: string): boolean {
  return valueAt(row, column) === true;
}

export function textsOf(row: DeskRow | null, column: string): readonly string[] {
  const value = valueAt(row, column);
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** @example valueAt(row, 'products.title') // the title inside of an embedded product */
export function valueAt(row: DeskRow | null, column: string): unknown {
  return valueIn(row?.values, column);
}

function valueIn(whole: unknown, path: string): unknown {
  let value = whole;
  for (const part of path.split('.')) value = isRecord(value) ? value[part] : undefined;
  return value;
}

/** What each row says that is read along with this one. @example textsAt(row, 'countries', 'country_code') // ['NL', 'BE'] */
export function textsAt(row: DeskRow | null, column: string, inner: string): readonly string[] {
  const rows = valueAt(row, column);
  const texts = Array.isArray(rows) ? rows.map((each) => plainText(valueIn(each, inner))) : [];
  return texts.filter((text) => text !== '');
}

/** What an export writes: plain words, no markup. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(plainText).join('; ');
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
