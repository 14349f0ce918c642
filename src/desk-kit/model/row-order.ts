/** Invariant: moving loses none and doubles none. */
import { numberOf, type DeskRow } from './desk-row.ts';

/** Puts one row where another stands; the others close up. */
export function moveRow<Row extends Pick<DeskRow, 'id'>>(
  rows: readonly Row[],
  id: string,
  toIndex: number,
): readonly Row[] {
  const row = rows.find((each) => each.id === id);
  if (!row) return rows;
  const others = rows.filter((each) => each !== row);
  const to = Math.min(Math.max(toIndex, 0), others.length);
  return [...others.slice(0, to), row, ...others.slice(to)];
}

export const idsInOrder = (rows: readonly DeskRow[]): string => rows.map(({ id }) => id).join(' ');

export interface Placed {
  readonly row: DeskRow;
  readonly position: number;
}

/** Rows that must be written so that all stand in this order, numbered from 0. */
export function misplaced(rows: readonly DeskRow[]): readonly Placed[] {
  return rows
    .map((row, position) => ({ row, position }))
    .filter(({ row, position }) => numberOf(row, 'position') !== position);
}
