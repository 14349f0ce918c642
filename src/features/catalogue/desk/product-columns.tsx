import type { Row } from '#shared/backend/given.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import type { Tone } from '#shared/tone.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { day, labelOf, plain } from '#desk-kit/table/column-text.ts';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import type { productTable } from '../store/desk-products.ts';
import { ProductName } from './ProductName.tsx';
import { priceWords, skuWords, stockWords } from '../model/sellable.ts';
import { wholeNumber } from '../model/files/product-file.ts';
import { categoryChoices, kindChoices, statusChoices } from '../model/files/product-choices.ts';

const tones: Readonly<Record<Row<'products'>['status'], Tone>> = {
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

export const productColumns: ColumnsOf<typeof productTable> = [
  {
    name: 'title',
    title: 'Title',
    width: 260,
    text: plain('title'),
    render: (row) => <ProductName row={row} />,
    filter: { kind: 'text' },
  },
  {
    name: 'status',
    title: 'Status',
    width: 120,
    text: plain('status'),
    filter: { kind: 'choice', choices: statusChoices },
    render: ({ values: { status } }) => (
      <Badge tone={tones[status]}>{labelOf(statusChoices, status)}</Badge>
    ),
  },
  {
    name: 'kind',
    title: 'Kind',
    width: 105,
    text: (row) => labelOf(kindChoices, row.values.kind),
    filter: { kind: 'choice', choices: kindChoices },
  },
  {
    name: 'category',
    title: 'Category',
    width: 115,
    text: (row) => labelOf(categoryChoices, row.values.category),
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
    text: (row) => `${row.values.handling_days} days`,
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
