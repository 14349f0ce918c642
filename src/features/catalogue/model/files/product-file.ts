/** The columns of the file of all products: a line for each variant, its product's columns on the first of them. */
import {
  numberOf,
  plainText,
  textOf,
  textsOf,
  valueAt,
  type DeskRow,
  type Draft,
  type NameIn,
} from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { textToMinor } from '#desk-kit/model/field-text.ts';
import { decimalMoney } from '#shared/money.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import {
  availabilityChoices,
  categoryChoices,
  kindChoices,
  statusChoices,
  type NamedChoice,
} from './product-choices.ts';
import type { PartPatch, ProductPatch } from '../form/product-form.ts';
import { mostOptions, parseVariantOptions } from '../form/variant-options.ts';

/** A product with the variant of its line. */
export type FileLine = Draft<Row<'products'> & { readonly variant: PartPatch<'variants'> }>;
type Named = NameIn<FileLine['values']>;

export interface FileColumn {
  readonly name: string;
  readonly title: string;
  readonly aliases?: readonly string[];
  readonly of: 'product' | 'variant' | 'option';
  readonly parse: (text: string) => Result<unknown, string>;
  /** As a file writes it, of a product with the variant of its line beside it. */
  readonly write: (row: FileLine) => string;
}

const plain = (column: Named) => (row: FileLine) => plainText(valueAt(row, column));

