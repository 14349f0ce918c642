/** Statements of the bank: which orders their payments are for, and what became of them. */
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { fieldsOf, listOf, numberOf, textOf } from '#shared/parsed-fields.ts';
import {
  parseMatches,
  parsePayable,
  parseSettled,
  type BankMatch,
  type BankPart,
  type PayableOrder,
  type SettledEntry,
} from '../model/bank-match.ts';
import type { BankLine, BankStatement } from '../model/bank-statement.ts';

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
    (data) => {
      const matches = parseMatches(data);
      return matches?.length === lines.length ? matches : null;
    },
    parts,
  );

export const findPayableOrders = (
  text: string,
  currency: string,
  parts: CallParts = {},
): Answer<readonly PayableOrder[]> =>
  callFunction(
    'find_payable_orders',
    { p_text: text, p_currency: currency },
    (data) => (Array.isArray(data) ? listOf(data, parsePayable) : null),
    parts,
  );

export type EntryStatus = 'recorded' | 'set_aside' | 'unmatched';

export interface EntrySettlement {
  /** By its id, or as the file told it. */
  readonly entry: { readonly id: string } | BankLine;
  readonly statementId: string | null;
  readonly status: EntryStatus;
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
    parseSettled,
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
    (data) => textOf(fieldsOf(data)?.['id']) || null,
    parts,
  );
};

export interface ReadStatement {
  readonly id: string;
  readonly account: string;
  readonly fileName: string;
  readonly firstOn: string;
  readonly lastOn: string;
  readonly payments: number;
  readonly columns: unknown;
  readonly readAt: string;
  readonly by: string;
  readonly recorded: number;
  readonly recordedMinor: number;
  readonly currency: string;
  readonly unmatched: number;
}

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
    (data) => (Array.isArray(data) ? listOf(data, parseStatement) : null),
    parts,
  );

const parseStatement = (fields: Readonly<Record<string, unknown>>): ReadStatement => ({
  id: textOf(fields['id']),
  account: textOf(fields['account']),
  fileName: textOf(fields['file_name']),
  firstOn: textOf(fields['first_on']),
  lastOn: textOf(fields['last_on']),
  payments: numberOf(fields['payments']),
  columns: fields['columns'],
  readAt: textOf(fields['read_at']),
  by: textOf(fields['by']),
  recorded: numberOf(fields['recorded']),
  recordedMinor: numberOf(fields['recorded_minor']),
  currency: textOf(fields['currency']) || 'EUR',
  unmatched: numberOf(fields['unmatched']),
});
