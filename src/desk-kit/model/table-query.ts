/** Invariant: what an address holds that the table does not know is dropped, never passed on. */
export type FilterOperator = 'is' | 'not' | 'contains' | 'from' | 'to' | 'empty' | 'filled';

export interface TableFilter {
  readonly column: string;
  readonly operator: FilterOperator;
  readonly value: string;
}

export interface TableSort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

/** The sorted value and the id of the row next to which a page begins. */
export interface TableCursor {
  readonly value: string | null;
  readonly id: string;
}

export type TableAnchor =
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  | { readonly kind: 'after' | 'before'; readonly cursor: TableCursor };

export interface TableQuery {
  readonly search: string;
  readonly filters: readonly TableFilter[];
  readonly sort: TableSort;
  readonly anchor: TableAnchor;
}

/** What a table can be asked: anything else in an address is not for it. */
export interface TableShape {
  readonly sortable: readonly string[];
  readonly filterable: readonly string[];
  readonly defaultSort: TableSort;
  readonly defaultFilters?: readonly TableFilter[];
}

const operators: readonly FilterOperator[] = [
  'is',
  'not',
  'contains',
  'from',
  'to',
  'empty',
  'filled',
];
const mostFilters = 12;
const longestValue = 200;

export function defaultQuery(shape: TableShape): TableQuery {
  const filters = shape.defaultFilters ?? [];
  return { search: '', filters, sort: shape.defaultSort, anchor: { kind: 'start' } };
}

export function parseTableQuery(search: string, shape: TableShape): TableQuery {
  const parameters = new URLSearchParams(search);
  const fallback = defaultQuery(shape);
  const filters = parameters.getAll('f').flatMap((text) => parseFilter(text, shape) ?? []);
  return {
    search: (parameters.get('q') ?? '').slice(0, longestValue),
    filters: parameters.has('f') ? filters.slice(0, mostFilters) : fallback.filters,
    sort: parseSort(parameters.get('sort'), shape) ?? fallback.sort,
    anchor: parseAnchor(parameters),
  };
}

/** Keeps what is in the address for others. @example writeTableQuery(query, shape, '?product=1') */
export function writeTableQuery(query: TableQuery, shape: TableShape, before: string): string {
  const parameters = new URLSearchParams(before);
  for (const name of ['q', 'f', 'sort', 'after', 'before', 'at']) parameters.delete(name);
  if (query.search !== '') parameters.set('q', query.search);
  for (const filter of query.filters) parameters.append('f', formatFilter(filter));
  // Without one, the table's own filters would come back at the next visit.
  if (query.filters.length === 0 && (shape.defaultFilters ?? []).length > 0)
    parameters.set('f', '');
  const { column, direction } = query.sort;
  const isDefault =
    column === shape.defaultSort.column && direction === shape.defaultSort.direction;
  if (!isDefault) parameters.set('sort', `${direction === 'desc' ? '-' : ''}${column}`);
  if (query.anchor.kind === 'end') parameters.set('at', 'end');
  if ('cursor' in query.anchor)
    parameters.set(query.anchor.kind, formatCursor(query.anchor.cursor));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** @example formatFilter({ column: 'status', operator: 'is', value: 'draft' }) // 'status:is:draft' */
export function formatFilter({ column, operator, value }: TableFilter): string {
  return `${column}:${operator}:${value}`;
}

function parseFilter(text: string, shape: TableShape): TableFilter | null {
  const [column = '', named = '', ...rest] = text.split(':');
  const operator = operators.find((each) => each === named);
  if (operator === undefined || !shape.filterable.includes(column)) return null;
  return { column, operator, value: rest.join(':').slice(0, longestValue) };
}

function parseSort(text: string | null, shape: TableShape): TableSort | null {
  if (text === null) return null;
  const column = text.replace(/^-/, '');
  if (!shape.sortable.includes(column)) return null;
  return { column, direction: text.startsWith('-') ? 'desc' : 'asc' };
}

function parseAnchor(parameters: URLSearchParams): TableAnchor {
  for (const kind of ['after', 'before'] as const) {
    const cursor = parseCursor(parameters.get(kind));
    if (cursor !== null) return { kind, cursor };
  }
  return { kind: parameters.get('at') === 'end' ? 'end' : 'start' };
}

function formatCursor({ value, id }: TableCursor): string {
  return JSON.stringify([value, id]);
}

function parseCursor(text: string | null): TableCursor | null {
  if (text === null) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed)) return null;
    const [value, id]: unknown[] = parsed;
    const isValue = value === null || typeof value === 'string';
    return isValue && typeof id === 'string' && id.length <= longestValue ? { value, id } : null;
  } catch {
    return null;
  }
}

/** A second filter on one column with one operator takes the place of the first. */
export function withFilter(query: TableQuery, filter: TableFilter): TableQuery {
  const isSame = (each: TableFilter) =>
    each.column === filter.column && each.operator === filter.operator;
  const filters = [...query.filters.filter((each) => !isSame(each)), filter];
  return { ...query, filters: filters.slice(-mostFilters), anchor: { kind: 'start' } };
}

export function withoutFilter(query: TableQuery, filter: TableFilter): TableQuery {
  const filters = query.filters.filter((each) => formatFilter(each) !== formatFilter(filter));
  return { ...query, filters, anchor: { kind: 'start' } };
}

/** Pressing a head sorts by it, pressing it again turns it round. */
export function withSort(query: TableQuery, column: string): TableQuery {
  const isTurned = query.sort.column === column && query.sort.direction === 'asc';
  const sort: TableSort = { column, direction: isTurned ? 'desc' : 'asc' };
  return { ...query, sort, anchor: { kind: 'start' } };
}
