/** The product CSV of Shopify as lines of the shop's own file. Invariant: what is left out is said. */
import { firstWords, markdownOfHtml } from './html-text.ts';
import { urlOf } from '../form/proposed-names.ts';

type Cells = readonly (readonly string[])[];

export interface ShopifyLines {
  readonly cells: Cells;
  readonly notes: readonly string[];
}

const named = (head: string) => head.trim().toLowerCase();

/** @example isShopifyFile(['Handle', 'Title', 'Variant SKU']) // true */
export function isShopifyFile(heads: readonly string[]): boolean {
  const all = new Set(heads.map(named));
  return all.has('handle') && (all.has('variant sku') || all.has('option1 name'));
}

const heads = [
  'URL',
  'Title',
  'Story (Markdown)',
  'Summary',
  'Category',
  'Status',
  'Title for search engines',
  'Description for search engines',
  'Option 1',
  'Option 1 value',
  'Option 2',
  'Option 2 value',
  'Option 3',
  'Option 3 value',
  'SKU',
  'Price',
  'Weight (g)',
  'In stock',
  'Made to order',
] as const;
type Head = (typeof heads)[number];

/** What is read here, or says nothing that this shop would miss. */
const readHeads: ReadonlySet<string> = new Set([
  'handle',
  'title',
  'body (html)',
  'vendor',
  'type',
  'product category',
  'tags',
  'published',
  'status',
  'seo title',
  'seo description',
  'variant sku',
  'variant price',
  'variant grams',
  'variant inventory qty',
  'variant inventory tracker',
  'variant inventory policy',
  'image src',
  'image position',
  'image alt text',
  'variant image',
  ...['1', '2', '3'].flatMap((number) => [`option${number} name`, `option${number} value`]),
]);

/** In this order: a keycap set may be called one for keyboards. */
const shelves: readonly (readonly [RegExp, string])[] = [
  [/keycap|key cap/i, 'Keycap set'],
  [/stabili[sz]er/i, 'Stabilisers'],
  [/switch/i, 'Switches'],
  [/cable/i, 'Cable'],
  [/desk ?mat|mouse ?pad|deskpad/i, 'Desk mat'],
  [/tool|puller|lube/i, 'Tool'],
  [/keyboard|barebone/i, 'Keyboard'],
  [/part|plate|pcb|case|knob|screw/i, 'Part'],
];

const shelfOf = (text: string): string | null =>
  shelves.find(([pattern]) => pattern.test(text))?.[1] ?? null;

class LeftOut {
  readonly tags = new Set<string>();
  readonly vendors = new Set<string>();
  readonly unshelved = new Set<string>();
  pictures = 0;

  notes(columns: readonly string[]): readonly string[] {
    const list = (values: ReadonlySet<string>) => {
      const shown = [...values].slice(0, 8).join(', ');
      return values.size > 8 ? `${shown} and ${values.size - 8} more` : shown;
    };
    return [
      this.pictures > 0 &&
        `${this.pictures === 1 ? '1 picture' : `${this.pictures} pictures`} given by address: they are not fetched. Drop the files into each product.`,
      this.tags.size > 0 && `Tags without a shelf: ${list(this.tags)}.`,
      this.vendors.size > 0 && `Vendors: ${list(this.vendors)}.`,
      this.unshelved.size > 0 &&
        `No shelf was found for ${list(this.unshelved)}: they go to Part. Change the category there.`,
      columns.length > 0 && `Columns that have no place here: ${columns.join(', ')}.`,
    ].filter((note) => note !== false);
  }
}

type Row = (name: string) => string;

function statusOf(row: Row): string {
  const status = named(row('status'));
  if (status === 'draft' || status === 'archived') return status;
  return named(row('published')) === 'false' ? 'draft' : 'published';
}

function productCells(row: Row, left: LeftOut): Partial<Record<Head, string>> {
  const body = markdownOfHtml(row('body (html)'));
  const type = row('type');
  const tags = row('tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  const shelf =
    [type, row('product category'), ...tags, row('title')].flatMap(
      (text) => shelfOf(text) ?? [],
    )[0] ?? null;
  for (const tag of tags) if (shelfOf(tag) === null || shelfOf(tag) !== shelf) left.tags.add(tag);
  if (row('vendor') !== '') left.vendors.add(row('vendor'));
  if (shelf === null) left.unshelved.add(row('title') || row('handle'));
  return {
    Title: row('title'),
    'Story (Markdown)': body,
    Summary: firstWords(body, 300) || row('title'),
    Category: shelf ?? 'Part',
    Status: statusOf(row),
    'Title for search engines': row('seo title').slice(0, 70),
    'Description for search engines': row('seo description').slice(0, 170),
  };
}

/** One thing that is sold alone has an option there that says nothing. */
const isDefault = (row: Row): boolean => named(row('option1 value')) === 'default title';

const skuLetters = (sku: string): string => urlOf(sku).toUpperCase().slice(0, 40);

function variantCells(row: Row, names: readonly string[]): Partial<Record<Head, string>> {
  const options = isDefault(row)
    ? {}
    : Object.fromEntries(
        names.flatMap((name, index) => [
          [`Option ${index + 1}`, row(`option${index + 1} value`) === '' ? '' : name],
          [`Option ${index + 1} value`, row(`option${index + 1} value`)],
        ]),
      );
  const isUncounted =
    row('variant inventory tracker') === '' ||
    named(row('variant inventory policy')) === 'continue';
  const grams = Math.round(Number(row('variant grams')));
  return {
    ...options,
    SKU: skuLetters(row('variant sku')),
    Price: Number(row('variant price') || Number.NaN).toFixed(2),
    ...(grams >= 1 ? { 'Weight (g)': String(grams) } : {}),
    ...(isUncounted
      ? { 'Made to order': 'yes' }
      : { 'In stock': String(Math.max(0, Math.trunc(Number(row('variant inventory qty')) || 0))) }),
  };
}

/** Lines that give nothing but one more picture are counted and left out. */
export function shopifyLines([head = [], ...body]: Cells): ShopifyLines {
  const places = new Map(head.map((name, index) => [named(name), index]));
  const left = new LeftOut();
  const names = new Map<string, readonly string[]>();
  const begun = new Set<string>();
  const lines = body.map((cells) => {
    const row: Row = (name) => (cells[places.get(name) ?? -1] ?? '').trim();
    const handle = row('handle');
    for (const picture of ['image src', 'variant image'])
      if (row(picture) !== '') left.pictures += 1;
    const isVariant = row('variant price') !== '' || row('variant sku') !== '';
    if (!isVariant && row('title') === '') return heads.map(() => '');
    const own = ['1', '2', '3'].map((number) => row(`option${number} name`));
    if (own.some(Boolean)) names.set(handle, own);
    const line: Partial<Record<Head, string>> = {
      URL: urlOf(handle),
      ...(begun.has(handle) ? {} : productCells(row, left)),
      ...(isVariant ? variantCells(row, names.get(handle) ?? []) : {}),
    };
    begun.add(handle);
    return heads.map((name) => line[name] ?? '');
  });
  const columns = head.filter(
    (name, index) =>
      name.trim() !== '' &&
      !readHeads.has(named(name)) &&
      body.some((cells) => (cells[index] ?? '').trim() !== ''),
  );
  return { cells: [heads, ...lines], notes: left.notes(columns) };
}
