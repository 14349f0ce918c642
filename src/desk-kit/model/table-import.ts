/** Invariant: every row of the file is in the report, with what would change or why it can't. */
import { isRecord, plainText, type DeskRow } from './desk-row.ts';
import type { Result } from '#shared/result.ts';
import type { RowPatch } from './table-edit.ts';

export interface ImportColumn {
  readonly name: string;
  /** As the screens call it; its name where they don't. */
  readonly title?: string;
  /** What else a head line may call it. */
  readonly aliases?: readonly string[];
  readonly parse: (text: string) => Result<unknown, string>;
}

export interface ImportChange {
  readonly column: string;
  readonly before: string;
  readonly after: unknown;
}

export type ImportLine = {
  readonly line: number;
  readonly key: string;
  /** What should be known of it and holds nothing up. */
  readonly note?: string;
} & (
  | { readonly kind: 'change'; readonly row: DeskRow; readonly changes: readonly ImportChange[] }
  | { readonly kind: 'new'; readonly values: RowPatch }
  | { readonly kind: 'same' }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] }
);

export interface ImportReport {
  readonly lines: readonly ImportLine[];
  readonly ignoredColumns: readonly string[];
  readonly problem: string | null;
  /** What the screens call a column of the file. */
  readonly titles?: Readonly<Record<string, string>>;
  /** What is left out of the file, and why. */
  readonly notes?: readonly string[];
  /** What is written, where that is not a line each. */
  readonly items?: {
    readonly one: string;
    readonly many: string;
    readonly list: readonly { readonly id: string; readonly name: string }[];
  };
}

const clean = (text: string) => text.trim().toLowerCase().replaceAll(' ', '_');

/** @example readHeads(['SKU', 'x'], columns) // which column each cell belongs to, null for none */
export function readHeads(
  heads: readonly string[],
  columns: readonly ImportColumn[],
): readonly (ImportColumn | null)[] {
  return heads.map((head) => {
    const wanted = clean(head);
    const names = (column: ImportColumn) =>
      [column.name, titleOf(column), ...(column.aliases ?? [])].map(clean);
    return columns.find((column) => names(column).includes(wanted)) ?? null;
  });
}

const titleOf = ({ name, title = name }: ImportColumn): string => title;

export function keysOfImport(
  cells: readonly (readonly string[])[],
  columns: readonly ImportColumn[],
  key: string,
): string[] {
  const index = readHeads(cells[0] ?? [], columns).findIndex((column) => column?.name === key);
  return index < 0 ? [] : cells.slice(1).map((row) => (row[index] ?? '').trim());
}

export function dryRun(
  cells: readonly (readonly string[])[],
  columns: readonly ImportColumn[],
  key: string,
  rowByKey: ReadonlyMap<string, DeskRow>,
  /** What a row of its own begins with; without it no row can be added. */
  fresh: RowPatch | null = null,
): ImportReport {
  const [heads = [], ...body] = cells;
  const read = readHeads(heads, columns);
  const ignoredColumns = heads.filter((_, index) => read[index] === null);
  const titles = Object.fromEntries(columns.map((column) => [column.name, titleOf(column)]));
  const keyIndex = read.findIndex((column) => column?.name === key);
  if (keyIndex < 0) {
    const problem = `The first line has no column “${titles[key] ?? key}”.`;
    return { lines: [], ignoredColumns, problem };
  }
  const seen = new Set<string>();
  const lines = body.map((row, index): ImportLine => {
    const found = (row[keyIndex] ?? '').trim();
    const isTwice = seen.has(found);
    seen.add(found);
    const about = { line: index + 2, key: found };
    if (isTwice) return { ...about, kind: 'wrong', problems: [`“${found}” is in the file twice`] };
    const target = rowByKey.get(found);
    if (target) return { ...about, ...judgeRow(row, read, target, keyIndex) };
    if (!fresh) return { ...about, kind: 'wrong', problems: [`There is no “${found}”`] };
    return { ...about, ...judgeNewRow(row, read, fresh) };
  });
  return { lines, ignoredColumns, problem: null, titles };
}

function judgeRow(
  cells: readonly string[],
  columns: readonly (ImportColumn | null)[],
  row: DeskRow,
  keyIndex: number,
) {
  const problems: string[] = [];
  const changes: ImportChange[] = [];
  columns.forEach((column, index) => {
    if (column === null || index === keyIndex) return;
    const parsed = column.parse(cells[index] ?? '');
    if (!parsed.ok) {
      problems.push(`${titleOf(column)}: ${parsed.error}`);
      return;
    }
    const before = plainText(row.values[column.name]);
    if (before !== plainText(parsed.value)) {
      changes.push({ column: column.name, before, after: parsed.value });
    }
  });
  if (problems.length > 0) return { kind: 'wrong', problems } as const;
  return changes.length === 0
    ? ({ kind: 'same' } as const)
    : ({ kind: 'change', row, changes } as const);
}

function judgeNewRow(
  cells: readonly string[],
  columns: readonly (ImportColumn | null)[],
  fresh: RowPatch,
) {
  const read = columns.flatMap((column, index) =>
    column === null ? [] : [{ column, parsed: column.parse(cells[index] ?? '') }],
  );
  const problems = read.flatMap(({ column, parsed }) =>
    parsed.ok ? [] : [`${titleOf(column)}: ${parsed.error}`],
  );
  if (problems.length > 0) return { kind: 'wrong', problems } as const;
  const values = read.map(({ column, parsed }) => [column.name, parsed.ok ? parsed.value : null]);
  return { kind: 'new', values: { ...fresh, ...Object.fromEntries(values) } } as const;
}

/** A JSON list of objects as lines with a head; anything else is taken for CSV by others. */
export function jsonToCells(text: string): readonly (readonly string[])[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(text);
    const objects = Array.isArray(list) ? list.filter(isRecord) : [];
    const heads = [...new Set(objects.flatMap((each) => Object.keys(each)))];
    return [heads, ...objects.map((each) => heads.map((head) => plainText(each[head])))];
  } catch {
    return [];
  }
}

/** @example itemsOf(report) // { count: 3, words: '3 products' } */
export function itemsOf(report: ImportReport): { readonly count: number; readonly words: string } {
  const { change, new: added } = countLines(report);
  const { one, many, list } = report.items ?? { one: 'row', many: 'rows', list: null };
  const count = list?.length ?? change + added;
  return { count, words: `${count} ${count === 1 ? one : many}` };
}

export function countLines(report: ImportReport): Readonly<Record<ImportLine['kind'], number>> {
  const count = (kind: ImportLine['kind']) =>
    report.lines.filter((line) => line.kind === kind).length;
  return { change: count('change'), new: count('new'), same: count('same'), wrong: count('wrong') };
}
