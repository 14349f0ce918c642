/** Refunds that leave by bank: what waits, the files that tell the bank, and where each goes. */
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { fieldsOf, oneOf, textOf } from '#shared/parsed-fields.ts';
import type { Given, Row } from '#shared/backend/given.ts';

export const accountSources = ['statement', 'customer', 'staff'] as const;
export type AccountSource = (typeof accountSources)[number];

export interface KnownAccount {
  readonly iban: string;
  readonly holder: string;
  readonly source: AccountSource;
  /** The order was paid from another one. */
  readonly isOther: boolean;
  readonly isSepa: boolean;
  readonly isPlain: boolean;
}

type Waiting = Row<'waiting_bank_refunds'>;

/** Null where nobody knows it, or the refund is sent. */
export function accountOfRow({ values }: DeskRow<Pick<Waiting, 'account'>>): KnownAccount | null {
  const fields = fieldsOf(values.account);
  const source = oneOf(fields?.['source'], accountSources);
  if (fields === null || source === null) return null;
  return {
    source,
    iban: textOf(fields['iban']),
    holder: textOf(fields['holder']),
    isOther: fields['is_other'] === true,
    isSepa: fields['is_sepa'] === true,
    isPlain: fields['is_plain'] === true,
  };
}

/** Null for one that a file can hold; the database decides the same. */
export function whyNotInFile(
  row: DeskRow<Pick<Waiting, 'account' | 'status' | 'currency'>>,
): string | null {
  const account = accountOfRow(row);
  const { status, currency } = row.values;
  if (status !== 'open') return status === 'sent' ? 'already sent' : 'in a bank file';
  if (currency !== 'EUR') return 'not in euro: send it by hand';
  if (account === null) return 'the account is not known yet';
  if (!account.isSepa) return 'the account is outside of SEPA: send it by hand';
  return account.isPlain ? null : 'enter the account holder in Latin letters first';
}

export type BankFile = Given<'make_bank_file'>;
export type BankFileStatus = BankFile['status'];
export type FileToSave = Given<'read_bank_file'>;

/** What a customer sees: never more of the account than its end. */
export type RefundAccount = Given<'refund_account'>;
export type Transferred = RefundAccount['transfers'][number];
