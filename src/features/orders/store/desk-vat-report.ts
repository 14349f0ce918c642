import { atom, onMount } from 'nanostores';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';
import { vatReport } from '../api/vat-report.ts';
import { vatPeriods, type VatPeriod, type VatReportRow } from '../model/vat-report.ts';

export const periods = vatPeriods(new Date());

type VatReportState = { readonly period: VatPeriod | undefined } & (
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly rows: readonly VatReportRow[] }
);

export const $vatReport = atom<VatReportState>({ kind: 'loading', period: periods[0] });
onMount($vatReport, () => void readReport($vatReport.get().period));

export async function readReport(period: VatPeriod | undefined): Promise<void> {
  if (period === undefined) return;
  $vatReport.set({ kind: 'loading', period });
  const read = await vatReport(period.from, period.to);
  // Another period was chosen in the meantime.
  if ($vatReport.get().period !== period) return;
  $vatReport.set(
    read.ok
      ? { kind: 'ready', period, rows: read.value }
      : { kind: 'failed', period, message: askedAgain(read.error) },
  );
}
