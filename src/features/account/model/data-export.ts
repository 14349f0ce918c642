import { csvLine } from '#shared/csv.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];
export type ExportedData = Readonly<Record<string, Rows>>;

export function dataToJson(data: ExportedData): string {
  return `${JSON.stringify(data, null, 2)}\n`;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** One table below the other, each under its name. */
export function dataToCsv(data: ExportedData): string {
  return Object.entries(data)
    .filter(([, rows]) => rows.length > 0)
    .map(([name, rows]) => {
      const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
      const lines = rows.map((row) => csvLine(columns.map((column) => cellText(row[column]))));
      return csvLine([name]) + csvLine(columns) + lines.join('');
    })
    .join('\r\n');
}
