import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { listOf, minorOf, numberOf, textOf } from '#shared/parsed-fields.ts';
import type { VatReportRow } from '../model/vat-report.ts';

export const vatReport = (
  from: string,
  to: string,
  parts: CallParts = {},
): Answer<readonly VatReportRow[]> =>
  callFunction('vat_report', { p_from: from, p_to: to }, parseReport, parts);

function parseReport(data: unknown): readonly VatReportRow[] | null {
  if (!Array.isArray(data)) return null;
  return listOf(data, (row) => ({
    country: textOf(row['country']),
    countryName: textOf(row['country_name']),
    scheme: textOf(row['scheme']),
    rateBasisPoints: numberOf(row['rate_basis_points']),
    currency: textOf(row['currency']),
    netMinor: minorOf(row['net_minor']),
    taxMinor: minorOf(row['tax_minor']),
    invoices: numberOf(row['invoices']),
    creditNotes: numberOf(row['credit_notes']),
  }));
}
