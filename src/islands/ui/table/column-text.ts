/**
 * The only place that says how a table's cell reads: as it is, as money, as a day, or as a moment in
 * the reader's zone.
 */
import { momentWords } from '#domain/date-words.ts';
import { dayWords } from '#domain/day-words.ts';
import { numberOf, plainText, textOf, valueAt, type DeskRow } from '#domain/desk-row.ts';
import { formatMoney } from '#domain/money.ts';

/** @example plain('zone.title') // the title inside of an embedded zone */
export const plain = (column: string) => (row: DeskRow) => plainText(valueAt(row, column));

export const money = (column: string) => (row: DeskRow) =>
  formatMoney(numberOf(row, column) ?? 0, textOf(row, 'currency') || 'EUR');

const unlessEmpty = (words: (text: string) => string) => (column: string) => (row: DeskRow) => {
  const text = textOf(row, column);
  return text === '' ? '' : words(text);
};
export const day = unlessEmpty(dayWords);
export const moment = unlessEmpty((text) => momentWords(text));
