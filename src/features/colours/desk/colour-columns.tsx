import { gramsInWords, stockOfColour } from '../model/colour-stock.ts';
import { textToValue } from '#desk-kit/model/field-text.ts';
import { fail, succeed } from '#shared/result.ts';
import type { ImportColumn } from '#desk-kit/model/table-import.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { labelOf, plain } from '#desk-kit/table/column-text.ts';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import type { colourTable, PaletteRow } from '../store/desk-colorways.ts';
import { families, finishes, sales, stages } from './colour-choices.ts';
import { StockInWords } from './ColourStock.tsx';
import { ColourSwatch } from './ColourSwatch.tsx';

const colourColumns: ColumnsOf<typeof colourTable> = [
  { name: 'name', title: 'Name', width: 200, text: plain('name') },
  {
    name: 'colour',
    title: 'Colour',
    width: 120,
    text: plain('colour'),
    render: (row) => (
      <>
        <ColourSwatch colour={row.values.colour} />
        {row.values.colour}
      </>
    ),
  },
  { name: 'code', title: 'Code', width: 170, text: plain('code') },
  {
    name: 'palette',
    title: 'Palette or sculpt',
    width: 160,
    text: ({ values }) => values.palette?.title ?? values.product?.title ?? '',
  },
  {
    name: 'physical_code',
    title: 'Supplier code',
    width: 160,
    text: plain('physical_code'),
    edit: { kind: 'text', text: plain('physical_code'), parse: (text) => succeed(text.trim()) },
  },
  {
    name: 'status',
    title: 'Stage',
    width: 120,
    text: plain('status'),
    filter: { kind: 'choice', choices: stages },
    render: (row) => <Badge>{labelOf(stages, row.values.status)}</Badge>,
    edit: { kind: 'choice', choices: stages },
  },
  {
    name: 'stock',
    title: 'Raw material in stock',
    width: 160,
    text: (row) => gramsInWords(stockOfColour(row)),
    render: (row) => <StockInWords stock={stockOfColour(row)} />,
  },
  {
    name: 'colour_family',
    title: 'Family',
    width: 110,
    text: plain('colour_family'),
    render: (row) => labelOf(families, row.values.colour_family),
    filter: { kind: 'choice', choices: families },
  },
  {
    name: 'finish',
    title: 'Finish',
    width: 110,
    text: plain('finish'),
    render: (row) => labelOf(finishes, row.values.finish),
    filter: { kind: 'choice', choices: finishes },
    edit: { kind: 'choice', choices: finishes },
  },
  {
    name: 'palette_id',
    title: 'Palette',
    width: 90,
    text: plain('palette_id'),
    isFilterOnly: true,
    filter: { kind: 'empty' },
  },
  {
    name: 'sale',
    title: 'Sale',
    width: 110,
    text: plain('sale'),
    render: (row) => labelOf(sales, row.values.sale ?? ''),
    filter: { kind: 'choice', choices: sales },
    startsHidden: true,
  },
  { name: 'edition_size', title: 'Edition', width: 90, align: 'end', text: plain('edition_size') },
  { name: 'note', title: 'Note', width: 220, text: plain('note') },
];

/** A filter names its palette, which is known once palettes are read. */
export function colourColumnsFor(palettes: readonly PaletteRow[]): ColumnsOf<typeof colourTable> {
  const choices = palettes.map(({ id, values }) => ({ value: id, label: values.title }));
  return colourColumns.map((column) =>
    column.name === 'palette_id' && choices.length > 0
      ? { ...column, filter: { kind: 'choice', choices } }
      : column,
  );
}

const words = (text: string) =>
  text.trim() === '' ? fail('a value is missing') : succeed(text.trim());
const oneOf = (known: typeof families) => (text: string) =>
  known.some(({ value }) => value === text.trim())
    ? succeed(text.trim())
    : fail(`one of ${known.map(({ value }) => value).join(', ')}`);

export const colourImport = [
  { name: 'code', parse: words },
  { name: 'name', parse: words },
  { name: 'physical_code', aliases: ['number'], parse: words },
  {
    name: 'colour',
    aliases: ['hex', 'color'],
    parse: (text) => textToValue('colour', text, false),
  },
  { name: 'colour_family', aliases: ['family'], parse: oneOf(families) },
  { name: 'finish', parse: oneOf(finishes) },
  { name: 'status', parse: oneOf(stages) },
] as const satisfies readonly ImportColumn[];
