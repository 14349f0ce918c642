/** Invariant: the answer shown is of what was asked last. */
import { lineName } from '#shared/line-name.ts';
import { atom } from 'nanostores';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import { quoteCart } from '#features/cart/api/quote-cart.ts';
import { mostLookedFor, mostSuggested } from '#desk-kit/model/suggestions.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { writeWish, type ParcelWish, type TrialLine } from '../model/parcel-trial.ts';
import type { CartLineRequest, Quote } from '#features/cart/model/quote.ts';
import type { Backend } from '#shared/backend/client.ts';
import type { ValuesOf } from '#shared/backend/given.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { containing, quoteValue } from '#desk-kit/model/table-keyset.ts';

export interface Trial {
  readonly isAsking: boolean;
  readonly problem: string | null;
  readonly quote: Quote | null;
  readonly methodId: string | null;
  /** What the quote is of, as it is written into an address. */
  readonly asked: string;
}

const untried: Trial = { isAsking: false, problem: null, quote: null, methodId: null, asked: '' };
export const $trial = atom<Trial>(untried);

export interface SuggestedGoods {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly line: TrialLine;
}

const goodsColumns =
  'id,sku,title,weight_grams,product:products!variants_product_id_fkey!inner(title)';

function toSuggestion({
  id,
  values,
}: DeskRow<ValuesOf<'variants', typeof goodsColumns>>): SuggestedGoods {
  const title = titleOf(values);
  const { sku, weight_grams: grams } = values;
  return {
    id,
    title,
    note: `${sku}, ${grams} g`,
    line: { sku, title, quantity: 1, options: {} },
  };
}

/** Goods that can be seen in the shop, by what stands in a title or a SKU. */
export async function findParcelGoods(
  text: string,
  signal: AbortSignal,
): Promise<Result<readonly SuggestedGoods[], string>> {
  const pattern = containing(text);
  const products = await readDeskRows(
    {
      table: 'products',
      columns: 'id',
      conditions: [{ column: 'title', operator: 'ilike', value: pattern }],
      limit: mostSuggested,
    },
    signal,
  );
  if (!products.ok) return fail(products.error.message);
  const either = [`sku.ilike.${pattern}`, `title.ilike.${pattern}`];
  const ids = products.value.map(({ id }) => id).join(',');
  if (ids !== '') either.push(`product_id.in.(${ids})`);
  const found = await readDeskRows(
    {
      table: 'variants',
      columns: goodsColumns,
      conditions: [
        { either: either.join(',') },
        { column: 'product.status', operator: 'eq', value: 'published' },
      ],
      order: 'sku',
      limit: mostLookedFor,
    },
    signal,
  );
  return found.ok ? succeed(found.value.map(toSuggestion)) : fail(found.error.message);
}

/** What goods of an address are called, by their SKU. */
export const $parcelTitles = atom<ReadonlyMap<string, string>>(new Map());

/** An address holds SKUs alone; what can't be read keeps them for a name. */
export async function nameGoods(lines: readonly TrialLine[]): Promise<void> {
  const skus = lines.filter(({ title }) => title === '').map(({ sku }) => quoteValue(sku));
  if (skus.length === 0) return;
  const named = await readDeskRows({
    table: 'variants',
    columns: 'id,sku,title,product:products!variants_product_id_fkey(title)',
    conditions: [{ column: 'sku', operator: 'in', value: `(${skus.join(',')})` }],
  });
  if (named.ok)
    $parcelTitles.set(new Map(named.value.map(({ values }) => [values.sku, titleOf(values)])));
}

interface Titled {
  readonly title: string;
  readonly product: { readonly title: string };
}

const titleOf = ({ title, product }: Titled) => `${product.title} ${title}`.trim();

export interface OrderedGoods {
  readonly lines: readonly TrialLine[];
  readonly country: string;
}

interface OrderedSku {
  readonly sku: string;
  /** Null where whoever asks may not see it, or not any more. */
  readonly variant: { readonly sku: string } | null;
}

const skuNow = ({ sku, variant }: OrderedSku): string => variant?.sku ?? sku;

