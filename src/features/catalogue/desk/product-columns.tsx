import { numberOf, textOf } from '#desk-kit/model/desk-row.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import type { Tone } from '#shared/tone.ts';
import type { ImportColumn } from '#desk-kit/model/table-import.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { day, plain } from '#desk-kit/table/column-text.ts';
import type { TableColumn } from '#desk-kit/table/table-model.ts';
import { priceWords, skuWords, stockWords } from '../model/sellable.ts';
import { saleFields, textFields } from './product-fields.ts';
import { categoryChoices, kindChoices, labelOf, statusChoices } from './product-words.ts';

const tones: Readonly<Record<string, Tone>> = {
  draft: 'plain',
  scheduled: 'waiting',
  published: 'good',
  archived: 'plain',
};

function textBetween(least: number, most: number) {
  return (text: string): Result<string, string> => {
    const typed = text.trim();
    const fits = typed.length >= least && typed.length <= most;
    return fits ? succeed(typed) : fail(`${least} to ${most} characters`);
  };
}

export function wholeNumber(least: number, most: number, mayBeEmpty = false) {
  return (text: string): Result<number | null, string> => {
    if (mayBeEmpty && text.trim() === '') return succeed(null);
    const number = Number(text);
    const fits =
      text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most;
    return fits
      ? succeed(number)
      : fail(`A whole number from ${least} to ${most.toLocaleString('en-GB')}`);
  };
}

export const productColumns: readonly TableColumn[] = [
  { name: 'title', title: 'Title', width: 260, text: plain('title'), filter: { kind: 'text' } },
  {
    name: 'status',
    title: 'Status',
    width: 120,
    text: plain('status'),
    filter: { kind: 'choice', choices: statusChoices },
    render: (row) => (
      <Badge tone={tones[textOf(row, 'status')] ?? 'plain'}>
        {labelOf(statusChoices, textOf(row, 'status'))}
      </Badge>
    ),
  },
  {
    name: 'kind',
    title: 'Kind',
    width: 105,
    text: (row) => labelOf(kindChoices, textOf(row, 'kind')),
    filter: { kind: 'choice', choices: kindChoices },
  },
  {
    name: 'category',
    title: 'Category',
    width: 115,
    text: (row) => labelOf(categoryChoices, textOf(row, 'category')),
    filter: { kind: 'choice', choices: categoryChoices },
  },
  { name: 'price', title: 'Price', width: 130, align: 'end', text: priceWords },
  { name: 'stock', title: 'In stock', width: 90, align: 'end', text: stockWords },
  { name: 'sku', title: 'SKU', width: 160, text: skuWords },
  {
    name: 'summary',
    title: 'Summary',
    width: 280,
    text: plain('summary'),
    edit: { kind: 'text', text: plain('summary'), parse: textBetween(1, 300) },
  },
  {
    name: 'publish_at',
    title: 'Visible from',
    width: 125,
    text: day('publish_at'),
    filter: { kind: 'date' },
  },
  {
    name: 'ship_group',
    title: 'Ship group',
    width: 115,
    text: plain('ship_group'),
    filter: { kind: 'text' },
  },
  {
    name: 'handling_days',
    title: 'Handling',
    width: 95,
    align: 'end',
    text: (row) => `${numberOf(row, 'handling_days') ?? 0} days`,
    edit: { kind: 'text', text: plain('handling_days'), parse: wholeNumber(0, 60) },
  },
  {
    name: 'max_per_customer',
    title: 'Limit',
    width: 80,
    align: 'end',
    text: plain('max_per_customer'),
    edit: { kind: 'text', text: plain('max_per_customer'), parse: wholeNumber(1, 100, true) },
    startsHidden: true,
  },
  { name: 'hs_code', title: 'HS code', width: 100, text: plain('hs_code'), startsHidden: true },
  { name: 'url', title: 'URL', width: 180, text: plain('url') },
  {
    name: 'updated_at',
    title: 'Edited',
    width: 120,
    text: day('updated_at'),
  },
];

/** A file calls its columns as the form does. */
const titleOf = (name: string): string =>
  [...textFields, ...saleFields].find((field) => field.name === name)?.title ?? name;

/** What a file may change: the rest has consequences that the form shows. */
export const productImport: readonly ImportColumn[] = [
  { name: 'url', title: titleOf('url'), aliases: ['address'], parse: textBetween(1, 80) },
  { name: 'title', title: titleOf('title'), parse: textBetween(2, 120) },
  { name: 'summary', title: titleOf('summary'), parse: textBetween(1, 300) },
  {
    name: 'handling_days',
    title: titleOf('handling_days'),
    aliases: ['handling'],
    parse: wholeNumber(0, 60),
  },
  {
    name: 'max_per_customer',
    title: titleOf('max_per_customer'),
    aliases: ['limit', 'most per customer'],
    parse: wholeNumber(1, 100, true),
  },
  { name: 'position', title: titleOf('position'), parse: wholeNumber(0, 100_000) },
  { name: 'safety_warnings', title: titleOf('safety_warnings'), parse: textBetween(0, 4000) },
];

/** A file that goes out and comes back: values as the import reads them. */
export const productExport = [
  ...productImport.map(({ name }) => ({ title: titleOf(name), text: plain(name) })),
  { title: 'Status', text: plain('status') },
  { title: titleOf('kind'), text: plain('kind') },
];
