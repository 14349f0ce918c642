/**
 * What a file of products would do, line by line. Invariant: a product is imported with all its lines
 * or not at all, and nothing is asked of the shop here.
 */
import { isTrue, numberOf, textOf, textsOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { decimalMoney } from '#shared/money.ts';
import type { ImportChange, ImportLine, ImportReport } from '#desk-kit/model/table-import.ts';
import type { RowPatch } from '#desk-kit/model/table-edit.ts';
import { productFile, type FileColumn, type FileLine } from './product-file.ts';
import {
  emptyForm,
  isChanged,
  patchProduct,
  type PartDraft,
  type ProductDraft,
  type ProductForm,
} from '../form/product-form.ts';
import { blockingProblems, type ProductProblem } from '../form/product-problems.ts';
import { kindOf } from '../form/product-shelf.ts';
import { urlOf } from '../form/proposed-names.ts';
import { variantOptionsOf, withValues, writeVariant } from '../form/variant-options.ts';
import type { VariantOption } from '../form/variant-options.ts';

/** What the shop has of the products that a file names. */
export interface KnownGoods {
  readonly byUrl: ReadonlyMap<string, ProductForm>;
  /** Of which product a SKU is, by its address. */
  readonly urlOfSku: ReadonlyMap<string, string>;
}

export interface StockCount {
  readonly poolId: string;
  readonly sku: string;
  readonly expected: number;
  readonly count: number;
}

/** A product that a file creates or changes. */
export interface ProductWrite {
  readonly url: string;
  readonly lines: readonly number[];
  /** As it was read, and as it is to be. */
  readonly saved: ProductForm;
  readonly form: ProductForm;
  readonly counts: readonly StockCount[];
}

export interface ProductReport extends ImportReport {
  readonly writes: readonly ProductWrite[];
}

export interface FileRow {
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

const keyOf = ({ of, name }: FileColumn): string => (of === 'variant' ? `variant.${name}` : name);
export const fileTitles: Readonly<Record<string, string>> = Object.fromEntries(
  productFile.map((column) => [keyOf(column), column.title]),
);
const clean = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ');

function columnOf(head: string): FileColumn | null {
  const wanted = clean(head);
  const namesOf = ({ name, title, of, aliases = [] }: FileColumn) =>
    [title, ...aliases, ...(of === 'product' ? [name] : [])].map(clean);
  return productFile.find((column) => namesOf(column).includes(wanted)) ?? null;
}

export interface ProductCells {
  readonly rows: readonly FileRow[];
  readonly ignoredColumns: readonly string[];
  readonly problem: string | null;
}

/** An empty cell leaves what is there. */
export function readProductCells(cells: readonly (readonly string[])[]): ProductCells {
  const [heads = [], ...body] = cells;
  const columns = heads.map(columnOf);
  const ignoredColumns = heads.filter((head, index) => columns[index] === null && head !== '');
  const has = (name: string) => columns.some((column) => column !== null && keyOf(column) === name);
  if (!has('url') && !has('variant.sku'))
    return {
      rows: [],
      ignoredColumns,
      problem: 'The first line has neither a column “URL” nor a column “SKU”.',
    };
  const rows = body.flatMap((row, index): readonly FileRow[] => {
    // What was left out of a foreign file keeps its place, so that lines are counted as in the file.
    if (row.every((cell) => cell.trim() === '')) return [];
    const values: Record<string, unknown> = {};
    const problems: string[] = [];
    columns.forEach((column, place) => {
      const text = (row[place] ?? '').trim();
      if (column === null || text === '') return;
      const read = column.parse(text);
      if (read.ok) values[keyOf(column)] = read.value;
      else problems.push(`${column.title}: ${read.error}`);
    });
    return [{ line: index + 2, values, problems }];
  });
  return { rows, ignoredColumns, problem: null };
}

const textIn = ({ values }: FileRow, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value : '';
};

export const skuOfRow = (row: FileRow): string => textIn(row, 'variant.sku').toUpperCase();

/** Its own address, that of the product which has its SKU, or one from its title. */
export function urlOfRow(row: FileRow, urlOfSku: ReadonlyMap<string, string>): string {
  const named = textIn(row, 'url').toLowerCase();
  return named || urlOfSku.get(skuOfRow(row)) || urlOf(textIn(row, 'title'));
}

interface Judging {
  readonly known: KnownGoods;
  readonly mayCount: boolean;
  readonly newId: () => string;
}

export function judgeProducts(
  { rows, ignoredColumns, problem }: ProductCells,
  judging: Judging,
  notes: readonly string[] = [],
): ProductReport {
  const groups = Map.groupBy(rows, (row) => urlOfRow(row, judging.known.urlOfSku));
  const skus = Map.groupBy(rows, skuOfRow);
  const judged = [...groups].map(([url, own]) => judgeProduct(url, own, skus, judging));
  const lines = judged
    .flatMap((each) => each.lines)
    .toSorted((one, other) => one.line - other.line);
  const writes = judged.flatMap(({ write }) => write ?? []);
  return {
    lines,
    ignoredColumns,
    problem,
    titles: fileTitles,
    writes,
    notes,
    items: {
      one: 'product',
      many: 'products',
      list: writes.map(({ url, lines: [first] }) => ({ id: url, name: `Line ${first}, ${url}` })),
    },
  };
}

type JudgedLine = { readonly row: FileRow; readonly variantId: string | null };

function judgeProduct(
  url: string,
  rows: readonly FileRow[],
  skus: ReadonlyMap<string, readonly FileRow[]>,
  judging: Judging,
): { readonly lines: readonly ImportLine[]; readonly write: ProductWrite | null } {
  const { known, newId, mayCount } = judging;
  const saved = known.byUrl.get(url) ?? emptyForm(newId());
  const faults = new Map(rows.map((row) => [row.line, [...row.problems]]));
  const blame = (line: number, message: string) => faults.get(line)?.push(message);
  for (const row of rows) {
    const sku = skuOfRow(row);
    const other = known.urlOfSku.get(sku);
    if (url === '') blame(row.line, 'URL: it is missing, and so is a title to make one of');
    if (sku !== '' && (skus.get(sku)?.length ?? 0) > 1)
      blame(row.line, `SKU: “${sku}” is in the file twice`);
    if (other !== undefined && other !== url)
      blame(row.line, `SKU: “${sku}” belongs to the product “${other}”`);
  }
  const [first] = rows;
  const begun = withProductCells(saved, url, rows);
  const { form, placed } = withVariants(begun, rows, mayCount, newId);
  for (const { field, message } of newProblems(saved, form)) {
    const [part, id] = field.split(' ');
    const place = placed.find(({ variantId }) => part === 'variants' && variantId === id);
    blame(
      (place?.row ?? first)?.line ?? 0,
      `${fileTitles[field] ?? titleOfPart(field)}: ${message}`,
    );
  }
  const counted = countsOf(saved, placed, mayCount);
  for (const { line, message } of counted.faults) blame(line, message);
  const isWrong = [...faults.values()].some((each) => each.length > 0);
  const lines = placed.map(({ row, variantId }, index): ImportLine => {
    const key = skuOfRow(row) || url;
    const problems = faults.get(row.line) ?? [];
    const about = { line: row.line, key };
    if (problems.length > 0) return { ...about, kind: 'wrong', problems: unique(problems) };
    if (isWrong)
      return {
        ...about,
        kind: 'wrong',
        problems: ['Left out: another line of this product can’t be used'],
      };
    const isFirst = index === 0;
    return { ...about, ...judgeLine({ saved, form, row, variantId, isFirst, counted, mayCount }) };
  });
  if (isWrong || (!isChanged(saved, form) && counted.counts.length === 0))
    return { lines, write: null };
  const write = {
    url,
    lines: rows.map(({ line }) => line),
    saved,
    form,
    counts: counted.counts,
  };
  return { lines, write };
}

/** What was wrong before is not the file’s fault: the shop decides whether it takes the rest. */
function newProblems(saved: ProductForm, form: ProductForm): readonly ProductProblem[] {
  const keyOf = ({ field, message }: ProductProblem) => `${field} ${message}`;
  const known = saved.product.version === null ? [] : blockingProblems(saved);
  const before = new Set(known.map(keyOf));
  return blockingProblems(form).filter((problem) => !before.has(keyOf(problem)));
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

const titleOfPart = (field: string): string =>
  field.startsWith('variants')
    ? 'Variant'
    : field.startsWith('variant_options')
      ? 'Options'
      : field;

const productColumns = productFile.filter(({ of }) => of === 'product');

const withValue = (row: ProductDraft, name: string, value: unknown): ProductDraft => ({
  ...row,
  values: { ...row.values, [name]: value },
});

/** The first line that says something of the product decides; a moment may be written in other ways. */
function withProductCells(saved: ProductForm, url: string, rows: readonly FileRow[]): ProductForm {
  const patch: Record<string, unknown> = { url };
  for (const { name, write } of productColumns) {
    const said = rows.find(({ values }) => values[name] !== undefined)?.values[name];
    const isNew = write(saved.product) !== write(withValue(saved.product, name, said));
    if (name !== 'url' && said !== undefined && isNew) patch[name] = said;
  }
  const { category, kind } = patch;
  if (typeof category === 'string' && kind === undefined) patch['kind'] = kindOf(category);
  const isOnShow = patch['status'] !== undefined && patch['status'] !== 'draft';
  if (isOnShow && !textOf(saved.product, 'publish_at') && patch['publish_at'] === undefined)
    patch['publish_at'] = new Date().toISOString();
  const options = optionsOf(variantOptionsOf(saved), rows);
  return patchProduct(saved, {
    ...patch,
    ...(options.length > 0 ? { variant_options: options } : {}),
  });
}

const optionNumbers = [1, 2, 3] as const;

/** Those there are, with the values that the lines add; an option is named once, on the first of them. */
function optionsOf(
  before: readonly VariantOption[],
  rows: readonly FileRow[],
): readonly VariantOption[] {
  return optionNumbers.flatMap((number, index) => {
    const title =
      rows.map((row) => textIn(row, `option_${number}`)).find(Boolean) ?? before[index]?.title;
    if (title === undefined) return [];
    const values = rows.map((row) => textIn(row, `option_${number}_value`)).filter(Boolean);
    const begun = { title, values: before[index]?.values ?? [] };
    return [values.reduce((option, value) => withValues(option, value), begun)];
  });
}

const variantColumns = productFile.filter(({ of, name }) => of === 'variant' && name !== 'stock');

function withVariants(
  begun: ProductForm,
  rows: readonly FileRow[],
  mayCount: boolean,
  newId: () => string,
): { readonly form: ProductForm; readonly placed: readonly JudgedLine[] } {
  const placed: JudgedLine[] = [];
  let form = begun;
  for (const row of rows) {
    const choices = optionNumbers.flatMap((number) => textIn(row, `option_${number}_value`) || []);
    const sku = skuOfRow(row);
    const patch: Record<string, unknown> = {};
    for (const { name } of variantColumns) {
      const value = row.values[`variant.${name}`];
      if (value !== undefined) patch[name] = value;
    }
    if (sku !== '') patch['sku'] = sku;
    const stock = row.values['variant.stock'];
    const isOfVariant = Object.keys(patch).length > 0 || choices.length > 0 || stock !== undefined;
    if (!isOfVariant) {
      placed.push({ row, variantId: null });
      continue;
    }
    const there = variantFor(form, sku, choices, placed);
    const count = mayCount && typeof stock === 'number' ? stock : 0;
    const written = writeVariant(form, there?.id ?? null, { patch, choices, count }, newId);
    form = written.form;
    placed.push({ row, variantId: written.id });
  }
  return { form, placed };
}

/** By its SKU; without one, by what it is of each option, or as the only one. */
function variantFor(
  { variants }: ProductForm,
  sku: string,
  choices: readonly string[],
  placed: readonly JudgedLine[],
): PartDraft<'variants'> | null {
  const bySku = variants.find((row) => textOf(row, 'sku') === sku);
  if (bySku !== undefined || sku !== '') return bySku ?? null;
  const free = variants.filter(({ id }) => placed.every(({ variantId }) => variantId !== id));
  const wanted = choices.join('\n');
  const found = free.find((row) => textsOf(row, 'choices').join('\n') === wanted);
  return found ?? null;
}

interface Counted {
  readonly counts: readonly StockCount[];
  readonly faults: readonly { readonly line: number; readonly message: string }[];
}

/** Piles that the shop has already: they are counted by themselves, after the product is saved. */
function countsOf(saved: ProductForm, placed: readonly JudgedLine[], mayCount: boolean): Counted {
  const counts = new Map<string, { readonly line: number; readonly count: StockCount }>();
  const faults: { readonly line: number; readonly message: string }[] = [];
  for (const { row, variantId } of placed) {
    const variant = saved.variants.find(({ id }) => id === variantId) ?? null;
    const count = row.values['variant.stock'];
    const poolId = textOf(variant, 'stock_pool_id');
    const expected = numberOf(variant, 'stock.on_hand');
    if (!mayCount || typeof count !== 'number' || poolId === '' || expected === null) continue;
    const reserved = numberOf(variant, 'stock.allocated') ?? 0;
    const before = counts.get(poolId);
    if (count < reserved)
      faults.push({ line: row.line, message: `In stock: ${reserved} are reserved for orders` });
    if (before !== undefined && before.count.count !== count)
      faults.push({
        line: row.line,
        message: `In stock: it shares its stock with line ${before.line}, which says ${before.count.count}`,
      });
    const counted = { poolId, sku: textOf(variant, 'sku'), expected, count };
    counts.set(poolId, { line: row.line, count: counted });
  }
  const all = [...counts.values()].map(({ count }) => count);
  return { counts: all.filter(({ expected, count }) => expected !== count), faults };
}

interface LineOf {
  readonly saved: ProductForm;
  readonly form: ProductForm;
  readonly row: FileRow;
  readonly variantId: string | null;
  readonly isFirst: boolean;
  readonly counted: Counted;
  readonly mayCount: boolean;
}

type Judged =
  | { readonly kind: 'new'; readonly values: RowPatch; readonly note: string }
  | { readonly kind: 'same'; readonly note?: string }
  | {
      readonly kind: 'change';
      readonly row: DeskRow;
      readonly changes: readonly ImportChange[];
      readonly note?: string;
    };

function judgeLine(line: LineOf): Judged {
  const { saved, form, row, variantId, isFirst, mayCount } = line;
  const variant = form.variants.find(({ id }) => id === variantId) ?? null;
  const before = saved.variants.find(({ id }) => id === variantId) ?? null;
  const isNewProduct = saved.product.version === null;
  const uncounted = !mayCount && row.values['variant.stock'] !== undefined;
  const note = uncounted ? { note: 'Stock is left: only owners count it here' } : {};
  if (isNewProduct || (variant !== null && before === null)) {
    const said = newWords(form, variant, isNewProduct && isFirst);
    return { kind: 'new', values: {}, note: [said, note.note].filter(Boolean).join('. ') };
  }
  const changes = [
    ...(isFirst ? changed('product', saved.product, form.product) : []),
    ...(before === null || variant === null
      ? []
      : changed('variant', lineOf(before), lineOf(variant))),
    ...countChange(line, before),
  ];
  if (changes.length === 0) return { kind: 'same', ...note };
  return { kind: 'change', row: before ?? saved.product, changes, ...note };
}

function countChange(
  { counted }: LineOf,
  before: PartDraft<'variants'> | null,
): readonly ImportChange[] {
  const count = counted.counts.find(({ poolId }) => poolId === textOf(before, 'stock_pool_id'));
  return count === undefined
    ? []
    : [{ column: 'variant.stock', before: String(count.expected), after: count.count }];
}

const lineOf = (row: PartDraft<'variants'>): FileLine => ({
  ...row,
  values: { variant: row.values },
});

function changed(of: FileColumn['of'], before: FileLine, after: FileLine): ImportChange[] {
  return productFile
    .filter((column) => column.of === of)
    .flatMap((column) => {
      const [one, other] = [column.write(before), column.write(after)];
      const isStock = column.name === 'stock';
      return one === other || isStock ? [] : [{ column: keyOf(column), before: one, after: other }];
    });
}

/** @example newWords(form, variant, true) // 'new product “Tide mat”: Dusk / S, 35.00 EUR, 12 in stock' */
function newWords(
  form: ProductForm,
  variant: PartDraft<'variants'> | null,
  isProduct: boolean,
): string {
  const product = isProduct ? `new product “${textOf(form.product, 'title')}”` : 'new variant';
  if (variant === null) return product;
  const minor = numberOf(variant, 'price_minor');
  const price = minor === null ? '' : `${decimalMoney(minor, 'EUR')} EUR`;
  const pool = form.pools.find(({ id }) => id === textOf(variant, 'stock_pool_id')) ?? null;
  const isMade = isTrue(variant, 'is_made_to_order');
  const stock = isMade ? 'made to order' : `${numberOf(pool, 'on_hand') ?? 0} in stock`;
  return `${product}: ${[textOf(variant, 'title'), textOf(variant, 'sku'), price, stock].filter(Boolean).join(', ')}`;
}
