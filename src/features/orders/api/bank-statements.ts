/** Statements of the bank: which orders their payments are for, and what became of them. */
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import type { BankMatch, BankPart, PayableOrder, SettledEntry } from '../model/bank-match.ts';
import type { BankLine, BankStatement, ReadStatement } from '../model/bank-statement.ts';

const entryOf = (line: BankLine) => ({
  account: line.account,
  booked_on: line.bookedOn,
  amount_minor: line.amountMinor,
  currency: line.currency,
  payer: line.payer,
  message: line.message,
  bank_reference: line.bankReference,
  ordinal: line.ordinal,
});

/** Of one account, as many as the lines. */
export const matchBankEntries = (
  account: string,
  lines: readonly BankLine[],
  parts: CallParts = {},
): Answer<readonly BankMatch[]> =>
  callFunction(
    'match_bank_entries',
    { p_account: account, p_entries: lines.map(entryOf) },
    (matches) => (matches.length === lines.length ? matches : null),
    parts,
  );

export const findPayableOrders = (
  text: string,
  currency: string,
  parts: CallParts = {},
): Answer<readonly PayableOrder[]> =>
  callFunction('find_payable_orders', { p_text: text, p_currency: currency }, parts);

export interface EntrySettlement {
  /** By its id, or as the file told it. */
  readonly entry: { readonly id: string } | BankLine;
  readonly statementId: string | null;
  readonly status: SettledEntry['status'];
  readonly parts: readonly Pick<BankPart, 'order' | 'amountMinor' | 'capturedMinor'>[];
  readonly note: string;
}

export const settleBankEntry = (
  { entry, statementId, status, parts: orders, note }: EntrySettlement,
  parts: CallParts = {},
): Answer<SettledEntry> =>
  callFunction(
    'settle_bank_entry',
    {
      p_entry:
        'id' in entry
          ? { id: entry.id }
          : { ...entryOf(entry), payer_account: entry.payerAccount ?? '' },
      p_status: status,
      p_parts: orders.map(({ order, amountMinor, capturedMinor }) => ({
        order_id: order.id,
        amount_minor: amountMinor,
        captured_minor: capturedMinor,
      })),
      p_note: note,
      ...(statementId === null ? {} : { p_statement: statementId }),
    },
    parts,
  );

/** The days are those of its payments. */
export const openBankStatement = (
  id: string,
  fileName: string,
  statement: BankStatement,
  parts: CallParts = {},
): Answer<string> => {
  const payments = statement.lines.filter(({ kind }) => kind === 'credit');
  const days = payments.map(({ bookedOn }) => bookedOn).toSorted();
  return callFunction(
    'open_bank_statement',
    {
      p_statement: {
        id,
        account: statement.account,
        file_name: fileName,
        format: statement.format,
        first_on: days[0] ?? '',
        last_on: days.at(-1) ?? '',
        payments: payments.length,
        header: statement.header,
        columns: Object.fromEntries(
          Object.entries(statement.columns).map(([column, places]) => [column, [...places]]),
        ),
      },
    },
    (opened) => opened.id,
    parts,
  );
};

/** The newest, before a moment if one is given, or the last one with a header. */
export const readBankStatements = (
  asked: { readonly before?: string; readonly header?: string },
  parts: CallParts = {},
): Answer<readonly ReadStatement[]> =>
  callFunction(
    'read_bank_statements',
    {
      ...(asked.before === undefined ? {} : { p_before: asked.before }),
      ...(asked.header === undefined ? {} : { p_header: asked.header }),
    },
    parts,
  );
