/** Invariant: nothing that is in the row is left out; what stayed as it was is counted. */
import { momentWords } from '#shared/date-words.ts';
import { plainText, type AnyValues } from '#desk-kit/model/desk-row.ts';
import { formatMoney } from '#shared/money.ts';

/** A row of a table before and after; null where there was none. */
interface Changed {
  readonly before: AnyValues | null;
  readonly after: AnyValues | null;
}

export interface RowChange {
  /** As people say it, without the underscores of a table. */
  readonly column: string;
  readonly before: string;
  readonly after: string;
}

/** Columns that say only that something else was changed. */
const bookkeeping: ReadonlySet<string> = new Set(['version', 'updated_at']);

export function rowChanges(change: Changed): readonly RowChange[] {
  const [before, after] = [change.before ?? {}, change.after ?? {}];
  const columns = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return columns
    .filter((column) => !bookkeeping.has(column))
    .filter((column) => plainText(before[column]) !== plainText(after[column]))
    .map((column) => ({
      column: column.replace(/_minor$/, '').replaceAll('_', ' '),
      before: valueWords(column, before[column]),
      after: valueWords(column, after[column]),
    }));
}

const moment = /^\d{4}-\d{2}-\d{2}T[\d:.]+\+00:00$/;

/** As the desks say it elsewhere: a row keeps amounts in cents and moments to the microsecond. */
function valueWords(column: string, value: unknown): string {
  if (column.endsWith('_minor') && Number.isSafeInteger(value))
    return formatMoney(Number(value), 'EUR');
  const text = plainText(value);
  return moment.test(text) ? momentWords(text) : text;
}

/** What a row of most tables is known by to people, the best first. */
const names = [
  'title',
  'name',
  'label',
  'holder',
  'number',
  'sku',
  'question',
  'email',
  'code',
  'key',
  'url',
  'alt',
  'kind',
];

/** What was changed, as people call it; its id where it has no name. @example rowName(change) // 'Alder' */
export function rowName(change: Changed & { readonly row_id: string | null }): string {
  const parts: AnyValues = { ...change.before, ...change.after };
  const name = names.map((column) => plainText(parts[column])).find((text) => text !== '');
  return name ?? change.row_id ?? '';
}

const mostNamed = 4;

/** @example changeWords(change) // 'price: €35.00 → €39.00, title' */
export function changeWords(change: Changed & { readonly action?: string }): string {
  const { action, before, after } = change;
  const changes = rowChanges(change);
  const isUpdate = before !== null && after !== null;
  // Of what was looked at or refused, the words that came with it are what there is to tell.
  const isTold = action === 'read' || action === 'refused';
  const named = changes
    .slice(0, mostNamed)
    .map(({ column, before, after }) => {
      if (isTold && after.length <= 60) return `${column}: ${after}`;
      if (!isUpdate || before.length + after.length > 60) return column;
      return `${column}: ${before || 'nothing'} → ${after || 'nothing'}`;
    })
    .join(', ');
  const left = changes.length - mostNamed;
  return left > 0 ? `${named} and ${left} more` : named;
}
