/**
 * Rates from what was pasted or chosen to what is saved. Invariant: nothing is written before someone has seen
 * what it does, and all of it is written together.
 */
import { atom } from 'nanostores';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';
import { unanswered } from '#shared/backend/errors.ts';
import { withKey } from '#shared/backend/intention-key.ts';
import { setCurrencyRates } from '../api/set-currency-rates.ts';
import { planRates, type RatePlan } from '../model/rate-changes.ts';
import { mostBytes, readRateFile } from '../model/rate-file.ts';
import { currencyTable } from './desk-currencies.ts';

export type RateImport =
  | { readonly status: 'idle' | 'reading' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'done'; readonly written: number; readonly ratedOn: string }
  | {
      readonly status: 'open';
      /** As it was pasted or read, to compare once more. */
      readonly source: string;
      readonly plan: RatePlan;
      readonly isSaving: boolean;
      readonly problem: string | null;
    };

export const $rateImport = atom<RateImport>({ status: 'idle' });

export const closeRates = () => $rateImport.set({ status: 'idle' });

const refuse = (message: string) => $rateImport.set({ status: 'failed', message });

/** The day of the database, whose clock decides. */
const today = () => new Date().toISOString().slice(0, 10);

export async function compareRates(source: string): Promise<void> {
  $rateImport.set({ status: 'reading' });
  const read = readRateFile(source, today());
  if (!read.ok) return refuse(read.error);
  const rows = await readDeskRows({
    table: 'currency_rates',
    columns: '*',
    key: ['code'],
    order: 'position',
  }).catch(unanswered);
  if (!rows.ok) return refuse(askedAgain(rows.error));
  const plan = planRates(read.value, rows.value);
  $rateImport.set({ status: 'open', source, plan, isSaving: false, problem: null });
}

export async function compareFile(file: File): Promise<void> {
  if (file.size > mostBytes) return refuse('This is larger than 1 MB. Use the daily file.');
  const source = await file.text().catch(() => null);
  if (source === null) return refuse('This file could not be opened.');
  await compareRates(source);
}

export async function saveRates(): Promise<void> {
  const open = $rateImport.get();
  if (open.status !== 'open' || open.isSaving) return;
  $rateImport.set({ ...open, isSaving: true, problem: null });
  const { ratedOn, changes } = open.plan;
  const rates = changes
    .filter(({ kind }) => kind === 'change')
    .map(({ code, next, version }) => ({ code, perEuro: next, ratedOn, version }));
  const saved = await withKey(rates, (key) => setCurrencyRates(rates, key)).catch(unanswered);
  if (!saved.ok) {
    $rateImport.set({ ...open, isSaving: false, problem: askedAgain(saved.error) });
    return;
  }
  $rateImport.set({ status: 'done', written: saved.value, ratedOn });
  await currencyTable.reload();
}