function textUpTo(most: number) {
  return (text: string): Result<string, string> =>
    text.length <= most ? succeed(text) : fail(`At most ${most} characters`);
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

export function price(text: string): Result<number, string> {
  const minor = textToMinor(text.trim());
  return minor.ok && minor.value < 0 ? fail('A price is 0 or more.') : minor;
}

const oneOf =
  (choices: readonly NamedChoice[]) =>
  (text: string): Result<string, string> => {
    const typed = text.trim().toLowerCase().replaceAll(' ', '_');
    const found = choices.find(
      ({ value, label }) => value === typed || label.toLowerCase().replaceAll(' ', '_') === typed,
    );
    const names = choices.map(({ label }) => label).join(', ');
    return found === undefined ? fail(`One of ${names}`) : succeed(found.value);
  };

const labelled = (column: Named, choices: readonly NamedChoice[]) => (row: FileLine) => {
  const value = plain(column)(row);
  return choices.find((choice) => choice.value === value)?.label ?? value;
};

function yesOrNo(text: string): Result<boolean, string> {
  const typed = text.trim().toLowerCase();
  if (['yes', 'true', '1', 'y'].includes(typed)) return succeed(true);
  return ['no', 'false', '0', 'n'].includes(typed) ? succeed(false) : fail('Yes or no');
}

function isoDay(text: string): Result<string, string> {
  const day = text.trim();
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
  return isDay ? succeed(day) : fail('A date like 2026-03-31');
}

function isoMoment(text: string): Result<string, string> {
  const typed = text.trim();
  const isIso = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?$/.test(typed);
  const time = isIso ? Date.parse(typed) : Number.NaN;
  return Number.isNaN(time)
    ? fail('A date like 2026-03-31 or 2026-03-31T09:00Z')
    : succeed(new Date(time).toISOString());
}

type Written<Name> = Pick<FileColumn, 'title' | 'parse'> &
  Partial<FileColumn> & { readonly name: Name };

const ofProduct = (column: Written<keyof ProductPatch>): FileColumn => ({
  of: 'product',
  write: plain(column.name),
  ...column,
});

const ofVariant = (column: Written<keyof PartPatch<'variants'>>): FileColumn => ({
  of: 'variant',
  write: plain(`variant.${column.name}`),
  ...column,
});

const moment = (column: Named) => (row: FileLine) => {
  const time = Date.parse(textOf(row, column));
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
};

const optionColumns = Array.from({ length: mostOptions }, (_, index): readonly FileColumn[] => [
  {
    name: `option_${index + 1}`,
    title: `Option ${index + 1}`,
    aliases: [`option${index + 1} name`],
    of: 'option',
    parse: textUpTo(40),
    write: (row) => parseVariantOptions(row.values.variant_options)[index]?.title ?? '',
  },
  {
    name: `option_${index + 1}_value`,
    title: `Option ${index + 1} value`,
    aliases: [`option${index + 1} value`],
    of: 'option',
    parse: textUpTo(40),
    write: (row) => textsOf(row, 'variant.choices')[index] ?? '',
  },
]).flat();

export const productFile: readonly FileColumn[] = [
  ofProduct({
    name: 'url',
    title: 'URL',
    aliases: ['slug', 'address', 'handle'],
    parse: textUpTo(80),
  }),
  ofProduct({ name: 'title', title: 'Title', parse: textUpTo(120) }),
  ofProduct({
    name: 'kind',
    title: 'Kind',
    parse: oneOf(kindChoices),
    write: labelled('kind', kindChoices),
  }),
  ofProduct({
    name: 'category',
    title: 'Category',
    parse: oneOf(categoryChoices),
    write: labelled('category', categoryChoices),
  }),
  ofProduct({
    name: 'status',
    title: 'Status',
    parse: oneOf(statusChoices),
    write: labelled('status', statusChoices),
  }),
  ofProduct({
    name: 'publish_at',
    title: 'Visible from',
    parse: isoMoment,
    write: moment('publish_at'),
  }),
  ofProduct({ name: 'summary', title: 'Summary', parse: textUpTo(300) }),
  ofProduct({
    name: 'body',
    title: 'Story (Markdown)',
    aliases: ['story', 'body'],
    parse: textUpTo(20_000),
  }),
  ...optionColumns,
  ofVariant({
    name: 'title',
    title: 'Variant',
    aliases: ['variant title'],
    parse: textUpTo(120),
  }),
  ofVariant({ name: 'sku', title: 'SKU', parse: textUpTo(40) }),
  ofVariant({
    name: 'price_minor',
    title: 'Price',
    parse: price,
    write: (row) => {
      const minor = numberOf(row, 'variant.price_minor');
      return minor === null ? '' : decimalMoney(minor, textOf(row, 'variant.currency') || 'EUR');
    },
  }),
  ofVariant({
    name: 'stock',
    title: 'In stock',
    aliases: ['stock', 'inventory'],
    parse: wholeNumber(0, 1_000_000),
    write: plain('variant.stock.on_hand'),
  }),
  ofVariant({
    name: 'is_made_to_order',
    title: 'Made to order',
    parse: yesOrNo,
    write: (row) => {
      const isMade = valueAt(row, 'variant.is_made_to_order');
      return typeof isMade === 'boolean' ? (isMade ? 'yes' : 'no') : '';
    },
  }),
  ofVariant({
    name: 'availability',
    title: 'Sold as',
    aliases: ['availability'],
    parse: oneOf(availabilityChoices),
    write: labelled('variant.availability', availabilityChoices),
  }),
  ofVariant({ name: 'ships_on', title: 'Ships on', parse: isoDay }),
  ofVariant({
    name: 'weight_grams',
    title: 'Weight (g)',
    aliases: ['weight', 'weight in grams'],
    parse: wholeNumber(1, 100_000),
  }),
  ofVariant({
    name: 'max_per_customer',
    title: 'Variant limit',
    parse: wholeNumber(1, 100),
  }),
  ofVariant({
    name: 'flaws',
    title: 'Flaws (B-stock)',
    aliases: ['flaws', 'b-stock'],
    parse: textUpTo(300),
  }),
  ofProduct({ name: 'tax_class_code', title: 'Tax class', parse: textUpTo(40) }),
  ofProduct({ name: 'ship_group', title: 'Ship group', parse: textUpTo(60) }),
  ofProduct({
    name: 'handling_days',
    title: 'Handling days',
    aliases: ['handling'],
    parse: wholeNumber(0, 60),
  }),
  ofProduct({
    name: 'max_per_customer',
    title: 'Maximum per customer',
    aliases: ['limit', 'most per customer'],
    parse: wholeNumber(1, 100),
  }),
  ofProduct({ name: 'position', title: 'Sort order', parse: wholeNumber(0, 100_000) }),
  ofProduct({ name: 'layout_code', title: 'Layout', parse: textUpTo(40) }),
  ofProduct({ name: 'hs_code', title: 'HS code', parse: textUpTo(10) }),
  ofProduct({
    name: 'origin_country_code',
    title: 'Country of origin',
    aliases: ['origin'],
    parse: (text) =>
      /^[a-z]{2}$/i.test(text.trim())
        ? succeed(text.trim().toUpperCase())
        : fail('Two letters like DE'),
  }),
  ofProduct({ name: 'customs_description', title: 'Customs description', parse: textUpTo(120) }),
  ofProduct({
    name: 'safety_warnings',
    title: 'Safety warnings (Markdown)',
    parse: textUpTo(4000),
  }),
  ofProduct({ name: 'seo_title', title: 'Title for search engines', parse: textUpTo(70) }),
  ofProduct({
    name: 'seo_description',
    title: 'Description for search engines',
    parse: textUpTo(170),
  }),
];

/** A line for each variant of a product; one without any is a line as well. */
export function linesOfProduct(
  product: DeskRow<ProductPatch & { readonly variants: readonly PartPatch<'variants'>[] }>,
): readonly FileLine[] {
  const placeOf = ({ position }: PartPatch<'variants'>) => Number(position ?? 0);
  const all = product.values.variants.toSorted((one, other) => placeOf(one) - placeOf(other));
  return (all.length > 0 ? all : [{}]).map((variant) => ({
    ...product,
    values: { ...product.values, variant },
  }));
}
