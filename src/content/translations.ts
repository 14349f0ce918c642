/**
 * Rows in another language: what was translated takes the place of what editors wrote, and everything else
 * stays. Invariant: a list is shown translated only while it is the list that was translated, for a choice
 * must never be called by the name of another.
 */
import { createHash } from 'node:crypto';
import { fieldsOf } from '#shared/parsed-fields.ts';
import { contentTables } from './tables/all-tables.ts';
import { columnOf, translatedColumns } from './translated-columns.ts';

export interface Translation {
  readonly language: string;
  readonly tableName: string;
  readonly rowId: string;
  readonly columnName: string;
  readonly text: string;
  readonly sourceMd5: string;
}

type Words = Pick<Translation, 'text' | 'sourceMd5'>;
export type Translations = (table: string, rowId: string, column: string) => Words | undefined;

const keyOf = (...parts: readonly string[]) => parts.join('\n');

export function translationsIn(language: string, rows: readonly Translation[]): Translations {
  const known = new Map(
    rows
      .filter((row) => row.language === language)
      .map((row) => [keyOf(row.tableName, row.rowId, row.columnName), row]),
  );
  return (...key) => known.get(keyOf(...key));
}

interface VariantOption {
  readonly title: string;
  readonly values: readonly { readonly title: string; readonly colour: string | null }[];
}

/** What `private.source_texts` has a line for. */
const linesOf = ({ title, values }: VariantOption) => [title, ...values.map((each) => each.title)];

/** The lines in its place, or null where it is not the list that was translated. */
function translatedLines(lines: readonly string[], words: Words | undefined): string[] | null {
  if (words === undefined) return null;
  const digest = createHash('md5').update(lines.join('\n')).digest('hex');
  const translated = words.text.split('\n').map((line) => line.trim());
  return digest === words.sourceMd5 && translated.length === lines.length ? translated : null;
}

function translatedOptions(
  options: readonly VariantOption[],
  words: Words | undefined,
): readonly VariantOption[] {
  const lines = translatedLines(options.flatMap(linesOf), words);
  if (lines === null) return options;
  return options.map((option, place) => {
    const start = options.slice(0, place).flatMap(linesOf).length;
    const [title = option.title, ...values] = lines.slice(start, start + linesOf(option).length);
    return {
      title,
      values: option.values.map((value, index) => ({
        ...value,
        title: values[index] ?? value.title,
      })),
    };
  });
}

export interface OptionedProduct {
  readonly id: string;
  readonly variantOptions: readonly VariantOption[];
}

/** How a product's choices are called; variants name them by their titles. */
export function choiceNames(
  products: readonly OptionedProduct[],
  translations: Translations,
): (productId: string, option: number, title: string) => string {
  const byId = new Map(products.map((product) => [product.id, product]));
  return (productId, option, title) => {
    const options = byId.get(productId)?.variantOptions ?? [];
    const words = translations('products', productId, 'variant_options');
    const place = options[option]?.values.findIndex((value) => value.title === title) ?? -1;
    return translatedOptions(options, words)[option]?.values[place]?.title ?? title;
  };
}

export type ChoiceNames = ReturnType<typeof choiceNames>;

function isOptions(value: unknown): value is readonly VariantOption[] {
  return Array.isArray(value) && value.some((each) => typeof each === 'object');
}

interface Language {
  readonly code: string;
  readonly translations: Translations;
  readonly choiceName: ChoiceNames;
}

/** Its columns that read otherwise than in the first language. */
function changesOf(
  name: keyof typeof contentTables,
  id: string,
  row: Readonly<Record<string, unknown>>,
  { code, translations, choiceName }: Language,
): Readonly<Record<string, unknown>> {
  const own = Object.entries(translatedColumns).find(([each]) => each === name)?.[1];
  const { table } = contentTables[name];
  const changes: Record<string, unknown> = {};
  for (const column of own?.texts ?? []) {
    const words = translations(table, id, columnOf(column));
    if (words !== undefined && row[column] !== '') changes[column] = words.text;
  }
  for (const column of own && 'lists' in own ? own.lists : []) {
    const words = translations(table, id, columnOf(column));
    const value = row[column];
    if (isOptions(value)) changes[column] = translatedOptions(value, words);
    else if (Array.isArray(value)) changes[column] = translatedLines(value, words) ?? value;
  }
  if (name === 'variants' && Array.isArray(row['choices']))
    changes['choices'] = row['choices'].map((title: string, option) =>
      choiceName(String(row['productId']), option, title),
    );
  // Every language has names of countries.
  if (name === 'countries')
    changes['name'] = new Intl.DisplayNames([code], { type: 'region' }).of(id) ?? row['name'];
  if (name === 'drops' && row['title'] !== '') {
    const kind = String(row['kind']);
    const of = kind === 'group_buy' || kind === 'extras' ? 'batches' : 'lists';
    const words = translations(of, String(row['id']), 'title');
    if (words !== undefined) changes['title'] = words.text;
  }
  return changes;
}

/** @example translatedRow('faqEntries', id, { question: 'When?' }, german) // { question: 'Wann?' } */
export function translatedRow<Row extends object>(
  name: keyof typeof contentTables,
  id: string,
  row: Row,
  language: Language,
): Row {
  return { ...row, ...changesOf(name, id, fieldsOf(row) ?? {}, language) };
}
