/**
 * Invariant: every part has its id from the start, so that parts can name each other before the
 * database has seen them; a part without a version is new.
 */
import {
  isTrue,
  textOf,
  type AnyValues,
  type DeskRow,
  type Draft,
} from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import type { WithStock } from '../sellable.ts';

export const productParts = [
  'pools',
  'options',
  'values',
  'rules',
  'variants',
  'images',
  'sounds',
  'facts',
] as const;
export type ProductPart = (typeof productParts)[number];

interface PartValues {
  readonly pools: Row<'stock_pools'>;
  readonly options: Row<'product_options'>;
  readonly values: Row<'option_values'>;
  readonly rules: Row<'option_rules'>;
  /** A file is compared with their stock, which is read along for that alone. */
  readonly variants: Row<'variants'> & WithStock;
  readonly images: Row<'product_images'>;
  readonly sounds: Row<'product_sounds'>;
  readonly facts: Row<'product_facts'>;
}

export type ProductDraft = Draft<Row<'products'>>;
export type ProductPatch = ProductDraft['values'];
export type PartDraft<Part extends ProductPart> = Draft<PartValues[Part]>;
export type PartPatch<Part extends ProductPart> = PartDraft<Part>['values'];

type PartDrafts = { readonly [part in ProductPart]: readonly PartDraft<part>[] };
export type ProductForm = PartDrafts & {
  readonly product: ProductDraft;
  readonly removed: readonly string[];
};

export function newPart<Values>(
  id: string,
  values: NoInfer<Draft<Values>['values']>,
): Draft<Values> {
  return { id, version: null, values: { ...values, id } };
}

function patched<Values>(row: Draft<Values>, patch: Draft<Values>['values']): Draft<Values> {
  return { ...row, values: { ...row.values, ...patch } };
}

export function patchProduct(form: ProductForm, patch: ProductPatch): ProductForm {
  return { ...form, product: patched(form.product, patch) };
}

export function patchPart<Part extends ProductPart>(
  form: ProductForm,
  part: Part,
  id: string,
  patch: PartPatch<Part>,
): ProductForm {
  const parts: PartDrafts = form;
  return { ...form, [part]: parts[part].map((row) => (row.id === id ? patched(row, patch) : row)) };
}

export function addPart<Part extends ProductPart>(
  form: ProductForm,
  part: Part,
  id: string,
  values: PartPatch<Part>,
): ProductForm {
  const position = form[part].length;
  return { ...form, [part]: [...form[part], newPart<AnyValues>(id, { ...values, position })] };
}

/** What names the part goes with it: values of an option, rules of a value. */
export function removePart(form: ProductForm, part: ProductPart, id: string): ProductForm {
  const row = form[part].find((each) => each.id === id);
  if (!row) return form;
  const removed = row.version === null && part !== 'rules' ? form.removed : [...form.removed, id];
  const without = { ...form, removed, [part]: form[part].filter((each) => each.id !== id) };
  const dependent = dependents(without, part, id);
  return dependent.reduce((rest, [kind, child]) => removePart(rest, kind, child), without);
}

function dependents(form: ProductForm, part: ProductPart, id: string): [ProductPart, string][] {
  if (part === 'options') {
    const own = form.values.filter((row) => textOf(row, 'option_id') === id);
    return own.map((row) => ['values', row.id]);
  }
  if (part !== 'values') return [];
  return form.rules
    .filter((row) => textOf(row, 'value_id') === id || textOf(row, 'other_value_id') === id)
    .map((row) => ['rules', row.id]);
}

/** Moves a part among its siblings and numbers all of them anew. */
export function movePart(
  form: ProductForm,
  part: ProductPart,
  id: string,
  step: number,
): ProductForm {
  const one = form[part].find((row) => row.id === id);
  const siblings = form[part].filter((row) => one && parentOf(row) === parentOf(one));
  const from = siblings.findIndex((row) => row.id === id);
  const to = Math.min(Math.max(from + step, 0), siblings.length - 1);
  const [moved] = from < 0 ? [] : siblings.splice(from, 1);
  if (!moved) return form;
  siblings.splice(to, 0, moved);
  const numbered = siblings.map((row, position) => patched<AnyValues>(row, { position }));
  const rows = form[part].map((row) =>
    parentOf(row) === parentOf(moved) ? (numbered.shift() ?? row) : row,
  );
  return { ...form, [part]: rows };
}

