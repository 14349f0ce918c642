/** Invariant: a field that this build does not know is told too, by its own name. */
import { plainText } from '#desk-kit/model/desk-row.ts';
import { formatMoney } from '#shared/money.ts';
import type { OrderEvent } from './order.ts';
import { fieldsOf, listOf, numberOf, textOf, type Fields } from '#shared/parsed-fields.ts';

/** The words for whoever of the staff did it, by the id of the event. */
export type EventActors = ReadonlyMap<number, string>;

export interface EventDetail {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** They name rows for programs, or stand with an amount. */
const untold: ReadonlySet<string> = new Set(['line_id', 'currency']);

/** @example eventDetails(event, 'EUR') // [{ name: 'total', before: '€10.00', after: '€12.00' }] */
export function eventDetails(event: OrderEvent, currency: string): readonly EventDetail[] {
  // A message is told as its customer reads it.
  if (event.kind === 'messaged') return [];
  const { before: was = {}, after: is = {} } = event;
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  const paidIn = textOf(is['currency']) || textOf(was['currency']) || currency;
  const words = (fields: Fields, name: string) => valueWords(name, fields[name], paidIn);
  return [...names]
    .filter((name) => !untold.has(name))
    .map((name) => ({
      name: name.replace(/_minor$/, '').replaceAll('_', ' '),
      before: words(was, name),
      after: words(is, name),
    }))
    .filter(({ before, after }) => before !== after);
}

function valueWords(name: string, value: unknown, currency: string): string {
  if (typeof value === 'number' && name.endsWith('_minor')) return formatMoney(value, currency);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (!Array.isArray(value)) return wordOf(plainText(value));
  const lines = listOf(value, (fields) => lineWords(fields, currency));
  return lines.length === 0
    ? value.map((each) => plainText(each).replaceAll('_', ' ')).join(', ')
    : lines.join('; ');
}

/** A word of the shop's own, spelt out; what people typed stays as they typed it. */
const wordOf = (text: string) =>
  /^[a-z]+(?:_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text;

/** A line as a sketch keeps it, a choice of an option, or a price of a draft. */
function lineWords(fields: Fields, currency: string): string {
  const choices = Array.isArray(fields['options']) ? fields['options'].map(plainText) : [];
  const titles = ['title', 'variant_title', 'sku', 'label', 'value'].map((key) =>
    textOf(fields[key]),
  );
  const named = [...titles, ...choices].filter((word) => word !== '').join(', ');
  const count = fields['quantity'] === undefined ? '' : `${numberOf(fields['quantity'])} × `;
  const price = fields['unit_price_minor'];
  const each = typeof price === 'number' ? ` at ${formatMoney(price, currency)}` : '';
  return `${count}${named}${each}` || plainText(fieldsOf(fields));
}
