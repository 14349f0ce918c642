/** A short run notes nothing. */
import { appendFileSync, readFileSync } from 'node:fs';

export interface LongFigure {
  readonly what: string;
  readonly goal: string;
  readonly figure: string;
}

/** Named by the runner of the long run. */
const file = process.env['KEYWRIGHT_LONG_FIGURES'] ?? '';

export function noteFigure(figure: LongFigure): void {
  if (file !== '') appendFileSync(file, `${JSON.stringify(figure)}\n`);
  else console.log(`${figure.what}: ${figure.figure}`);
}

/** As lines of a table, in the order of the suites. */
export function readFigures(path: string): readonly string[] {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  const rows = text.split('\n').filter((row) => row !== '');
  const figures = rows.map((row) => JSON.parse(row) as LongFigure);
  const told = figures
    .map(({ what, goal, figure }) => `| ${what} | ${goal} | ${figure} |`)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  if (told.length === 0) return [];
  return ['| what | goal | measured |', '|---|---|---|', ...told];
}
