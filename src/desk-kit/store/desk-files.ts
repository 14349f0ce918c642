/**
 * Invariant: an export holds every row that the filters leave, and nothing of a file is written before
 * its dry run was looked at.
 */
import {
  insertDeskRow,
  readDeskPage,
  readDeskRows,
  updateDeskRow,
  type DeskSource,
} from '../api/desk-rows.ts';
import type { Backend } from '#shared/backend/client.ts';
import type { BackendErrorKind } from '#shared/backend/errors.ts';
import { csvLine, parseCsv } from '#shared/csv.ts';
import type { AnyValues, DeskRow } from '../model/desk-row.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { chunk, type BulkOutcome } from '../model/table-bulk.ts';
import {
  dryRun,
  keysOfImport,
  jsonToCells,
  type ImportColumn,
  type ImportReport,
} from '../model/table-import.ts';
import { cursorOf, quoteValue } from '../model/table-keyset.ts';
import { bothSidesOf, type RowPatch } from '../model/table-edit.ts';
import type { TableQuery } from '../model/table-query.ts';

export interface ExportColumn {
  readonly title: string;
  text(row: DeskRow): string;
}

/** One more is asked for, to know whether it is the last: together within what the API gives at once. */
const exportPage = 900;

/** What a page of rows is written as, where it is not a line for each. */
export type LinesOfRows<Values = AnyValues> = (
  rows: readonly DeskRow<Values>[],
  signal: AbortSignal,
) => Promise<Result<readonly DeskRow[], string>>;

/** In parts, so that 100,000 rows never are one text. */
export async function exportRows(
  source: DeskSource,
  query: TableQuery,
  columns: readonly ExportColumn[],
  signal: AbortSignal,
  onProgress: (count: number) => void,
  backend?: Promise<Backend>,
): Promise<Result<readonly string[], string>> {
  const asTheyAre: LinesOfRows = (rows) => Promise.resolve(succeed(rows));
  return exportLines({ source, query, columns, linesOf: asTheyAre }, signal, onProgress, backend);
}

export interface WrittenLines<Values = AnyValues> {
  readonly source: DeskSource<Values>;
  readonly query: TableQuery;
  readonly columns: readonly ExportColumn[];
  readonly linesOf: LinesOfRows<Values>;
}

export async function exportLines<Values extends AnyValues>(
  { source, query, columns, linesOf }: WrittenLines<Values>,
  signal: AbortSignal,
  onProgress: (count: number) => void,
  backend?: Promise<Backend>,
): Promise<Result<readonly string[], string>> {
  const parts = ['\uFEFF', csvLine(columns.map(({ title }) => title))];
  let next: TableQuery = { ...query, anchor: { kind: 'start' } };
  for (let count = 0; ;) {
    const page = await readDeskPage(source, next, exportPage, signal, backend);
    if (!page.ok) return fail(page.error.kind === 'aborted' ? 'Cancelled.' : page.error.message);
    const { rows, hasMore, bestOf } = page.value;
    if (bestOf !== undefined)
      return fail(
        `More than ${bestOf} rows match “${query.search.trim()}”, and a file would hold ${bestOf} of them. Type more to narrow it down, or use a filter.`,
      );
    const lines = await linesOf(rows, signal);
    if (!lines.ok) return lines;
    parts.push(lines.value.map((row) => csvLine(columns.map(({ text }) => text(row)))).join(''));
    count += rows.length;
    onProgress(count);
    const last = rows.at(-1);
    if (!hasMore || !last) return succeed(parts);
    next = { ...next, anchor: { kind: 'after', cursor: cursorOf(last, query, source.tieBreaker) } };
  }
}

/** A file of lines, whether it is CSV or a JSON list of objects. */
export function cellsOf(text: string): Result<readonly (readonly string[])[], string> {
  const json = jsonToCells(text);
  if (json?.length === 0 || (json === null && text.trimStart().startsWith('{')))
    return fail('This is not a JSON list. It must start with [ and hold an object per row.');
  return succeed(json ?? parseCsv(text));
}

/** Looks every row of the file up and says what would change. */
export async function dryRunImport(
  source: DeskSource,
  text: string,
  columns: readonly ImportColumn[],
  key: string,
  fresh: RowPatch | null = null,
): Promise<Result<ImportReport, string>> {
  const read = cellsOf(text);
  if (!read.ok) return read;
  const cells = read.value;
  const rowByKey = new Map<string, DeskRow>();
  for (const keys of chunk([...new Set(keysOfImport(cells, columns, key))], 80)) {
    const value = `(${keys.map(quoteValue).join(',')})`;
    const conditions = [{ column: key, operator: 'in', value }];
    const found = await readDeskRows({ table: source.table, columns: source.columns, conditions });
    if (!found.ok) return fail(found.error.message);
    for (const row of found.value) {
      const named = row.values[key];
      if (typeof named === 'string') rowByKey.set(named, row);
    }
  }
  return succeed(dryRun(cells, columns, key, rowByKey, fresh));
}

export async function applyImport(
  source: DeskSource,
  report: ImportReport,
  signal: AbortSignal,
  onOutcome: (outcome: BulkOutcome) => void,
): Promise<void> {
  for (const line of report.lines) {
    if (signal.aborted) return;
    if (line.kind === 'new') onOutcome(await addRow(source, line.key, line.values));
    if (line.kind !== 'change') continue;
    const patch = Object.fromEntries(line.changes.map(({ column, after }) => [column, after]));
    onOutcome(await changeRow(source, line.row, patch));
  }
}

async function addRow(source: DeskSource, id: string, values: RowPatch): Promise<BulkOutcome> {
  const added = await insertDeskRow(source.table, values, source.key);
  if (added.ok) return { id, kind: 'done' };
  return { id, kind: outcomeOf(added.error.kind), reason: added.error.message };
}

/** Whether the answer says that nothing happened, or did not arrive. */
export function outcomeOf(kind: BackendErrorKind): 'unknown' | 'refused' {
  const isUnknown = kind === 'unreachable' || kind === 'broken' || kind === 'aborted';
  return isUnknown ? 'unknown' : 'refused';
}

export const changedMeanwhile =
  'Someone else changed it in the meantime. Their change was kept; try again to overwrite it.';

/** One row of a bulk change: done, or why not, or nobody knows. */
async function changeRow(
  source: DeskSource,
  row: DeskRow,
  patch: Readonly<Record<string, unknown>>,
): Promise<BulkOutcome> {
  const saved = await updateDeskRow(source, row, patch);
  if (!saved.ok) {
    const { kind, message } = saved.error;
    return { id: row.id, kind: outcomeOf(kind), reason: message };
  }
  const { changed, current } = saved.value;
  if (changed) return { id: row.id, kind: 'done' };
  if (!current) return { id: row.id, kind: 'refused', reason: 'Someone else has removed it.' };
  const both = bothSidesOf(patch, row, current);
  return { id: row.id, kind: 'refused', reason: changedMeanwhile, both };
}

/** One after the other: whoever stops it knows of each row whether it was done. */
export async function changeRows<Values extends AnyValues>(
  source: DeskSource,
  rows: readonly DeskRow<Values>[],
  patch: (row: DeskRow<Values>) => RowPatch,
  signal: AbortSignal,
  onOutcome: (outcome: BulkOutcome) => void,
): Promise<void> {
  for (const row of rows) {
    if (signal.aborted) return;
    onOutcome(await changeRow(source, row, patch(row)));
  }
}
