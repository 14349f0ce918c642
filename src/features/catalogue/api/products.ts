/**
 * Invariant: it is written as one, and only while everything that changed still is what was read.
 */
import { isRecord, deskRow } from '#desk-kit/model/desk-row.ts';
import type { PartConflict } from '../model/form/product-conflict.ts';
import type { ProductForm, ProductPart } from '../model/form/product-form.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import type { RefusalDetails } from '#shared/backend/database.types.ts';
import type { Relation } from '#shared/backend/given.ts';
import { explained } from '#desk-kit/api/desk-error.ts';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import { ownRefusal, toBackendError, toldBy, type BackendError } from '#shared/backend/errors.ts';

export async function readProduct(
  id: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<ProductForm, BackendError>> {
  const of = <Table extends Relation>(table: Table, column: string, order = 'position') =>
    readDeskRows(
      { table, columns: '*', order, conditions: [{ column, operator: 'eq', value: id }] },
      signal,
      backend,
    );
  const [products, options, rules, variants, images, sounds, facts] = await Promise.all([
    of('products', 'id'),
    of('product_options', 'product_id'),
    of('option_rules', 'product_id', 'id'),
    of('variants', 'product_id'),
    of('product_images', 'product_id'),
    of('product_sounds', 'product_id'),
    of('product_facts', 'product_id'),
  ]);
  if (!products.ok) return products;
  if (!options.ok) return options;
  if (!rules.ok) return rules;
  if (!variants.ok) return variants;
  if (!images.ok) return images;
  if (!sounds.ok) return sounds;
  if (!facts.ok) return facts;
  const [product] = products.value;
  if (!product) return fail(ownRefusal({ message: 'There is no such product.', status: 404 }));
  const values = await readValues(options.value, signal, backend);
  if (!values.ok) return values;
  return succeed({
    product,
    removed: [],
    pools: [],
    options: options.value,
    values: values.value,
    rules: rules.value,
    variants: variants.value,
    images: images.value,
    sounds: sounds.value,
    facts: facts.value,
  });
}

async function readValues(
  options: ProductForm['options'],
  signal: AbortSignal | undefined,
  backend: Promise<Backend>,
): Promise<Result<ProductForm['values'], BackendError>> {
  if (options.length === 0) return succeed([]);
  const value = `(${options.map(({ id }) => id).join(',')})`;
  const conditions = [{ column: 'option_id', operator: 'in', value }];
  return readDeskRows(
    { table: 'option_values', columns: '*', order: 'position', conditions },
    signal,
    backend,
  );
}

export type SaveRefusal = {
  readonly error: BackendError;
  readonly conflicts: readonly PartConflict[];
};

export async function saveProduct(
  product: Readonly<Record<string, unknown>>,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<{ readonly id: string }, SaveRefusal>> {
  const text: unknown = JSON.parse(JSON.stringify(product));
  const { data, error, status } = await (
    await backend
  ).rpc('save_product', { p_product: isRecord(text) ? (text as never) : null });
  if (error) {
    const refused = toBackendError(error, status);
    const { code, message, detail, conflicts = [] } = toldBy<'save_product'>(refused);
    const rule = { code: String(code), message: String(message), details: detail };
    const told = await explained(refused, rule, { table: 'products' });
    return fail({ error: told, conflicts: conflicts.flatMap(conflictOf) });
  }
  return succeed({ id: data.id });
}

const partOfTable: Readonly<Record<string, ProductPart | 'product'>> = {
  products: 'product',
  product_options: 'options',
  option_values: 'values',
  option_rules: 'rules',
  variants: 'variants',
  product_images: 'images',
  product_sounds: 'sounds',
  product_facts: 'facts',
};

type Conflict = NonNullable<RefusalDetails['save_product']['conflicts']>[number];

/** None of a part that this page does not know. */
function conflictOf({ table, id, theirs }: Conflict): readonly PartConflict[] {
  const part = partOfTable[table];
  return part ? [{ part, id, theirs: theirs && deskRow(theirs) }] : [];
}
