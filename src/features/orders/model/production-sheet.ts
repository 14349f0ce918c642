/**
 * Invariant: the counts and the sheet speak of the same units, and refunded ones are in neither.
 */
import { lineName } from '#shared/line-name.ts';
import { csvLine } from '#shared/csv.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { chosenWords, type Chosen } from './packing-slip.ts';

export interface MadeUnit {
  readonly order: string;
  readonly sku: string;
  readonly title: string;
  readonly choices: string;
  /** Which of how many of its line. */
  readonly unit: string;
}

export type MadeLine = Chosen &
  Pick<Row<'order_lines'>, 'sku' | 'title' | 'variant_title' | 'quantity' | 'refunded_quantity'> & {
    readonly order: Pick<Row<'orders'>, 'number'>;
  };

export function unitsOf(lines: readonly DeskRow<MadeLine>[]): readonly MadeUnit[] {
  return lines.flatMap(({ values: line }) => {
    const count = Math.max(0, line.quantity - line.refunded_quantity);
    return Array.from({ length: count }, (_, index) => ({
      order: line.order.number,
      sku: line.sku,
      title: lineName(line.title, line.variant_title),
      choices: chosenWords(line).toSorted().join('; '),
      unit: `${index + 1} of ${count}`,
    }));
  });
}

export interface UnitCount {
  readonly sku: string;
  readonly title: string;
  readonly choices: string;
  readonly count: number;
}

export function countUnits(units: readonly MadeUnit[]): readonly UnitCount[] {
  const counts = new Map<string, UnitCount>();
  for (const { sku, title, choices } of units) {
    const key = `${sku}\n${choices}`;
    counts.set(key, { sku, title, choices, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].toSorted(
    (a, b) => a.sku.localeCompare(b.sku) || b.count - a.count || a.choices.localeCompare(b.choices),
  );
}

/** The bench goes from order to order, the lower number first. */
const byOrder = (a: MadeUnit, b: MadeUnit): number =>
  a.order.localeCompare(b.order, 'en', { numeric: true }) || a.sku.localeCompare(b.sku);

/** What a factory asks for first. */
export function countsCsv(units: readonly MadeUnit[]): readonly string[] {
  return [
    '\uFEFF',
    csvLine(['SKU', 'Kit', 'Choices', 'Count']),
    ...countUnits(units).map(({ sku, title, choices, count }) =>
      csvLine([sku, title, choices, String(count)]),
    ),
  ];
}

/** What the bench works by: a line for each unit. */
export function unitsCsv(units: readonly MadeUnit[]): readonly string[] {
  return [
    '\uFEFF',
    csvLine(['Order', 'SKU', 'Kit', 'Choices', 'Unit']),
    ...units
      .toSorted(byOrder)
      .map(({ order, sku, title, choices, unit }) => csvLine([order, sku, title, choices, unit])),
  ];
}
