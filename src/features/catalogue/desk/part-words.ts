import type { HistoryPart } from '../model/form/product-history.ts';
import { fieldWords } from '#desk-kit/ui/field-words.ts';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import type { ColumnWords } from '#desk-kit/table/table-model.ts';
import { optionsInWords, parseVariantOptions } from '../model/form/variant-options.ts';
import { batchFields, stageField } from './batches/batch-fields.ts';
import {
  factFields,
  imageFields,
  optionFields,
  saleFields,
  soundFields,
  textFields,
  valueFields,
  variantFields,
} from './product-fields.ts';
import { statusChoices } from '../model/files/product-choices.ts';

type Part = HistoryPart;

const fields: Readonly<Record<Part, readonly RowField[]>> = {
  product: [
    ...textFields,
    ...saleFields,
    { name: 'status', title: 'Status', kind: 'choice', choices: statusChoices },
    { name: 'publish_at', title: 'Visible from', kind: 'moment' },
  ],
  variants: variantFields,
  options: optionFields,
  values: valueFields,
  images: [
    ...imageFields,
    { name: 'focus_x', title: 'Focus point from the left', kind: 'number' },
    { name: 'focus_y', title: 'Focus point from the top', kind: 'number' },
    { name: 'turn_frames', title: 'Photos of the turntable', kind: 'number' },
  ],
  sounds: soundFields,
  rules: [{ name: 'reason', title: 'Because', kind: 'text' }],
  facts: factFields,
  pools: [],
  batches: [...batchFields, stageField],
  kits: [
    { name: 'moq', title: 'Minimum to make it', kind: 'number' },
    { name: 'capacity', title: 'Most that can be made', kind: 'number' },
    { name: 'dropped_at', title: 'Dropped', kind: 'moment' },
  ],
  prices: [{ name: 'price_minor', title: 'Better price in euro', kind: 'money' }],
  stock: [{ name: 'on_hand', title: 'On hand', kind: 'number' }],
};

const parts: Readonly<Record<Part, string>> = {
  product: 'Product',
  variants: 'Variant',
  options: 'Option',
  values: 'Value',
  images: 'Picture',
  sounds: 'Sound',
  rules: 'Rule',
  pools: 'Stock pool',
  facts: 'Fact',
  batches: 'Batch',
  kits: 'Kit of the batch',
  prices: 'Price of the kit',
  stock: 'Stock',
};

export const partTitle = (part: Part): string => parts[part];

const fieldOf = (part: Part, column: string) => fields[part].find(({ name }) => name === column);

/** Parts are counted from nought; the place of a product is a number that its form shows. */
const isPlace = (part: Part, column: string): boolean =>
  column === 'position' && part !== 'product';

/** As the form calls it, or the column where it stands in no form. */
export function fieldTitle(part: Part, column: string): string {
  if (isPlace(part, column)) return 'Position';
  if (column === 'variant_options') return 'Options of the variants';
  return fieldOf(part, column)?.title ?? column.replaceAll('_', ' ');
}

/** As the form shows it. */
export function valueWords(part: Part, column: string, value: unknown): string {
  if (isPlace(part, column) && typeof value === 'number') return String(value + 1);
  if (column === 'variant_options') return optionsInWords(parseVariantOptions(value));
  return fieldWords(fieldOf(part, column), value);
}

/** A product where it is one of many. */
export const productWords: ColumnWords = {
  titleOf: (column) => fieldTitle('product', column),
  valueOf: (column, value) => valueWords('product', column, value),
};
