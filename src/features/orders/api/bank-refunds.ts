/** Refunds by bank: the files for it at the desk, and the account on the order page. */
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import type { BankFile, FileToSave, RefundAccount } from '../model/bank-refund.ts';

/** The same id again is the same file. Null pays today. */
export const makeBankFile = (
  id: string,
  refunds: readonly string[],
  executeOn: string | null,
  parts: CallParts = {},
): Answer<BankFile> =>
  callFunction(
    'make_bank_file',
    {
      p_id: id,
      p_refunds: [...refunds],
      ...(executeOn === null ? {} : { p_execute_on: executeOn }),
    },
    parts,
  );

export const readBankFile = (id: string, parts: CallParts = {}): Answer<FileToSave> =>
  callFunction('read_bank_file', { p_id: id }, parts);

/** The newest, before a moment if one is given. */
export const readBankFiles = (
  before: string | null,
  parts: CallParts = {},
): Answer<readonly BankFile[]> =>
  callFunction('read_bank_files', before === null ? {} : { p_before: before }, parts);

export const settleBankFile = (
  id: string,
  status: 'sent' | 'discarded',
  reason: string,
  parts: CallParts = {},
): Answer<BankFile> =>
  callFunction('settle_bank_file', { p_id: id, p_status: status, p_reason: reason }, parts);

/** When it was noted. */
export const sendBankRefund = (refund: string, parts: CallParts = {}): Answer<string> =>
  callFunction('send_bank_refund', { p_refund: refund }, ({ sent_at: at }) => at, parts);

export interface EnteredAccount {
  readonly orderId: string;
  readonly iban: string;
  readonly holder: string;
  /** What lets a guest change the order. */
  readonly token: string | null;
}

/** The end of the account that is noted now. */
export const enterRefundAccount = (
  { orderId, iban, holder, token }: EnteredAccount,
  parts: CallParts = {},
): Answer<string> =>
  callFunction(
    'enter_refund_account',
    {
      p_order: orderId,
      p_iban: iban,
      p_holder: holder,
      ...(token === null ? {} : { p_token: token }),
    },
    (data) => data.account_end,
    parts,
  );

export const refundAccount = (
  orderId: string,
  token: string | null,
  parts: CallParts = {},
): Answer<RefundAccount> =>
  callFunction(
    'refund_account',
    { p_order: orderId, ...(token === null ? {} : { p_token: token }) },
    parts,
  );
