/**
 * Refunds by bank at the desk. Invariant: a file whose answer was lost is asked for again by the same
 * name, so that no two are made of one press.
 */
import { atom } from 'nanostores';
import type { BulkOutcome } from '#desk-kit/model/table-bulk.ts';
import { askedAgain, staysShown } from '#desk-kit/store/desk-refusal.ts';
import { createDeskTable, type RowOf } from '#desk-kit/store/desk-table.ts';
import { unanswered, type BackendError } from '#shared/backend/errors.ts';
import type { Result } from '#shared/result.ts';
import {
  enterRefundAccount,
  makeBankFile,
  readBankFile,
  readBankFiles,
  sendBankRefund,
  settleBankFile,
} from '../api/bank-refunds.ts';
import type { BankFile, FileToSave } from '../model/bank-refund.ts';

export const refundTable = createDeskTable({
  name: 'bank-refunds',
  source: {
    table: 'waiting_bank_refunds',
    columns:
      'id,order_id,number,customer,reference,amount_minor,currency,status,account_end,sent_at,created_at,account',
    searched: [],
    named: { column: 'number', nameOf: (typed) => typed.trim().toUpperCase() },
    nullable: [],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['created_at'],
    filterable: ['status'],
    defaultSort: { column: 'created_at', direction: 'desc' },
    defaultFilters: [{ column: 'status', operator: 'is', value: 'open' }],
  },
});

export type RefundRow = RowOf<typeof refundTable>;

export type BankFilesState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'ready'; readonly files: readonly BankFile[]; readonly isMore: boolean };

export const $bankFiles = atom<BankFilesState>({ status: 'loading' });
const page = 20;

export async function readFiles(): Promise<void> {
  showFiles([], await readBankFiles(null).catch(unanswered));
}

export async function readOlderFiles(): Promise<void> {
  const shown = $bankFiles.get();
  if (shown.status !== 'ready') return;
  const last = shown.files.at(-1)?.made_at;
  if (last !== undefined) showFiles(shown.files, await readBankFiles(last).catch(unanswered));
}

function showFiles(
  before: readonly BankFile[],
  read: Result<readonly BankFile[], BackendError>,
): void {
  if (!read.ok) {
    const words = before.length > 0 ? read.error.message : undefined;
    if ($bankFiles.get().status === 'ready' && staysShown(read.error, words)) return;
    $bankFiles.set({ status: 'failed', message: read.error.message });
    return;
  }
  $bankFiles.set({
    status: 'ready',
    files: [...before, ...read.value],
    isMore: read.value.length === page,
  });
}

const readBoth = () => Promise.all([refundTable.reload(), readFiles()]);

const isLost = ({ kind }: BackendError) => kind === 'unreachable' || kind === 'broken';

/** By what they are made of, until an answer came. */
const namesOfFiles = new Map<string, string>();

export async function makeFile(
  rows: readonly RefundRow[],
  executeOn: string | null,
  onOutcome: (outcome: BulkOutcome) => void,
): Promise<FileToSave | null> {
  const ids = rows.map(({ id }) => id).toSorted();
  const key = JSON.stringify([executeOn, ids]);
  const name = namesOfFiles.get(key) ?? crypto.randomUUID();
  namesOfFiles.set(key, name);
  const made = await makeBankFile(name, ids, executeOn).catch(unanswered);
  if (made.ok || !isLost(made.error)) namesOfFiles.delete(key);
  const reason = made.ok ? '' : askedAgain(made.error);
  for (const id of ids) {
    if (made.ok) onOutcome({ id, kind: 'done' });
    else onOutcome({ id, kind: isLost(made.error) ? 'unknown' : 'refused', reason });
  }
  await readBoth();
  const file = made.ok ? await readBankFile(made.value.id).catch(unanswered) : null;
  return file?.ok === true ? file.value : null;
}

export async function downloadFile(
  id: string,
): Promise<
  | { readonly ok: true; readonly file: FileToSave }
  | { readonly ok: false; readonly message: string }
> {
  const read = await readBankFile(id).catch(unanswered);
  return read.ok ? { ok: true, file: read.value } : { ok: false, message: askedAgain(read.error) };
}

const done = async (answer: Result<unknown, BackendError>): Promise<string | null> => {
  await readBoth();
  return answer.ok ? null : askedAgain(answer.error);
};

/** Null when it is done; otherwise why not. */
export const settleFile = async (id: string, status: 'sent' | 'discarded', reason = '') =>
  done(await settleBankFile(id, status, reason).catch(unanswered));

export const sendByHand = async (id: string) => done(await sendBankRefund(id).catch(unanswered));

export const noteAccount = async (orderId: string, iban: string, holder: string) =>
  done(await enterRefundAccount({ orderId, iban, holder, token: null }).catch(unanswered));
