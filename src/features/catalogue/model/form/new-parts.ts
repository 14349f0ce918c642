/** What a new part of a product begins with. */
import { textOf } from '#desk-kit/model/desk-row.ts';
import type { PartDraft, PartPatch } from './product-form.ts';

export const newFact: PartPatch<'facts'> = { code: '', label: '', value: '', filterable: false };

/** Sold as those beside it are; what it costs is for whoever adds it to say. */
export function newVariant(siblings: readonly PartDraft<'variants'>[]): PartPatch<'variants'> {
  const model = siblings.findLast((row) => textOf(row, 'availability') !== 'archived');
  const availability = textOf(model ?? null, 'availability') || 'in_stock';
  return { ...emptyVariant, availability, ships_on: textOf(model ?? null, 'ships_on') || null };
}

const emptyVariant: PartPatch<'variants'> = {
  sku: '',
  title: '',
  contents: '',
  flaws: '',
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
  is_made_to_order: false,
  choices: [],
};

export const newOption: PartPatch<'options'> = {
  code: '',
  title: '',
  help: '',
  is_required: true,
  zone: null,
};

export const newValue: PartPatch<'values'> = {
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