/** What was ordered, with what was chosen of it, and where it goes. */
export async function goodsOfOrder(
  number: string,
  backend?: Promise<Backend>,
): Promise<Result<OrderedGoods, string>> {
  const orders = await readDeskRows(
    {
      table: 'orders',
      columns: 'id,country_code',
      conditions: [{ column: 'number', operator: 'eq', value: number }],
    },
    undefined,
    backend,
  );
  if (!orders.ok) return fail(orders.error.message);
  const [order] = orders.value;
  if (!order) return fail(`There is no order ${number}.`);
  const ordered = await readDeskRows(
    {
      table: 'order_lines',
      columns: 'id,sku,title,variant_title,quantity,options,variant:variants(sku)',
      conditions: [{ column: 'order_id', operator: 'eq', value: order.id }],
      order: 'position',
    },
    undefined,
    backend,
  );
  if (!ordered.ok) return fail(ordered.error.message);
  const lines = ordered.value.map(({ values }) => ({
    sku: skuNow(values),
    title: lineName(values.title, values.variant_title),
    quantity: values.quantity,
    options: Object.fromEntries(values.options.map((each) => [each.option_id, each.value_id])),
  }));
  return succeed({ lines, country: order.values.country_code });
}

/** What the shop chooses for whoever chooses nothing: weight and price are of that. */
async function defaultsOf(products: readonly string[]) {
  const value = `(${products.join(',')})`;
  const read = await readDeskRows({
    table: 'option_values',
    columns: 'id,option_id,option:product_options!inner(product_id)',
    conditions: [
      { column: 'is_default', operator: 'eq', value: 'true' },
      { column: 'option.product_id', operator: 'in', value },
    ],
  });
  if (!read.ok) return fail(read.error.message);
  return succeed((product: string) =>
    Object.fromEntries(
      read.value
        .filter((row) => row.values.option.product_id === product)
        .map((row) => [row.values.option_id, row.id]),
    ),
  );
}

async function toCartLines(
  lines: readonly TrialLine[],
): Promise<Result<readonly CartLineRequest[], string>> {
  const value = `(${lines.map(({ sku }) => quoteValue(sku)).join(',')})`;
  const found = await readDeskRows({
    table: 'variants',
    columns: 'id,sku,product_id',
    conditions: [{ column: 'sku', operator: 'in', value }],
  });
  if (!found.ok) return fail(found.error.message);
  const bySku = new Map(found.value.map((row) => [row.values.sku, row]));
  const missing = lines.find(({ sku }) => !bySku.has(sku));
  if (missing) return fail(`There is no ${missing.sku} in the shop.`);
  const defaults = await defaultsOf(found.value.map((row) => row.values.product_id));
  if (!defaults.ok) return defaults;
  return succeed(
    lines.flatMap(({ sku, quantity, options: chosen }) => {
      const row = bySku.get(sku);
      if (!row) return [];
      const options = { ...defaults.value(row.values.product_id), ...chosen };
      return [{ variantId: row.id, quantity, options, designId: null, offerId: null }];
    }),
  );
}

/** What a buyer would be asked for these goods in that country, now. */
export async function tryParcel(wish: ParcelWish, methodId: string | null): Promise<void> {
  const before = $trial.get();
  const asking = { ...before, methodId, isAsking: true, problem: null };
  $trial.set(asking);
  const answer = await askForParcel(wish, methodId);
  // Another one was tried meanwhile, and answers by itself.
  if ($trial.get() !== asking) return;
  $trial.set(
    answer.ok
      ? { ...untried, quote: answer.value, methodId, asked: writeWish(wish, '') }
      : { ...before, isAsking: false, problem: answer.error },
  );
}

async function askForParcel(
  wish: ParcelWish,
  shippingMethodId: string | null,
): Promise<Result<Quote, string>> {
  if (wish.lines.length === 0) return fail('Add goods to the parcel first.');
  const lines = await toCartLines(wish.lines);
  if (!lines.ok) return lines;
  const code = wish.code.trim() === '' ? null : wish.code.trim();
  const question = { lines: lines.value, country: wish.country, code, shippingMethodId };
  const quoted = await quoteCart(question).catch(() => null);
  if (quoted === null) return fail('The shop can’t be reached. Your choices are still here.');
  return quoted.ok ? quoted : fail(quoted.error.message);
}
