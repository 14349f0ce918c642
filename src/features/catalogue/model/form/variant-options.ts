/**
 * What the variants of a product differ in, and the variants that follow from it. Invariant: a variant
 * that stays keeps its id, its SKU and its price, however the options around it change.
 */
import { isRecord, isTrue, numberOf, textOf, textsOf } from '#desk-kit/model/desk-row.ts';
import { newVariant } from './new-parts.ts';
import { addPart, newPart, patchPart, patchProduct, removePart } from './product-form.ts';
import type { PartDraft, PartPatch, ProductForm } from './product-form.ts';
import { colourOfName } from './colour-names.ts';
import { skuOf, urlOf } from './proposed-names.ts';

export interface VariantValue {
  readonly title: string;
  /** Null where it is no colour. */
  readonly colour: string | null;
}

export interface VariantOption {
  readonly title: string;
  readonly values: readonly VariantValue[];
}

export const mostOptions = 3;
/** More than these are written by a file, not by a press. */
export const mostVariants = 100;

const colourPattern = /^#[0-9a-f]{6}$/;

function parseValue(raw: unknown): readonly VariantValue[] {
  if (!isRecord(raw) || typeof raw['title'] !== 'string') return [];
  const { title, colour } = raw;
  return [
    { title, colour: typeof colour === 'string' && colourPattern.test(colour) ? colour : null },
  ];
}

export function parseVariantOptions(raw: unknown): readonly VariantOption[] {
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((each: unknown) => {
    if (!isRecord(each) || typeof each['title'] !== 'string') return [];
    const { values } = each;
    return [
      { title: each['title'], values: Array.isArray(values) ? values.flatMap(parseValue) : [] },
    ];
  });
}

export const variantOptionsOf = (form: ProductForm): readonly VariantOption[] =>
  parseVariantOptions(form.product.values.variant_options);

/** @example optionsInWords([size]) // 'Size: S, M' */
export const optionsInWords = (options: readonly VariantOption[]): string =>
  options
    .map(({ title, values }) => `${title}: ${values.map((value) => value.title).join(', ')}`)
    .join('; ');

/** @example combinationsOf([colour, size]) // [['Dusk', 'S'], ['Dusk', 'M'], …] */
export function combinationsOf(options: readonly VariantOption[]): readonly (readonly string[])[] {
  const asked = options.filter(({ values }) => values.length > 0);
  if (asked.length === 0) return [];
  return asked.reduce<readonly (readonly string[])[]>(
    (all, { values }) => all.flatMap((some) => values.map(({ title }) => [...some, title])),
    [[]],
  );
}

export const titleOfChoices = (choices: readonly string[]): string => choices.join(' / ');

const keyOf = (choices: readonly string[]): string => choices.join('\n');

const isColourful = ({ title, values }: VariantOption): boolean =>
  /colou?r|colorway|finish|shade/i.test(title) || values.some(({ colour }) => colour !== null);

/** A value that was typed: a colour of its own where its option is one of colours. */
export const valueOf = (option: VariantOption, title: string): VariantValue => ({
  title,
  colour: isColourful(option) ? colourOfName(title) : null,
});

/** What was typed or pasted as one or several values; what is there already is not added again. */
export function withValues(option: VariantOption, typed: string): VariantOption {
  const known = new Set(option.values.map(({ title }) => title.toLowerCase()));
  const added = typed
    .split(/[,;\n]/)
    .map((each) => each.trim().slice(0, 40))
    .filter((title) => {
      const isNew = title !== '' && !known.has(title.toLowerCase());
      known.add(title.toLowerCase());
      return isNew;
    });
  return { ...option, values: [...option.values, ...added.map((title) => valueOf(option, title))] };
}

