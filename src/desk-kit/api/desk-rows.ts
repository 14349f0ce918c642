/** Who may do what is decided by the database's policies. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { deskRow, deskRows, isRecord, type AnyValues, type DeskRow } from '../model/desk-row.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import type { FindKind } from '../model/desk-find.ts';
import type { RowPatch } from '../model/table-edit.ts';
import {
  planPage,
  quoteValue,
  type KeysetShape,
  type RowCondition,
} from '../model/table-keyset.ts';
import type { TableQuery } from '../model/table-query.ts';
import { unreadFault } from '../model/unread.ts';
import type { CallParts } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import type { Relation, Row, ValuesOf } from '#shared/backend/given.ts';
import { searchDesk } from './search-desk.ts';
import { toDeskError } from './desk-error.ts';
import { ownRefusal, toBackendError, type BackendError } from '#shared/backend/errors.ts';

export interface DeskSource<Values = AnyValues> extends KeysetShape {
  readonly table: string;
  /** As PostgREST names them, embedded ones included. */
  readonly columns: string;
  /** What tells rows apart; `id` unless the table has another key. */
  readonly key?: readonly string[];
  /** What a search of the desk finds, by the column that names it. */
  readonly sought?: { readonly kind: FindKind; readonly column: string };
  /** A column by one value of which rows lie together elsewhere: asked for it, they are read there. */
  readonly gathered?: { readonly column: string; readonly table: string };
  /** What reads a page instead, where rows come from a function. */
  readonly read?: ReadPage<Values>;
}

/** Where rows come from a function, or are read elsewhere than they are written. */
export type OwnSource<Values> = DeskSource<Values> & { readonly read: ReadPage<Values> };

type ReadPage<Values> = (
  query: TableQuery,
  size: number,
  signal: AbortSignal | undefined,
  backend: Promise<Backend>,
) => Promise<Result<DeskPage<Values>, BackendError>>;

/** @example tableFor(orders, query) // 'batch_orders' where the query names a batch */
function tableFor({ table, gathered }: DeskSource, { filters }: TableQuery): string {
  return gathered && filters.some(({ column }) => column === gathered.column)
    ? gathered.table
    : table;
}

/** Tables are named by data here: what is read of one has the type that its name and columns say. */
async function anyTable(backend: Promise<Backend>): Promise<SupabaseClient> {
  return backend;
}

/** What answers in the shop's place may give neither rows nor an error. */
const unreadable = (error: unknown, status: number): BackendError =>
  toBackendError(error, error ? status : 500);

interface Narrowable<Query> {
  filter(column: string, operator: string, value: string): Query;
  or(filters: string): Query;
}

function narrow<Query extends Narrowable<Query>>(
  query: Query,
  conditions: readonly RowCondition[],
): Query {
  return conditions.reduce(
    (narrowed, condition) =>
      'either' in condition
        ? narrowed.or(condition.either)
        : narrowed.filter(condition.column, condition.operator, condition.value),
    query,
  );
}

export interface DeskPage<Values = AnyValues> {
  readonly rows: readonly DeskRow<Values>[];
  /** Whether more rows follow in the direction that was read. */
  readonly hasMore: boolean;
  /** How many of those that fit what was typed are looked at, where more fit. */
  readonly bestOf?: number;
}

/** No more rows than this are looked at by what somebody typed; one more says that there are. */
const mostSought = 99;
const shortestSought = 2;

/** What a table is narrowed to by a search of the desk; null where nothing is looked for. */
async function soughtRows(
  { sought }: DeskSource,
  { search }: TableQuery,
  parts: CallParts,
): Promise<Result<readonly string[] | null, BackendError>> {
  const text = search.trim();
  if (!sought || text.length < shortestSought) return succeed(null);
  const found = await searchDesk(text, { kinds: [sought.kind], most: mostSought + 1 }, parts);
  return found.ok ? succeed(found.value.map(({ record }) => record)) : found;
}

