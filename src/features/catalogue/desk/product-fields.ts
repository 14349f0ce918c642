import { labelOf } from '#desk-kit/table/column-text.ts';
import { layoutChoices } from '../model/layout-choices.ts';
import { countryChoices } from '../model/iso-countries.ts';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import {
  availabilityChoices,
  categoryChoices,
  kindChoices,
} from '../model/files/product-choices.ts';

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
  {
    name: 'layout_code',
    title: 'Layout',
    kind: 'choice',
    choices: [{ value: '', label: 'None' }, ...layoutChoices],
  },
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

export const availabilityWords = (kind: string): string => labelOf(availabilityChoices, kind);

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
    choices: availabilityChoices,
  },
  { name: 'ships_on', title: 'Ships on', kind: 'date', isOptional: true },
  {
    name: 'is_made_to_order',
    title: 'Made to order',
    kind: 'check',
    hint: 'Nothing is counted; it is made and sent within the handling days.',
  },
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
  {
    name: 'flaws',
    title: 'Flaws (B-stock)',
    kind: 'area',
    isWide: true,
    hint: 'Empty for first quality. What you write is told before anyone buys it and kept with the order, and the shop adds the word B-stock: “Two small marks on the underside, seen only when it is turned over.”',
  },
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

export const soundFields: readonly RowField[] = [
  { name: 'title', title: 'Title', kind: 'text', isWide: true },
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