/** The options as they are now, and a variant for each combination of their values. */
export function withOptions(
  form: ProductForm,
  options: readonly VariantOption[],
  newId: () => string,
): ProductForm {
  const before = variantOptionsOf(form);
  const moved = followNames(form, before, options);
  const stored = patchProduct(moved, { variant_options: options });
  const wanted = combinationsOf(options);
  if (wanted.length === 0 || wanted.length > mostVariants) return withoutVariants(stored, wanted);
  const fitted = fitChoices(stored, options);
  const keys = new Set(wanted.map(keyOf));
  const kept = fitted.variants.filter(isGenerated);
  const pattern = kept[0] ?? null;
  const count = firstCountOf(fitted, pattern) ?? 0;
  const gone = kept.filter((row) => !keys.has(keyOf(textsOf(row, 'choices'))));
  const cleared = gone.reduce((rest, { id }) => dropVariant(rest, id), fitted);
  const there = new Set(cleared.variants.map((row) => keyOf(textsOf(row, 'choices'))));
  const added = wanted
    .filter((choices) => !there.has(keyOf(choices)))
    .reduce((rest, choices) => addVariant(rest, choices, { pattern, count }, newId), cleared);
  return inOrder(added, wanted);
}

const isGenerated = (row: PartDraft<'variants'>): boolean => textsOf(row, 'choices').length > 0;

/** What a variant is called that has no siblings. */
const onlyTitle = 'Standard';

function withoutVariants(form: ProductForm, wanted: readonly unknown[]): ProductForm {
  if (wanted.length > 0) return form;
  return form.variants.filter(isGenerated).reduce((rest, { id }) => dropVariant(rest, id), form);
}

/** With the pile that was to be made for it alone. */
export function dropVariant(form: ProductForm, id: string): ProductForm {
  const variant = form.variants.find((row) => row.id === id) ?? null;
  const pool = textOf(variant, 'stock_pool_id');
  const without = removePart(form, 'variants', id);
  const isDrawn = without.variants.some((row) => textOf(row, 'stock_pool_id') === pool);
  return isDrawn ? without : { ...without, pools: without.pools.filter((row) => row.id !== pool) };
}

/** A value that was called anew takes its variants along. */
function followNames(
  form: ProductForm,
  before: readonly VariantOption[],
  after: readonly VariantOption[],
): ProductForm {
  if (before.length !== after.length) return form;
  const asked = before.map((option, index) => ({ option, next: after[index] }));
  const renamed = asked.flatMap(({ option, next }, index) => {
    if (next === undefined || next.values.length !== option.values.length) return [];
    const place = before.slice(0, index).filter(({ values }) => values.length > 0).length;
    return option.values.flatMap(({ title }, at) => {
      const now = next.values[at]?.title;
      return now === undefined || now === title ? [] : [{ place, title, now }];
    });
  });
  return renamed.reduce(
    (rest, { place, title, now }) =>
      rest.variants
        .filter((row) => textsOf(row, 'choices')[place] === title)
        .reduce((each, row) => rechosen(each, row, textsOf(row, 'choices').with(place, now)), rest),
    form,
  );
}

function rechosen(
  form: ProductForm,
  row: PartDraft<'variants'>,
  choices: readonly string[],
): ProductForm {
  const before = textsOf(row, 'choices');
  const isOwnTitle = before.length > 0 && textOf(row, 'title') !== titleOfChoices(before);
  const base = baseOf(form);
  const isOwnSku = row.version !== null || textOf(row, 'sku') !== skuOf(base, before);
  return patchVariant(form, row.id, {
    choices,
    ...(isOwnTitle ? {} : { title: titleOfChoices(choices) }),
    ...(isOwnSku ? {} : { sku: skuOf(base, choices) }),
  });
}

/** An option more: what there is becomes its first value. One less: the first of each kind stays. */
function fitChoices(form: ProductForm, options: readonly VariantOption[]): ProductForm {
  const asked = options.filter(({ values }) => values.length > 0);
  const isAlone = form.variants.length === 1;
  return form.variants
    .filter((row) => isAlone || isGenerated(row))
    .reduce((rest, row) => {
      const choices = textsOf(row, 'choices');
      if (choices.length === asked.length) return rest;
      const fitted = asked.flatMap(({ values }) => {
        const known = values.find(({ title }) => choices.includes(title)) ?? values[0];
        return known === undefined ? [] : [known.title];
      });
      const key = keyOf(fitted);
      const isTaken = rest.variants.some(
        (each) => each.id !== row.id && keyOf(textsOf(each, 'choices')) === key,
      );
      return isTaken ? rest : rechosen(rest, row, fitted);
    }, form);
}

