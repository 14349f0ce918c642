/** Invariant: nothing is kept, neither with the rows of the last build nor anywhere else. */
import { isRecord } from '#desk-kit/model/desk-row.ts';
import {
  productParts,
  type ProductForm,
  type ProductPart,
} from '#features/catalogue/model/form/product-form.ts';
import { CatalogueUnreadable, readRowsByIds, type ReadTarget } from '#content/rest-reader.ts';
import { contentTables } from '#content/tables/all-tables.ts';
import type { NamedRow, TableRows } from '../kept-renderer/given-rows.ts';

type Collection = keyof typeof contentTables;

const collectionOf = {
  options: 'productOptions',
  values: 'optionValues',
  rules: 'optionRules',
  variants: 'variants',
  images: 'productImages',
  sounds: 'productSounds',
  facts: 'productFacts',
} as const;

function rowOf(collection: Collection, values: unknown): NamedRow {
  const { table, key, schema } = contentTables[collection];
  const raw = isRecord(values) ? values : {};
  const parsed = schema.safeParse(raw);
  if (parsed.success) {
    return { id: key.map((column) => String(raw[column])).join('/'), data: parsed.data };
  }
  const [issue] = parsed.error.issues;
  const place = `${table.replaceAll('_', ' ')}, ${issue?.path.join(' ') ?? ''}`;
  throw new CatalogueUnreadable(`This can't be drawn yet (${place}): ${issue?.message ?? ''}`);
}

/** A page is drawn of what is typed so far: it needs a name, and a state in which it is shown. */
function shownProduct(values: Readonly<Record<string, unknown>>) {
  const { status, title, url } = values;
  return {
    ...values,
    title: title || 'Without a title',
    url: url || 'without-an-address',
    status: status === 'archived' ? 'archived' : 'published',
  };
}

/** What costs nothing yet is drawn so. */
const drawn = (part: ProductPart, values: Readonly<Record<string, unknown>>) =>
  part === 'variants' ? { ...values, price_minor: values['price_minor'] ?? 0 } : values;

/** The product's own rows leave, those of the draft come. */
function withDraft(rows: TableRows, form: ProductForm): TableRows {
  const { id, values } = form.product;
  const former = (rows.get('productOptions') ?? []).filter(({ data }) => data['productId'] === id);
  const options = new Set([...former, ...form.options].map((row) => row.id));
  const isOwn = ({ data }: NamedRow) =>
    data['productId'] === id || options.has(String(data['optionId']));
  const over = new Map(rows);
  const others = (rows.get('products') ?? []).filter((row) => row.id !== id);
  over.set('products', [...others, rowOf('products', shownProduct(values))]);
  for (const part of productParts) {
    if (part === 'pools') continue;
    const name = collectionOf[part];
    const kept = (rows.get(name) ?? []).filter((row) => !isOwn(row));
    over.set(name, [...kept, ...form[part].map((row) => rowOf(name, drawn(part, row.values)))]);
  }
  return over;
}

/** What else hangs on a product and is hidden from visitors with it, read as the one who asked. */
async function withHidden(rows: TableRows, asker: ReadTarget, id: string): Promise<TableRows> {
  const over = new Map(rows);
  const add = async (name: Collection, column: string, ids: readonly string[]) => {
    const more = await readRowsByIds(asker, contentTables[name].table, column, ids);
    const added = more
      .map((row) => rowOf(name, row))
      // A batch that is being planned is not shown with a published product either.
      .filter(({ data }) => data['stage'] !== 'draft');
    over.set(name, [...(rows.get(name) ?? []), ...added]);
    return added.map((row) => row.id);
  };
  const own = ['productFiles', 'productRelations'] as const;
  await Promise.all(own.map((name) => add(name, 'product_id', [id])));
  const batches = await add('batches', 'product_id', [id]);
  const kits = await add('batchKits', 'batch_id', batches);
  await add('batchPriceTiers', 'batch_kit_id', kits);
  return over;
}

/** `asker` reads with the rights of whoever asked for the page; `rows` are what visitors see. */
export async function rowsWithForm(
  rows: TableRows,
  asker: ReadTarget,
  form: ProductForm,
): Promise<TableRows> {
  const { id } = form.product;
  const isPublic = rows.get('products')?.some((row) => row.id === id) ?? false;
  return withDraft(isPublic ? rows : await withHidden(rows, asker, id), form);
}
