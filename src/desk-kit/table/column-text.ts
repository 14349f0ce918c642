/**
 * Invariant: money in a file is a number that a spreadsheet adds up, and what it is money of stands in
 * a column of its own.
 */
import { momentWords } from '#shared/date-words.ts';
import { dayWords } from '#shared/day-words.ts';
import {
  isRecord,
  numberOf,
  plainText,
  textOf,
  valueAt,
  type DeskRow,
  type NameIn,
} from '../model/desk-row.ts';
import { decimalMoney, formatMoney } from '#shared/money.ts';
import type { Choice, ColumnWords, TableColumn } from './table-model.ts';

/** @example plain('zone.title') // the title inside of an embedded zone */
export const plain =
  <Values>(column: NameIn<Values>) =>
  (row: DeskRow<Values>): string =>
    plainText(valueAt(row, column));

export const money =
  <Values>(column: NameIn<Values>) =>
  (row: DeskRow<Values>): string =>
    formatMoney(numberOf(row, column) ?? 0, currencyOf(row));

const currencyOf = ({ values }: { readonly values: unknown }): string =>
  (isRecord(values) && plainText(values['currency'])) || 'EUR';

const decimal = (column: string) => (row: DeskRow) => {
  const minor = numberOf(row, column);
  return minor === null ? '' : decimalMoney(minor, currencyOf(row));
};

const currency = {
  title: 'Currency',
  text: (row: DeskRow) => currencyOf(row),
};

interface WrittenColumn {
  readonly name: string;
  readonly title: string;
  text(row: DeskRow): string;
}

/** The columns of a file: those of the table, with amounts as numbers and their currency at the end. */
export function writtenColumns(
  columns: readonly WrittenColumn[],
): readonly Pick<WrittenColumn, 'title' | 'text'>[] {
  const written = columns.map(({ name, title, text }) => ({
    title,
    text: name.endsWith('_minor') ? decimal(name) : text,
  }));
  return columns.some(({ name }) => name.endsWith('_minor')) ? [...written, currency] : written;
}

type Named = Pick<TableColumn, 'name' | 'title' | 'filter' | 'edit'>;

const offered = ({ filter, edit }: Named) => [
  ...(filter && 'choices' in filter ? filter.choices : []),
  ...(edit && 'choices' in edit ? edit.choices : []),
];

/** A choice by its label, and everything else as it is stored. */
export function wordsOfColumns(columns: readonly Named[]): ColumnWords {
  const find = (column: string) => columns.find(({ name }) => name === column);
  return {
    titleOf: (column) => find(column)?.title ?? column,
    valueOf(column, value) {
      const text = plainText(value);
      if (column.endsWith('_minor') && text !== '') return decimalMoney(Number(text), 'EUR');
      const found = find(column);
      const choices = found ? offered(found) : [];
      return choices.find((choice) => choice.value === text)?.label ?? text;
    },
  };
}

const unlessEmpty =
  (words: (text: string) => string) =>
  <Values>(column: NameIn<Values>) =>
  (row: DeskRow<Values>): string => {
    const text = textOf(row, column);
    return text === '' ? '' : words(text);
  };
export const day = unlessEmpty(dayWords);
export const moment = unlessEmpty((text) => momentWords(text));

/** @example choicesOf(['first_come']) // [{ value: 'first_come', label: 'First come' }] */
export const choicesOf = (values: readonly string[]): readonly Choice[] =>
  values.map((value) => ({
    value,
    label: value.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()),
  }));

export const labelOf = (choices: readonly Choice[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value;