/** What SKUs begin with. */
const baseOf = ({ product }: ProductForm): string =>
  textOf(product, 'url') || urlOf(textOf(product, 'title')) || 'item';

const patternColumns = [
  'availability',
  'price_minor',
  'weight_grams',
  'max_per_customer',
  'few_left_below',
  'shows_remaining',
  'ships_on',
  'is_made_to_order',
] as const;

function addVariant(
  form: ProductForm,
  choices: readonly string[],
  { pattern, count }: { readonly pattern: PartDraft<'variants'> | null; readonly count: number },
  newId: () => string,
): ProductForm {
  const like = Object.fromEntries(
    patternColumns.flatMap((column) =>
      pattern === null ? [] : [[column, pattern.values[column]]],
    ),
  );
  const values: PartPatch<'variants'> = {
    ...newVariant(form.variants),
    ...like,
    product_id: form.product.id,
    title: choices.length === 0 ? onlyTitle : titleOfChoices(choices),
    sku: freeSku(form, skuOf(baseOf(form), choices)),
    choices,
  };
  const id = newId();
  const added = addPart(form, 'variants', id, values);
  return withPool(added, id, count, newId);
}

function freeSku({ variants }: ProductForm, sku: string): string {
  const taken = new Set(variants.map((row) => textOf(row, 'sku')));
  if (!taken.has(sku)) return sku;
  let count = 2;
  while (taken.has(`${sku}-${count}`)) count += 1;
  return `${sku}-${count}`;
}

/** How many of a variant are there from the start; null where its pile is known to the shop, or there is none. */
export function firstCountOf(
  form: ProductForm,
  variant: PartDraft<'variants'> | null,
): number | null {
  const pool = form.pools.find(({ id }) => id === textOf(variant, 'stock_pool_id'));
  return pool === undefined ? null : (numberOf(pool, 'on_hand') ?? 0);
}

/** What is sold from stock has a pile. */
function withPool(form: ProductForm, id: string, count: number, newId: () => string): ProductForm {
  const row = form.variants.find((each) => each.id === id) ?? null;
  const isCounted = textOf(row, 'availability') === 'in_stock' && !isTrue(row, 'is_made_to_order');
  if (!isCounted || textOf(row, 'stock_pool_id') !== '') return form;
  const pool = newId();
  const title = `${textOf(form.product, 'title')} ${textOf(row, 'title')}`.trim().slice(0, 120);
  const made: PartDraft<'pools'> = newPart(pool, {
    code: textOf(row, 'sku'),
    title,
    on_hand: count,
  });
  return patchPart({ ...form, pools: [...form.pools, made] }, 'variants', id, {
    stock_pool_id: pool,
  });
}

/** A pile that is made for a variant goes by its SKU. */
export function patchVariant(
  form: ProductForm,
  id: string,
  patch: PartPatch<'variants'>,
): ProductForm {
  const row = form.variants.find((each) => each.id === id) ?? null;
  const sku = patch.sku;
  const pool = form.pools.find((each) => each.id === textOf(row, 'stock_pool_id'));
  const isNamedSo = pool !== undefined && textOf(pool, 'code') === textOf(row, 'sku');
  const renamed =
    isNamedSo && typeof sku === 'string' ? patchPart(form, 'pools', pool.id, { code: sku }) : form;
  return patchPart(renamed, 'variants', id, patch);
}

/** Made once it is ordered, or counted: the pile that was to be made goes, or comes. */
export function madeToOrder(
  form: ProductForm,
  id: string,
  isMade: boolean,
  newId: () => string,
): ProductForm {
  const row = form.variants.find((each) => each.id === id) ?? null;
  if (!isMade) {
    const counted = patchPart(form, 'variants', id, { is_made_to_order: false });
    return withPool(counted, id, 0, newId);
  }
  const pool = textOf(row, 'stock_pool_id');
  const patch = { is_made_to_order: true, availability: 'in_stock', stock_pool_id: null };
  const without = patchPart(form, 'variants', id, patch);
  return { ...without, pools: without.pools.filter((each) => each.id !== pool) };
}