export function readDeskPage<Values>(
  source: DeskSource<Values>,
  query: TableQuery,
  size: number,
  signal?: AbortSignal,
  backend?: Promise<Backend>,
): Promise<Result<DeskPage<Values>, BackendError>>;
export async function readDeskPage(
  source: DeskSource,
  query: TableQuery,
  size: number,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<DeskPage, BackendError>> {
  if (source.read) return source.read(query, size, signal, backend);
  const rowsOf = await soughtRows(source, query, { signal, backend });
  if (!rowsOf.ok) return rowsOf;
  if (rowsOf.value?.length === 0) return succeed({ rows: [], hasMore: false });
  const plan = planPage(query, source);
  const { ascending, isBackwards } = plan;
  const all = (await anyTable(backend))
    .from(tableFor(source, query))
    .select<string, AnyValues>(source.columns);
  const isNullable = source.nullable.includes(query.sort.column);
  const records = rowsOf.value?.slice(0, mostSought).map(quoteValue).join(',');
  const conditions =
    source.sought && records !== undefined
      ? [
          ...plan.conditions,
          { column: source.sought.column, operator: 'in', value: `(${records})` },
        ]
      : plan.conditions;
  const sorted = narrow(all, conditions).order(query.sort.column, {
    ascending,
    ...(isNullable ? { nullsFirst: isBackwards } : {}),
  });
  const isTied = query.sort.column !== source.tieBreaker;
  const whole = isTied ? sorted.order(source.tieBreaker, { ascending }) : sorted;
  const asked = whole.limit(size + 1);
  const { data, error, status } = await (signal ? asked.abortSignal(signal) : asked);
  if (error || !Array.isArray(data)) return fail(unreadable(error, status));
  const page = pageOf(deskRows(data, source.key), size, isBackwards);
  const fitsMore = (rowsOf.value?.length ?? 0) > mostSought;
  return succeed(fitsMore ? { ...page, bestOf: mostSought } : page);
}

/** A page of what was read with one row more than it holds. */
export function pageOf<Values>(
  read: readonly DeskRow<Values>[],
  size: number,
  isBackwards: boolean,
): DeskPage<Values> {
  const rows = read.slice(0, size);
  return { rows: isBackwards ? rows.toReversed() : rows, hasMore: read.length > size };
}

export interface RowSearch<Table extends string = string, Columns extends string = string> {
  readonly table: Table;
  readonly columns: Columns;
  readonly conditions?: readonly RowCondition[];
  readonly order?: string;
  readonly descending?: boolean;
  readonly limit?: number;
  readonly key?: readonly string[];
}

type ReadRows<Values> = Promise<Result<readonly DeskRow<Values>[], BackendError>>;

/** For the few rows of one thing: its parts, or a short list to choose from. */
export function readDeskRows<Table extends Relation, Columns extends string>(
  search: RowSearch<Table, Columns>,
  signal?: AbortSignal,
  backend?: Promise<Backend>,
): ReadRows<ValuesOf<Table, Columns>>;
export function readDeskRows(
  search: RowSearch,
  signal?: AbortSignal,
  backend?: Promise<Backend>,
): ReadRows<AnyValues>;
export async function readDeskRows(
  search: RowSearch,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): ReadRows<AnyValues> {
  const all = (await anyTable(backend))
    .from(search.table)
    .select<string, AnyValues>(search.columns);
  const found = narrow(all, search.conditions ?? []);
  const sorted = search.order
    ? found.order(search.order, { ascending: search.descending !== true })
    : found;
  const asked = sorted.limit(search.limit ?? 1000);
  const { data, error, status } = await (signal ? asked.abortSignal(signal) : asked);
  if (error || !Array.isArray(data)) return fail(unreadable(error, status));
  return succeed(deskRows(data, search.key));
}

type WholeSearch<Table extends string = string, Columns extends string = string> = Omit<
  RowSearch<Table, Columns>,
  'order' | 'descending' | 'limit' | 'key'
>;

/** What one answer of the API holds at most. */
const rowsPerAnswer = 1000;

/** All rows of a table that may be longer than one answer, so many at most. */
export function readEveryRow<Table extends Relation, Columns extends string>(
  search: WholeSearch<Table, Columns>,
  most: number,
  backend?: Promise<Backend>,
): ReadRows<ValuesOf<Table, Columns>>;
export async function readEveryRow(
  search: WholeSearch,
  most: number,
  backend: Promise<Backend> = getBackend(),
): ReadRows<AnyValues> {
  const rows: DeskRow[] = [];
  let isMore = true;
  while (isMore && rows.length < most) {
    const last = rows.at(-1);
    const wanted = search.conditions ?? [];
    const conditions = last
      ? [...wanted, { column: 'id', operator: 'gt', value: last.id }]
      : wanted;
    const asked = { ...search, conditions, order: 'id', limit: rowsPerAnswer };
    const page = await readDeskRows(asked, undefined, backend);
    if (!page.ok) return page;
    rows.push(...page.value);
    isMore = page.value.length === rowsPerAnswer;
  }
  return succeed(rows.slice(0, most));
}

export function insertDeskRow<Table extends Relation>(
  table: Table,
  values: RowPatch,
  key?: readonly string[],
  backend?: Promise<Backend>,
): Promise<Result<DeskRow<Row<Table>>, BackendError>>;
export function insertDeskRow(
  table: string,
  values: RowPatch,
  key?: readonly string[],
  backend?: Promise<Backend>,
): Promise<Result<DeskRow, BackendError>>;
export async function insertDeskRow(
  table: string,
  values: RowPatch,
  key?: readonly string[],
  backend: Promise<Backend> = getBackend(),
): Promise<Result<DeskRow, BackendError>> {
  const fault = unreadFault(values);
  if (fault !== null) return fail(ownRefusal({ message: fault, status: 400 }));
  const { data, error, status } = await (
    await anyTable(backend)
  )
    .from(table)
    .insert(values)
    .select()
    .single();
  if (error) return fail(await toDeskError(error, status, { table, values }));
  return isRecord(data) ? succeed(deskRow(data, key)) : fail(unreadable(null, status));
}

/** What one row is asked for by. */
export function keyConditions(
  { key = ['id'] }: Pick<DeskSource, 'key'>,
  id: string,
): readonly (RowCondition & { readonly column: string; readonly value: string })[] {
  const parts = key.length === 1 ? [id] : id.split(':');
  return key.map((column, at) => ({ column, operator: 'eq', value: parts[at] ?? '' }));
}

interface Written<Table extends string = string, Columns extends string = string> {
  readonly table: Table;
  readonly columns: Columns;
  readonly key?: readonly string[];
}

/** `changed` is null when someone else was first: then `current` is what they made of it. */
export interface GuardedUpdate<Values = AnyValues> {
  readonly changed: DeskRow<Values> | null;
  readonly current: DeskRow<Values> | null;
}

export type UpdateRow = (
  source: Written,
  row: Pick<DeskRow, 'id' | 'version'>,
  patch: RowPatch,
  backend?: Promise<Backend>,
) => Promise<Result<GuardedUpdate, BackendError>>;

export function updateDeskRow<Table extends Relation, Columns extends string>(
  source: Written<Table, Columns>,
  row: Pick<DeskRow, 'id' | 'version'>,
  patch: RowPatch,
  backend?: Promise<Backend>,
): Promise<Result<GuardedUpdate<ValuesOf<Table, Columns>>, BackendError>>;
export function updateDeskRow(
  source: Written,
  row: Pick<DeskRow, 'id' | 'version'>,
  patch: RowPatch,
  backend?: Promise<Backend>,
): Promise<Result<GuardedUpdate, BackendError>>;
export async function updateDeskRow(
  source: Written,
  row: Pick<DeskRow, 'id' | 'version'>,
  patch: RowPatch,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<GuardedUpdate, BackendError>> {
  const fault = unreadFault(patch);
  if (fault !== null) return fail(ownRefusal({ message: fault, status: 400 }));
  const client = await anyTable(backend);
  const key = keyConditions(source, row.id);
  const one = narrow(client.from(source.table).update(patch), key);
  const guarded = row.version === null ? one : one.eq('version', row.version);
  // What belongs to another table is not told with a change everywhere: then the row is read again.
  const isWhole = !source.columns.includes('(');
  const { data, error, status } = await guarded.select<string, AnyValues>(
    isWhole ? source.columns : key.map(({ column }) => column).join(),
  );
  if (error) return fail(await toDeskError(error, status, { table: source.table, values: patch }));
  if (!Array.isArray(data)) return fail(unreadable(null, status));
  const [changed] = deskRows(data, source.key);
  if (changed && isWhole) return succeed({ changed, current: changed });
  const now = await narrow(
    client.from(source.table).select<string, AnyValues>(source.columns),
    key,
  );
  if (now.error || !Array.isArray(now.data)) return fail(unreadable(now.error, now.status));
  const current = deskRows(now.data, source.key)[0] ?? null;
  return succeed({ changed: changed ? current : null, current });
}

/** How many went: none where another was faster, or the row is not what it was any more. */
export async function deleteDeskRows(
  table: string,
  conditions: readonly RowCondition[],
  backend: Promise<Backend> = getBackend(),
): Promise<Result<number, BackendError>> {
  const all = (await anyTable(backend)).from(table).delete();
  const { data, error, status } = await narrow(all, conditions).select();
  return error ? fail(await toDeskError(error, status, { table })) : succeed(data.length);
}
