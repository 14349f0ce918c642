/**
 * Invariant: rows come sorted by their position, and grouped by what they belong to, so that joining
 * ten thousand products stays linear.
 */
import { getCollection, type CollectionEntry, type CollectionKey } from 'astro:content';
import { builtLanguage } from '#languages/built-language.ts';
import { english } from '#languages/languages.ts';
import { choiceNames, translatedRow, translationsIn } from './translations.ts';

export type RowOf<Name extends CollectionKey> = CollectionEntry<Name>['data'];

export type Product = RowOf<'products'>;
export type Variant = RowOf<'variants'>;
export type Batch = RowOf<'batches'>;
export type List = RowOf<'lists'>;
export type Update = RowOf<'updates'>;
export type ProductImage = RowOf<'productImages'>;
export type Colorway = RowOf<'colorways'>;

declare global {
  /** A builder that renders without Astro's content layer hands its rows over here. */
  var keywrightRows:
    | (<Name extends CollectionKey>(name: Name) => readonly { id: string; data: RowOf<Name> }[])
    | undefined;
}

async function writtenEntries<Name extends CollectionKey>(name: Name) {
  return globalThis.keywrightRows?.(name) ?? (await getCollection(name));
}

const dataOf = async <Name extends CollectionKey>(name: Name) =>
  (await writtenEntries(name)).map((entry): RowOf<Name> => entry.data);

const readLanguage = oncePerBuild(async () => {
  const translations = translationsIn(builtLanguage.code, await dataOf('translations'));
  const choiceName = choiceNames(await dataOf('products'), translations);
  return { code: builtLanguage.code, translations, choiceName };
});

/** In the language of the pages; what is not translated is as it was written. */
async function entriesOf<Name extends CollectionKey>(name: Name) {
  const entries = await writtenEntries(name);
  if (builtLanguage === english) return entries;
  const language = await readLanguage();
  return entries.map(({ id, data }: { readonly id: string; readonly data: RowOf<Name> }) => ({
    id,
    data: translatedRow(name, id, data, language),
  }));
}

function positionOf(row: object): number {
  return 'position' in row && typeof row.position === 'number' ? row.position : 0;
}

export async function rowsOf<Name extends CollectionKey>(name: Name): Promise<RowOf<Name>[]> {
  const entries = await entriesOf(name);
  return entries
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((entry): RowOf<Name> => entry.data)
    .toSorted((a, b) => positionOf(a) - positionOf(b));
}

export type Groups<Row> = (id: string) => readonly Row[];

export async function groupedBy<Name extends CollectionKey>(
  name: Name,
  ownerOf: (row: RowOf<Name>) => string | null,
): Promise<Groups<RowOf<Name>>> {
  const groups = Map.groupBy(await rowsOf(name), ownerOf);
  return (id) => groups.get(id) ?? [];
}

/** Makes a value once per build; the dev server, where rows change, makes it anew each time. */
export function oncePerBuild<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    if (import.meta.env.DEV) return make();
    made ??= make();
    return made;
  };
}