/** One price, one count, one way of selling for all; the first of them makes a variant where there is none. */
export function patchAllVariants(
  form: ProductForm,
  patch: PartPatch<'variants'> & Pick<PartPatch<'pools'>, 'on_hand'>,
  newId: () => string,
): ProductForm {
  const begun =
    form.variants.length > 0 ? form : addVariant(form, [], { pattern: null, count: 0 }, newId);
  const { on_hand: count, is_made_to_order: isMade, ...columns } = patch;
  return begun.variants
    .filter((row) => textOf(row, 'availability') !== 'archived')
    .reduce((rest, { id }) => {
      const patched = patchPart(rest, 'variants', id, columns);
      const made = typeof isMade === 'boolean' ? madeToOrder(patched, id, isMade, newId) : patched;
      const pool = made.variants.find((row) => row.id === id)?.values.stock_pool_id;
      const isNew = made.pools.some((each) => each.id === pool);
      return count === undefined || !isNew || typeof pool !== 'string'
        ? made
        : patchPart(made, 'pools', pool, { on_hand: count });
    }, begun);
}

function inOrder(form: ProductForm, wanted: readonly (readonly string[])[]): ProductForm {
  const places = new Map(wanted.map((choices, index) => [keyOf(choices), index]));
  const placeOf = (row: PartDraft<'variants'>) => places.get(keyOf(textsOf(row, 'choices'))) ?? -1;
  const variants = form.variants
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((row, position) => ({ ...row, values: { ...row.values, position } }));
  return { ...form, variants };
}

/** What was proposed from the title goes along with it while nobody has chosen otherwise. */
export function retitled(form: ProductForm, title: string): ProductForm {
  const before = textOf(form.product, 'title');
  const isNew = form.product.version === null;
  const url = textOf(form.product, 'url');
  const follows = isNew && (url === '' || url === urlOf(before));
  const base = baseOf(form);
  const patched = patchProduct(form, { title, ...(follows ? { url: urlOf(title) } : {}) });
  if (!follows) return patched;
  return patched.variants.reduce((rest, row) => {
    const choices = textsOf(row, 'choices');
    if (row.version !== null || textOf(row, 'sku') !== skuOf(base, choices)) return rest;
    return patchVariant(rest, row.id, { sku: skuOf(baseOf(patched), choices) });
  }, patched);
}

interface WrittenVariant {
  readonly patch: PartPatch<'variants'>;
  /** Empty leaves what it is of each option. */
  readonly choices: readonly string[];
  /** How many there are, where its pile is new. */
  readonly count: number;
}

/** A variant as a file has it: the one there is, or a new one with what is not said proposed. */
export function writeVariant(
  form: ProductForm,
  id: string | null,
  { patch, choices, count }: WrittenVariant,
  newId: () => string,
): { readonly form: ProductForm; readonly id: string } {
  const { is_made_to_order: isMade, ...columns } = patch;
  const begun = id === null ? addVariant(form, choices, { pattern: null, count }, newId) : form;
  const written = id ?? begun.variants.at(-1)?.id ?? '';
  const chosen = choices.length === 0 ? {} : { choices };
  const patched = patchVariant(begun, written, { ...columns, ...chosen });
  const row = patched.variants.find((each) => each.id === written) ?? null;
  const isStocked = textOf(row, 'availability') === 'in_stock';
  if (isStocked && isMade === true)
    return { form: madeToOrder(patched, written, true, newId), id: written };
  const sold =
    isMade === undefined
      ? patched
      : patchPart(patched, 'variants', written, { is_made_to_order: false });
  const pool = textOf(row, 'stock_pool_id');
  const isOwnPool = sold.pools.some((each) => each.id === pool);
  // A pile that was to be made for what is no longer sold from stock.
  if (!isStocked && isOwnPool) {
    const without = patchPart(sold, 'variants', written, { stock_pool_id: null });
    return {
      form: { ...without, pools: sold.pools.filter((each) => each.id !== pool) },
      id: written,
    };
  }
  return { form: withPool(sold, written, count, newId), id: written };
}
