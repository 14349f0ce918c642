import { ciede2000, hardToTell, rgbToLab } from './colour-difference.ts';
import { parseColour } from '#drawing/colour.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import type { ImportLine, ImportReport } from '#desk-kit/model/table-import.ts';

type Of<Columns extends keyof Row<'colorways'>> = Pick<Row<'colorways'>, Columns>;

interface Near<Values> {
  readonly other: DeskRow<Values>;
  readonly difference: number;
}

export interface NearPair<Values> extends Near<Values> {
  readonly one: DeskRow<Values>;
}

export function nearPairs<Values extends Of<'colour'>>(
  rows: readonly DeskRow<Values>[],
  most = hardToTell,
): readonly NearPair<Values>[] {
  const colours = rows.flatMap((row) => {
    const rgb = parseColour(row.values.colour);
    return rgb === null ? [] : [{ row, lab: rgbToLab(rgb) }];
  });
  const pairs: NearPair<Values>[] = [];
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

/** The colour of the shop that can hardly be told from this one, if there is one. */
export function nearestTo<Values extends Of<'colour' | 'code'>>(
  hex: string,
  rows: readonly DeskRow<Values>[],
  except: string,
): Near<Values> | null {
  const rgb = parseColour(hex);
  if (rgb === null) return null;
  const lab = rgbToLab(rgb);
  let nearest: Near<Values> | null = null;
  for (const row of rows) {
    const other = parseColour(row.values.colour);
    if (other === null || row.id === except || row.values.code === except) continue;
    const difference = ciede2000(lab, rgbToLab(other));
    if (difference < (nearest?.difference ?? hardToTell)) nearest = { other: row, difference };
  }
  return nearest;
}

/** Lines of an import whose colour the shop, or an earlier line, has already under another code. */
export function warnOfNear(
  report: ImportReport,
  rows: readonly DeskRow<Of<'colour' | 'code' | 'name'>>[],
): ImportReport {
  const known = [...rows];
  const lines = report.lines.map((line): ImportLine => {
    if (line.kind !== 'new' && line.kind !== 'change') return line;
    const colour =
      line.kind === 'new'
        ? line.values['colour']
        : line.changes.find(({ column }) => column === 'colour')?.after;
    if (typeof colour !== 'string') return line;
    const near = nearestTo(colour, known, line.key);
    const values = { code: line.key, name: line.key, colour };
    known.push({ id: line.key, version: null, values });
    if (near === null) return line;
    const note = `is hard to tell from ${near.other.values.name} (ΔE ${near.difference.toFixed(1)})`;
    return { ...line, note };
  });
  return { ...report, lines };
}
