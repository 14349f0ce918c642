/** What the file of a bank says, whichever form it has. */
import type { Given } from '#shared/backend/given.ts';
import { fail, succeed, type Result } from '#shared/result.ts';

/** A return is money of our own that came back; a reversal is the bank undoing what it booked before. */
export type BankLineKind = 'credit' | 'debit' | 'returned' | 'reversed';

export interface BankLine {
  /** Which entry of the file, or which line of a CSV file. */
  readonly place: number;
  readonly kind: BankLineKind;
  readonly account: string;
  readonly bookedOn: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly payer: string;
  readonly message: string;
  /** What the bank calls it; empty where it has no name. */
  readonly bankReference: string;
  /** The IBAN that it came from, where the bank tells it. */
  readonly payerAccount?: string;
  /** Counts those of the file that are alike in everything. */
  readonly ordinal: number;
}

export interface BalanceCheck {
  readonly openingMinor: number;
  readonly closingMinor: number;
  readonly currency: string;
  /** What the entries say too much or too little; nothing where they agree. */
  readonly differsMinor: number;
}

export interface BankStatement {
  readonly format: 'camt' | 'csv';
  readonly account: string;
  readonly lines: readonly BankLine[];
  /** Entries that are not booked yet, and so left out. */
  readonly pending: number;
  readonly balances: readonly BalanceCheck[];
  /** Of a CSV file: the line that names its columns. */
  readonly header: string;
  readonly columns: Readonly<Record<string, readonly number[]>>;
  /** Lines of a CSV file that could not be read. */
  readonly problems: readonly string[];
}

/** A statement that somebody read before. */
export type ReadStatement = Given<'read_bank_statements'>[number];

export const mostBytes = 10 * 1024 * 1024;
export const mostPayments = 2000;
const mostLines = 20_000;

/** One line without signs that nobody sees, as the database takes it. */
export function cleanText(text: string, most: number): string {
  const seen = text
    .slice(0, 4 * most)
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim();
  return Array.from(seen).slice(0, most).join('').trim();
}

/** @example accountOf('NL03 KEYW 0123 4567 89') // 'NL03KEYW0123456789' */
export const accountOf = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(0, 34);

const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2;

/** Null for what is no amount, or could be read as two. @example amountMinor('1.234,56', 'EUR') // 123456 */
export function amountMinor(text: string, currency: string): number | null {
  const [, before = '', figures = '', after = ''] =
    /^([-+\u2212(]?)\s*([\d.,\s'\u2019]{1,30}?)\s*([-+\u2212)]?)$/.exec(
      text.replaceAll(/[€$£]|\b[A-Z]{3}\b/g, '').trim(),
    ) ?? [];
  const plain = figures.replaceAll(/[\s'\u2019]/g, '');
  const [, whole = '', cents = ''] =
    /^(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(plain) ??
    /^(\d{1,3}(?:\.\d{3})+|\d{1,12})(?:,(\d{1,2}))?$/.exec(plain) ??
    [];
  // 1.234 is a thousand at one bank and one at another.
  const isEitherWay = cents === '' && /^\d{1,3}[.,]\d{3}$/.test(plain);
  if (whole === '' || isEitherWay || !/^[A-Z]{3}$/.test(currency)) return null;
  const digits = minorDigits(currency);
  if (/[1-9]/.test(cents.slice(digits))) return null;
  const minor = Number(
    `${whole.replaceAll(/[.,]/g, '')}${cents.slice(0, digits).padEnd(digits, '0')}`,
  );
  if (!Number.isSafeInteger(minor)) return null;
  const isNegative = /[-\u2212(]/.test(before) || /[-\u2212]/.test(after);
  return isNegative ? 0 - minor : minor;
}

/** Years of this century, days first; null for what is no day. @example dayOf('20.11.26') // '2026-11-20' */
export function dayOf(text: string): string | null {
  const [, first = '', month = '', last = ''] =
    /^(\d{4})-?(\d{2})-?(\d{2})(?:$|[T ])/.exec(text.trim()) ??
    /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:$|[T ,])/.exec(text.trim()) ??
    [];
  if (month === '') return null;
  const isYearFirst = first.length === 4;
  const year = isYearFirst ? first : last.padStart(4, '20');
  const day = `${year}-${month.padStart(2, '0')}-${(isYearFirst ? last : first).padStart(2, '0')}`;
  const date = new Date(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  return isDay && day >= '2000' && day < '2100' ? day : null;
}

/** Counts the entries that are alike in everything, as private.bank_identity tells them apart. */
export function numberLines(lines: readonly Omit<BankLine, 'ordinal'>[]): readonly BankLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const {
      account,
      bookedOn,
      amountMinor: amount,
      currency,
      payer,
      message,
      bankReference,
    } = line;
    const named = bankReference === '' ? [payer, message] : [bankReference];
    const key = JSON.stringify([account, bookedOn, amount, currency, ...named]);
    const ordinal = (seen.get(key) ?? 0) + 1;
    seen.set(key, ordinal);
    return { ...line, ordinal };
  });
}

/** A whole statement, or what keeps it from being read. */
export function checkStatement(statement: BankStatement): Result<BankStatement, string> {
  const payments = statement.lines.filter(({ kind }) => kind === 'credit').length;
  if (statement.lines.length === 0)
    return fail(
      statement.pending > 0
        ? 'All entries of this file are still pending. Read it again once they are booked.'
        : 'There are no entries in this file.',
    );
  if (payments > mostPayments || statement.lines.length > mostLines)
    return fail(
      `This file has ${payments} payments and ${statement.lines.length} entries. Export a shorter period: at most ${mostPayments} payments.`,
    );
  return succeed(statement);
}
