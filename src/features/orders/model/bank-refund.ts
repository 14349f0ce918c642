/** Refunds that leave by bank: what waits, the files that tell the bank, and where each goes. */
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Given, Row } from '#shared/backend/given.ts';

type Waiting = Row<'waiting_bank_refunds'>;

/** Null for one that a file can hold; the database decides the same. */
export function whyNotInFile({
  values: { account, status, currency },
}: DeskRow<Pick<Waiting, 'account' | 'status' | 'currency'>>): string | null {
  if (status !== 'open') return status === 'sent' ? 'already sent' : 'in a bank file';
  if (currency !== 'EUR') return 'not in euro: send it by hand';
  if (account === null) return 'the account is not known yet';
  if (!account.is_sepa) return 'the account is outside of SEPA: send it by hand';
  return account.is_plain ? null : 'enter the account holder in Latin letters first';
}

export type BankFile = Given<'make_bank_file'>;
export type BankFileStatus = BankFile['status'];
export type FileToSave = Given<'read_bank_file'>;

/** What a customer sees: never more of the account than its end. */
export type RefundAccount = Given<'refund_account'>;
export type Transferred = RefundAccount['transfers'][number];
