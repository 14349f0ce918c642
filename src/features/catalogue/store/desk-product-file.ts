/** Invariant: nothing of a file is written before its preview was looked at, and the same file twice does nothing twice. */
import { readDeskRows, type DeskSource } from '#desk-kit/api/desk-rows.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Relation, ValuesOf } from '#shared/backend/given.ts';
import { bothSidesOf } from '#desk-kit/model/table-edit.ts';
import { chunk, type BulkOutcome } from '#desk-kit/model/table-bulk.ts';
import { quoteValue } from '#desk-kit/model/table-keyset.ts';
import { cellsOf, changedMeanwhile, exportLines, outcomeOf } from '#desk-kit/store/desk-files.ts';
import type { TableQuery } from '#desk-kit/model/table-query.ts';
import { $staff } from '#desk-kit/store/staff.ts';
import { adjustStock } from '#features/stock/api/stock-pools.ts';
import { mayCount } from '#features/stock/store/desk-stock.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { saveProduct } from '../api/products.ts';
import { rowIn, type PartConflict } from '../model/form/product-conflict.ts';
import { changesOf, emptyForm, isChanged, type ProductForm } from '../model/form/product-form.ts';
import {
  judgeProducts,
  readProductCells,
  skuOfRow,
  urlOfRow,
  type KnownGoods,
  type ProductCells,
  type ProductReport,
  type ProductWrite,
} from '../model/files/product-import.ts';
import { linesOfProduct, productFile } from '../model/files/product-file.ts';
import { isShopifyFile, shopifyLines } from '../model/files/shopify-file.ts';
import { productSource } from './desk-products.ts';

const newId = () => crypto.randomUUID();

const columns = productFile.map(({ title, write }) => ({ title, text: write }));
const exportColumns = '*,variants(*,stock:stock_pools(on_hand,allocated))';
type ExportRow = DeskRow<ValuesOf<'products', typeof exportColumns>>;
const source: DeskSource<ExportRow['values']> = { ...productSource, columns: exportColumns };

/** A line for each variant of the products that the filters leave, as the import reads them. */
export const exportProducts = (
  query: TableQuery,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<Result<readonly string[], string>> => {
  const linesOf = (rows: readonly ExportRow[]) =>
    Promise.resolve(succeed(rows.flatMap(linesOfProduct)));
  return exportLines({ source, query, columns, linesOf }, signal, onProgress);
};

/** Looks up what the file names and says of every line what it would do. */
export async function dryRunProducts(text: string): Promise<Result<ProductReport, string>> {
  const read = cellsOf(text);
  if (!read.ok) return read;
  const isForeign = isShopifyFile(read.value[0] ?? []);
  const { cells, notes } = isForeign ? shopifyLines(read.value) : { cells: read.value, notes: [] };
  const rows = readProductCells(cells);
  const known = await readKnown(rows);
  if (!known.ok) return known;
  const judging = { known: known.value, mayCount: mayCount($staff.get()), newId };
  return succeed(judgeProducts(rows, judging, notes));
}

async function readAll<Table extends Relation, Columns extends string>(
  table: Table,
  columns: Columns,
  column: string,
  values: readonly string[],
  size: number,
): Promise<Result<readonly DeskRow<ValuesOf<Table, Columns>>[], string>> {
  const found: DeskRow<ValuesOf<Table, Columns>>[] = [];
  for (const some of chunk([...new Set(values)], size)) {
    const value = `(${some.map(quoteValue).join(',')})`;
    const conditions = [{ column, operator: 'in', value }];
    const read = await readDeskRows({ table, columns, conditions, order: 'id' });
    if (!read.ok) return fail(read.error.message);
    found.push(...read.value);
  }
  return succeed(found);
}

/** Of so many products at once all variants are within what the API gives. */
const productsAtOnce = 10;

async function readKnown({ rows }: ProductCells): Promise<Result<KnownGoods, string>> {
  const skus = rows.map(skuOfRow).filter(Boolean);
  const owners = await readAll(
    'variants',
    'id,sku,product:products!variants_product_id_fkey(url)',
    'sku',
    skus,
    80,
  );
  if (!owners.ok) return owners;
  const urlOfSku = new Map(owners.value.map(({ values }) => [values.sku, values.product.url]));
  const urls = rows.map((row) => urlOfRow(row, urlOfSku)).filter(Boolean);
  const products = await readAll('products', '*', 'url', urls, 40);
  if (!products.ok) return products;
  const ids = products.value.map(({ id }) => id);
  const variants = await readAll(
    'variants',
    '*,stock:stock_pools(on_hand,allocated)',
    'product_id',
    ids,
    productsAtOnce,
  );
  if (!variants.ok) return variants;
  const byProduct = Map.groupBy(variants.value, ({ values }) => values.product_id);
  const forms = products.value.map((product): [string, ProductForm] => [
    product.values.url,
    { ...emptyForm(product.id), product, variants: byProduct.get(product.id) ?? [] },
  ]);
  return succeed({ byUrl: new Map(forms), urlOfSku });
}

/** One product after the other: whoever stops it knows of each whether it was done. */
export async function applyProducts(
  { writes }: ProductReport,
  signal: AbortSignal,
  onOutcome: (outcome: BulkOutcome) => void,
): Promise<void> {
  for (const write of writes) {
    if (signal.aborted) return;
    onOutcome(await applyWrite(write));
  }
}

/** What somebody else made of the product or of a variant since the file was read. */
function sidesOf({ saved, form }: ProductWrite, { part, id, theirs }: PartConflict) {
  const [before, mine] = [rowIn(saved, part, id), rowIn(form, part, id)];
  if (before === null || mine === null || theirs === null) return [];
  const patch = Object.fromEntries(
    Object.entries(mine.values).filter(
      ([column, value]) => JSON.stringify(value) !== JSON.stringify(before.values[column]),
    ),
  );
  // What lies beside a row as it was read is no column of it.
  const { stock: _, ...columns } = before.values;
  return bothSidesOf(patch, { ...before, values: columns }, theirs);
}

const reason = 'Counted in a file of products';

async function applyWrite(write: ProductWrite): Promise<BulkOutcome> {
  const { url, saved, form, counts } = write;
  const isWritten = isChanged(saved, form);
  const written = isWritten ? await saveProduct(changesOf(saved, form)) : null;
  if (written !== null && !written.ok) {
    const { error, conflicts } = written.error;
    if (error.reason !== 'version_conflict')
      return { id: url, kind: outcomeOf(error.kind), reason: error.message };
    const both = conflicts.flatMap((conflict) => sidesOf(write, conflict));
    return { id: url, kind: 'refused', reason: changedMeanwhile, both };
  }
  for (const { poolId, sku, expected, count } of counts) {
    const delta = count - expected;
    const counted = await adjustStock({ poolId, delta, expectedOnHand: expected, reason });
    if (counted.ok) continue;
    const { kind, message } = counted.error;
    const rest = isWritten ? 'The product is saved. ' : '';
    return { id: url, kind: outcomeOf(kind), reason: `${rest}Stock of ${sku}: ${message}` };
  }
  return { id: url, kind: 'done' };
}
