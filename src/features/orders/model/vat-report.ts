/** What a period's documents say of VAT, as rows of a table and as the file for the one stop shop of the EU. */
import type { Given } from '#shared/backend/given.ts';
import { csvLine } from '#shared/csv.ts';
import { decimalMoney } from '#shared/money.ts';
import { rateWords } from '#shared/tax-words.ts';

export type VatReportRow = Given<'vat_report'>[number];

const schemes: Readonly<Record<string, string>> = {
  domestic: 'Domestic VAT',
  oss: 'One stop shop (OSS)',
  local: 'Registered there',
  export: 'Export, no VAT',
  reverse_charge: 'Reverse charge',
};

export const schemeWords = (scheme: string): string => schemes[scheme] ?? 'No VAT';

export interface VatPeriod {
  readonly name: string;
  /** Both days are in it. */
  readonly from: string;
  readonly to: string;
}

const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** This quarter and the seven before it, then this year and the one before. @example vatPeriods(new Date('2026-11-27'))[0]?.name // 'Q4 2026' */
export function vatPeriods(now: Date): readonly VatPeriod[] {
  const [year, quarter] = [now.getUTCFullYear(), Math.floor(now.getUTCMonth() / 3)];
  const quarters = Array.from({ length: 8 }, (_, back) => {
    const begins = new Date(Date.UTC(year, (quarter - back) * 3, 1));
    const [itsYear, month] = [begins.getUTCFullYear(), begins.getUTCMonth()];
    const name = `Q${month / 3 + 1} ${itsYear}`;
    return { name, from: dayOf(itsYear, month, 1), to: dayOf(itsYear, month + 3, 0) };
  });
  const years = [year, year - 1].map((one) => ({
    name: String(one),
    from: dayOf(one, 0, 1),
    to: dayOf(one, 11, 31),
  }));
  return [...quarters, ...years];
}

export const reportFile = (rows: readonly VatReportRow[]): readonly string[] => [
  '\uFEFF',
  csvLine(['Country', 'VAT', 'Rate', 'Net', 'VAT amount', 'Currency', 'Invoices', 'Credit notes']),
  ...rows.map((row) =>
    csvLine([
      row.country,
      schemeWords(row.scheme),
      rateWords(row.rate_basis_points),
      decimalMoney(row.net_minor, row.currency),
      decimalMoney(row.tax_minor, row.currency),
      row.currency,
      String(row.invoices),
      String(row.credit_notes),
    ]),
  ),
];

/** By member state of consumption and rate, as the return of the one stop shop asks for it. */
export const ossFile = (rows: readonly VatReportRow[]): readonly string[] => [
  '\uFEFF',
  csvLine(['Member state', 'VAT rate', 'Taxable amount', 'VAT amount', 'Currency']),
  ...rows
    .filter(({ scheme }) => scheme === 'oss')
    .map((row) =>
      csvLine([
        // As tax offices write it.
        row.country === 'GR' ? 'EL' : row.country,
        (row.rate_basis_points / 100).toFixed(2),
        decimalMoney(row.net_minor, row.currency),
        decimalMoney(row.tax_minor, row.currency),
        row.currency,
      ]),
    ),
];
