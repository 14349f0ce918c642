import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import type { VatReportRow } from '../model/vat-report.ts';

export const vatReport = (
  from: string,
  to: string,
  parts: CallParts = {},
): Answer<readonly VatReportRow[]> => callFunction('vat_report', { p_from: from, p_to: to }, parts);