/** Values of another option are no siblings. */
const parentOf = (row: DeskRow): string => textOf(row, 'option_id');

export function isChanged(saved: ProductForm, form: ProductForm): boolean {
  return JSON.stringify(saved) !== JSON.stringify(form);
}

/** Whether somebody has come to this field of the product itself. */
export function isTyped(column: string, saved: ProductForm, form: ProductForm): boolean {
  const textIn = ({ product }: { readonly product: DeskRow }) =>
    JSON.stringify(product.values[column]);
  return textIn(saved) !== textIn(form);
}

/** Only what differs from what was read is sent: what others changed elsewhere stays theirs. */
export function changesOf(
  saved: ProductForm,
  form: ProductForm,
): Readonly<Record<string, unknown>> {
  const parts = productParts.map((part) => {
    const before = new Map(saved[part].map((row) => [row.id, JSON.stringify(row.values)]));
    const changed = form[part].filter((row) => before.get(row.id) !== JSON.stringify(row.values));
    return [part, changed.toSorted(defaultsLast).map(written)] as const;
  });
  return {
    ...written(form.product),
    ...Object.fromEntries(parts),
    removed: form.removed,
  };
}

/** One value of an option is the default at any moment: the former makes room first. */
const defaultsLast = (one: DeskRow, other: DeskRow): number =>
  Number(isTrue(one, 'is_default')) - Number(isTrue(other, 'is_default'));

function written(row: DeskRow): Readonly<Record<string, unknown>> {
  return { ...row.values, id: row.id, version: row.version };
}

/** A draft of its own, with parts of its own. Stock, pictures and what was sold stay with the first. */
export function duplicateForm(form: ProductForm, newId: () => string): ProductForm {
  const ids = new Map<string, string>();
  const fresh = (id: string) => {
    const known = ids.get(id) ?? newId();
    ids.set(id, known);
    return known;
  };
  const id = fresh(form.product.id);
  const copy = <Values>(row: Draft<Values>, patch: Draft<Values>['values']): Draft<Values> =>
    newPart(fresh(row.id), { ...row.values, ...patch });
  const url = `${textOf(form.product, 'url')}-copy`;
  const title = `${textOf(form.product, 'title')} (copy)`;
  const values = { url, title, status: 'draft', publish_at: null, version: null };
  return {
    product: copy(form.product, values),
    removed: [],
    pools: [],
    options: form.options.map((row) => copy(row, { product_id: id })),
    values: form.values.map((row) => copy(row, { option_id: fresh(textOf(row, 'option_id')) })),
    rules: form.rules.map((row) =>
      copy(row, {
        product_id: id,
        value_id: fresh(textOf(row, 'value_id')),
        other_value_id: fresh(textOf(row, 'other_value_id')),
      }),
    ),
    variants: form.variants.map((row) =>
      copy(row, { product_id: id, sku: `${textOf(row, 'sku')}-COPY` }),
    ),
    images: [],
    sounds: [],
    facts: form.facts.map((row) => copy(row, { product_id: id })),
  };
}

export function emptyForm(id: string): ProductForm {
  const product = newPart<Row<'products'>>(id, {
    kind: 'product',
    category: 'part',
    url: '',
    title: '',
    summary: '',
    body: '',
    status: 'draft',
    publish_at: null,
    maker_id: null,
    position: 0,
    ship_group: 'stock',
    handling_days: 2,
    max_per_customer: null,
    in_the_box: [],
    still_needed: [],
    tax_class_code: 'goods',
    shipping_tags: [],
    hs_code: '',
    origin_country_code: null,
    customs_description: '',
    safety_warnings: '',
    layout_code: '',
    seo_title: '',
    seo_description: '',
    variant_options: [],
  });
  return {
    product,
    removed: [],
    pools: [],
    options: [],
    values: [],
    rules: [],
    variants: [],
    images: [],
    sounds: [],
    facts: [],
  };
}
