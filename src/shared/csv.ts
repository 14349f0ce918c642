/**
 * Invariant: no cell that is written begins a formula in any spreadsheet, and what was written reads
 * back as it was.
 */
// Some programs skip signs that nobody sees, and read what looks like a sign as that sign.
const startsFormula =
  /^[\s\p{Cc}\p{Cf}\p{Mn}\u115F\u1160\u2800\u3164\uFFA0]*[=+\-@|%\u2212＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋]/u;
const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** A leading apostrophe is what spreadsheets themselves use to say "text". */
export function inertCell(value: string): string {
  return startsFormula.test(value) && !plainNumber.test(value) ? `'${value}` : value;
}

function csvCell(value: string): string {
  const text = inertCell(value);
  return /["\n\r,;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @example csvLine(['a', 'b,c']) // 'a,"b,c"\r\n' */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

const mostRows = 20_000;

/** Separated by commas, semicolons or tabs, whichever the first line uses most, unless it is told. */
export function parseCsv(
  text: string,
  separator: string = separatorOf(text),
): readonly (readonly string[])[] {
  const source = text.replace(/^\uFEFF/, '');
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < source.length && rows.length < mostRows; index += 1) {
    const letter = source[index] ?? '';
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (source[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === separator) {
      row.push(cell);
      cell = '';
    } else if (letter === '\n') {
      row.push(cell.replace(/\r$/, ''));
      rows.push(row);
      row = [];
      cell = '';
    } else cell += letter;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows
    .filter((cells) => cells.some((each) => each.trim() !== ''))
    .map((cells) => cells.map(withoutApostrophe));
}

function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && startsFormula.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const count = (mark: string) => first.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ',');
}
