/** Invariant: nothing that is not valid becomes a value. */
import { plainText } from './desk-row.ts';
import { decimalMoney } from '#shared/money.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { isUnread, type Unread } from './unread.ts';

export type FieldKind =
  | 'text'
  | 'area'
  | 'number'
  | 'money'
  | 'lines'
  | 'date'
  | 'moment'
  | 'colour';

export function valueToText(kind: FieldKind, value: unknown): string {
  if (isUnread(value)) return value.unread;
  if (value === null || value === undefined) return '';
  if (kind === 'lines') return Array.isArray(value) ? value.map(plainText).join('\n') : '';
  if (kind === 'money') return typeof value === 'number' ? decimalMoney(value, 'EUR') : '';
  if (kind === 'moment') return typeof value === 'string' ? localMoment(value) : '';
  return plainText(value);
}

/** What `datetime-local` wants: the wall clock of whoever looks. */
function localMoment(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function textToValue(
  kind: FieldKind,
  text: string,
  isOptional: boolean,
): Result<unknown, string> {
  const typed = text.trim();
  const isText = kind === 'text' || kind === 'area' || kind === 'lines';
  if (typed === '' && !isText) {
    return isOptional ? succeed(null) : fail('Fill this in.');
  }
  if (kind === 'lines') return succeed(typed === '' ? [] : typed.split(/\s*\n\s*/));
  if (kind === 'number') return wholeNumber(typed);
  if (kind === 'money') return textToMinor(typed);
  if (kind === 'moment') {
    const date = new Date(typed);
    return Number.isNaN(date.getTime()) ? fail('Enter a valid date.') : succeed(date.toISOString());
  }
  if (kind === 'colour') {
    const colour = typed.toLowerCase();
    return /^#[0-9a-f]{6}$/.test(colour) ? succeed(colour) : fail('A colour looks like #1a2b3c.');
  }
  // An empty optional text is nothing, where the column knows nothing.
  return succeed(text === '' && isOptional ? null : text);
}

/** What a form holds from then on: the value, or what is none yet. */
export function typedValue(kind: FieldKind, text: string, isOptional: boolean): unknown {
  const read = textToValue(kind, text, isOptional);
  return read.ok ? read.value : ({ unread: text, fault: read.error } satisfies Unread);
}

function wholeNumber(text: string): Result<number, string> {
  const number = Number(text);
  return Number.isSafeInteger(number) ? succeed(number) : fail('Enter a whole number.');
}

/** @example textToMinor('12,5') // 1250 ; textToMinor('-3.00') // -300 */
export function textToMinor(text: string): Result<number, string> {
  const [, sign = '', whole = '', cents = ''] =
    /^(-?)(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  if (whole === '') return fail('An amount looks like 12.50.');
  const minor = Number(whole) * 100 + Number(cents.padEnd(2, '0'));
  return succeed(sign === '-' ? -minor : minor);
}
