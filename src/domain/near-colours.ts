/** The only place that says which colours of the shop can hardly be told apart. */
import { ciede2000, rgbToLab } from './colour-difference.ts';
import { parseColour } from './colour.ts';
import { textOf, type DeskRow } from './desk-row.ts';

export interface NearPair {
  readonly one: DeskRow;
  readonly other: DeskRow;
  readonly difference: number;
}

/** Below this nobody sees two colours side by side. */
export const hardToTell = 2.3;

export function nearPairs(rows: readonly DeskRow[], most = hardToTell): readonly NearPair[] {
  const colours = rows.flatMap((row) => {
    const rgb = parseColour(textOf(row, 'colour'));
    return rgb === null ? [] : [{ row, lab: rgbToLab(rgb) }];
  });
  const pairs: NearPair[] = [];
  colours.forEach((one, index) => {
    for (const other of colours.slice(index + 1)) {
      // Lightness alone rules most pairs out.
      if (Math.abs(one.lab.l - other.lab.l) > most * 2) continue;
      const difference = ciede2000(one.lab, other.lab);
      if (difference < most) pairs.push({ one: one.row, other: other.row, difference });
    }
  });
  return pairs.toSorted((a, b) => a.difference - b.difference);
}
