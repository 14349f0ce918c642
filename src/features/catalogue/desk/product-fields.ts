import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { countryChoices } from '../model/iso-countries.ts';
import type { RowPatch } from '#desk-kit/model/table-edit.ts';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import { categoryChoices, kindChoices } from './product-words.ts';

const named = (values: readonly string[]) =>
  values.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

export const textFields: readonly RowField[] = [
  { name: 'title', title: 'Title', kind: 'text' },
  {
    name: 'url',
    title: 'URL',
    kind: 'text',
    hint: 'If you change it, the old URL redirects to the new one.',
  },
  { name: 'kind', title: 'Kind', kind: 'choice', choices: kindChoices },
  { name: 'category', title: 'Category', kind: 'choice', choices: categoryChoices },
  {
    name: 'summary',
    title: 'Summary',
    kind: 'area',
    isWide: true,
    hint: 'One line, shown in product listings.',
  },
  { name: 'body', title: 'Story (Markdown)', kind: 'area', isWide: true },
  { name: 'in_the_box', title: 'In the box, one per line', kind: 'lines' },
  { name: 'still_needed', title: 'Not included but needed, one per line', kind: 'lines' },
  { name: 'seo_title', title: 'Title for search engines', kind: 'text' },
  { name: 'seo_description', title: 'Description for search engines', kind: 'text' },
];

export const saleFields: readonly RowField[] = [
  {
    name: 'ship_group',
    title: 'Ship group',
    kind: 'text',
    hint: 'Items in the same group ship together.',
  },
  { name: 'handling_days', title: 'Handling days', kind: 'number' },
  { name: 'max_per_customer', title: 'Maximum per customer', kind: 'number', isOptional: true },
  { name: 'position', title: 'Sort order', kind: 'number' },
  { name: 'layout_code', title: 'Layout', kind: 'text' },
  { name: 'tax_class_code', title: 'Tax class', kind: 'text' },
  { name: 'hs_code', title: 'HS code', kind: 'text' },
  {
    name: 'origin_country_code',
    title: 'Country of origin',
    kind: 'choice',
    isOptional: true,
    choices: countryChoices(),
  },
  { name: 'customs_description', title: 'Customs description', kind: 'text' },
  {
    name: 'safety_warnings',
    title: 'Safety warnings (Markdown)',
    kind: 'area',
    isWide: true,
    hint: 'Shown under “Product safety” with the maker’s addresses. Empty: none are needed.',
  },
  {
    name: 'shipping_tags',
    title: 'Restricted goods',
    kind: 'several',
    isWide: true,
    choices: named(['battery', 'liquid', 'magnet', 'wood']),
  },
];

export const variantFields: readonly RowField[] = [
  { name: 'title', title: 'Title', kind: 'text' },
  { name: 'sku', title: 'SKU', kind: 'text' },
  { name: 'price_minor', title: 'Price in euro', kind: 'money' },
  {
    name: 'weight_grams',
    title: 'Weight in grams',
    kind: 'number',
    hint: 'Weight with packaging, which carriers charge by',
  },
  {
    name: 'availability',
    title: 'Availability',
    kind: 'choice',
    choices: [
      { value: 'in_stock', label: 'In stock' },
      { value: 'group_buy', label: 'Group buy' },
      { value: 'preorder', label: 'Preorder' },
      { value: 'list', label: 'Raffle or list' },
      { value: 'archived', label: 'Archived' },
    ],
  },
  { name: 'ships_on', title: 'Ships on', kind: 'date', isOptional: true },
  { name: 'max_per_customer', title: 'Maximum per customer', kind: 'number', isOptional: true },
  { name: 'pool_units', title: 'Units taken from stock', kind: 'number' },
  { name: 'few_left_below', title: 'Show “Few left” below', kind: 'number' },
  { name: 'shows_remaining', title: 'Show how many remain', kind: 'check' },
  {
    name: 'is_required',
    title: 'Every order needs it',
    kind: 'check',
    hint: 'Shoppers can order other variants only with it, or after they have ordered it. The catalogue shows its price. Staff can enter an order without it.',
  },
  { name: 'contents', title: 'Contents', kind: 'area', isWide: true },
];

export const optionFields: readonly RowField[] = [
  { name: 'title', title: 'Title', kind: 'text' },
  { name: 'code', title: 'Code', kind: 'text' },
  {
    name: 'zone',
    title: 'Part of the picture this colours',
    kind: 'choice',
    isOptional: true,
    choices: named(['case', 'plate', 'weight', 'accent', 'alphas', 'modifiers']),
  },
  { name: 'is_required', title: 'Must be chosen', kind: 'check' },
  { name: 'help', title: 'Help', kind: 'text', isWide: true },
];

export const valueFields: readonly RowField[] = [
  { name: 'title', title: 'Title', kind: 'text' },
  { name: 'code', title: 'Code', kind: 'text' },
  { name: 'price_delta_minor', title: 'Adds to the price', kind: 'money' },
  { name: 'weight_delta_grams', title: 'Adds grams', kind: 'number' },
  { name: 'colour', title: 'Colour', kind: 'text', isOptional: true, hint: 'Like #1a2b3c' },
  { name: 'is_default', title: 'Selected by default', kind: 'check' },
  { name: 'is_offered', title: 'Offered', kind: 'check' },
];

export const imageFields: readonly RowField[] = [
  { name: 'alt', title: 'Alt text', kind: 'text', isWide: true },
  { name: 'credit', title: 'Credit', kind: 'text' },
  { name: 'is_render', title: 'Drawn, not photographed', kind: 'check' },
];

export const factFields: readonly RowField[] = [
  { name: 'label', title: 'Name', kind: 'text' },
  { name: 'value', title: 'Value', kind: 'text' },
  {
    name: 'code',
    title: 'Code',
    kind: 'text',
    hint: 'The same code (such as profile or stem) on every product',
  },
  {
    name: 'filterable',
    title: 'Link to a search',
    kind: 'check',
    hint: 'The product page links the value to a shop search for it.',
  },
];

export const newFact = { code: '', label: '', value: '', filterable: false };

/** Sold as those beside it are; what it costs is for whoever adds it to say. */
export function newVariant(siblings: readonly DeskRow[]): RowPatch {
  const model = siblings.findLast((row) => textOf(row, 'availability') !== 'archived');
  const availability = textOf(model ?? null, 'availability') || 'in_stock';
  return { ...emptyVariant, availability, ships_on: textOf(model ?? null, 'ships_on') || null };
}

const emptyVariant = {
  sku: '',
  title: '',
  contents: '',
  is_required: false,
  position: 0,
  price_minor: null,
  currency: 'EUR',
  weight_grams: 100,
  max_per_customer: null,
  stock_pool_id: null,
  pool_units: 1,
  few_left_below: 6,
  shows_remaining: false,
};

export const newOption = { code: '', title: '', help: '', is_required: true, zone: null };

export const newValue = {
  code: '',
  title: '',
  note: '',
  price_delta_minor: 0,
  currency: 'EUR',
  weight_delta_grams: 0,
  colour: null,
  is_default: false,
  is_offered: true,
};
