/**
 * Pages follow each other by the last row seen, never by a count of rows to skip. Invariant: every
 * value is quoted, so that none can end a condition and begin another.
 */
import { plainText, valueAt, type DeskRow } from './desk-row.ts';
import type { TableCursor, TableFilter, TableQuery } from './table-query.ts';

export type RowCondition =
  | { readonly column: string; readonly operator: string; readonly value: string }
  | { readonly either: string };

export interface KeysetPlan {
  readonly conditions: readonly RowCondition[];
  readonly ascending: boolean;
  /** The rows come last first and have to be turned round. */
  readonly isBackwards: boolean;
}

export interface KeysetShape {
  /** Columns that the search looks into. */
  readonly searched: readonly string[];
  /** Or the one column that it names whole, as the shop writes what people type of it. */
  readonly named?: { readonly column: string; readonly nameOf: (typed: string) => string };
  /** Columns that may hold nothing; their rows come last. */
  readonly nullable: readonly string[];
  /** What tells rows of one sorted value apart. */
  readonly tieBreaker: string;
}

/** @example quoteValue('a,b"c') // '"a,b\\"c"' */
export function quoteValue(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** What would end a condition, or means something in a pattern, stands for any one letter. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_*,:()"]/g, '_')}%`;
}

export function planPage(query: TableQuery, shape: KeysetShape): KeysetPlan {
  const { anchor, sort } = query;
  const isBackwards = anchor.kind === 'end' || anchor.kind === 'before';
  const ascending = (sort.direction === 'asc') !== isBackwards;
  const conditions = [
    ...searchConditions(query.search, shape),
    ...query.filters.flatMap(filterCondition),
    ...('cursor' in anchor ? cursorConditions(anchor.cursor, query, shape, ascending) : []),
  ];
  return { conditions, ascending, isBackwards };
}

function searchConditions(search: string, { searched, named }: KeysetShape): RowCondition[] {
  const text = search.trim();
  if (text === '') return [];
  if (named) {
    // An index finds what is equal; what only contains the text would be looked for in every row.
    return [{ column: named.column, operator: 'eq', value: named.nameOf(text) }];
  }
  // An address holds no space: looked into for words, it costs as much as the title and finds nothing.
  const holding = /\s/.test(text) ? searched.filter((column) => column !== 'url') : searched;
  const [first, ...others] = holding;
  if (first === undefined) return [];
  const pattern = containing(text);
  // Alone it may also be a column of an embedded row.
  if (others.length === 0) return [{ column: first, operator: 'ilike', value: pattern }];
  return [{ either: holding.map((column) => `${column}.ilike.${pattern}`).join(',') }];
}

const comparisons = { is: 'eq', not: 'neq', from: 'gte', to: 'lte' } as const;

function filterCondition({ column, operator, value }: TableFilter): RowCondition[] {
  if (operator === 'empty') return [{ column, operator: 'is', value: 'null' }];
  if (operator === 'filled') return [{ column, operator: 'not.is', value: 'null' }];
  if (value === '') return [];
  if (operator === 'contains') return [{ column, operator: 'ilike', value: containing(value) }];
  if (operator === 'is' && value.includes(',')) {
    return [{ column, operator: 'in', value: `(${value.split(',').map(quoteValue).join(',')})` }];
  }
  return [{ column, operator: comparisons[operator], value }];
}

/**
 * Rows past the cursor. The plain comparison beside the pair lets an index begin where the page does.
 */
function cursorConditions(
  cursor: TableCursor,
  query: TableQuery,
  { nullable, tieBreaker }: KeysetShape,
  ascending: boolean,
): RowCondition[] {
  const { column } = query.sort;
  const past = ascending ? 'gt' : 'lt';
  const id = quoteValue(cursor.id);
  if (column === tieBreaker) return [{ column, operator: past, value: cursor.id }];
  // Rows without a value stand at the end both ways, so going back they come first.
  const isForward = (query.sort.direction === 'asc') === ascending;
  if (cursor.value === null) {
    const same = `and(${column}.is.null,${tieBreaker}.${past}.${id})`;
    return [{ either: isForward ? same : `${same},${column}.not.is.null` }];
  }
  const value = quoteValue(cursor.value);
  const pair = `${column}.${past}.${value},and(${column}.eq.${value},${tieBreaker}.${past}.${id})`;
  if (nullable.includes(column)) {
    return [{ either: isForward ? `${pair},${column}.is.null` : pair }];
  }
  return [{ column, operator: ascending ? 'gte' : 'lte', value: cursor.value }, { either: pair }];
}

export function cursorOf(row: DeskRow, query: TableQuery, tieBreaker: string): TableCursor {
  const value = valueAt(row, query.sort.column);
  const id = plainText(valueAt(row, tieBreaker));
  return { value: value === null || value === undefined ? null : plainText(value), id };
}
