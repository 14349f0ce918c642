/** Invariant: what is still sold comes first, so that of equal finds it is named first. */
import { categories } from '#features/catalogue/model/categories.ts';
import { categoryLink } from '../category-links.ts';
import { readCatalogue, type WholeProduct } from '../catalogue.ts';
import { readNews } from '../news.ts';
import { oncePerBuild } from '../rows.ts';
import { fixedPage } from '../fixed-pages.ts';
import { legalDocuments } from '../legal-documents.ts';
import { readFaq, readLegal, versionInForce, type LegalVersion } from '../texts.ts';
import type { Findable } from '#features/search/model/search-index.ts';
import { routes } from '#routes.ts';
import { buildTime } from '../build-clock.ts';
import type { Frame } from '#features/catalogue/model/focus.ts';
import { cutOf, pictureOf, type Picture } from '../pictures/picture-of.ts';

const longestNote = 90;
const longestText = 600;

function shorten(text: string): string {
  if (text.length <= longestNote) return text;
  return `${text.slice(0, text.lastIndexOf(' ', longestNote))} …`;
}

function plain(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&[a-z#\d]+;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The smallest there is: it stands beside one line of text. */
function smallest({ src, sources }: Picture): string {
  return sources[0]?.srcset.split(' ', 1)[0] ?? src;
}

const pictureFor = ({ images: [image] }: WholeProduct, frame: Frame) =>
  image ? smallest(cutOf(pictureOf(image), frame)) : '';

/** What is published, by the product's address and by the picture's id: the desk need not draw it again. */
export async function readPictures(): Promise<Readonly<Record<string, string>>> {
  const { products } = await readCatalogue();
  return Object.fromEntries(
    products.flatMap((product) => [
      [product.url, pictureFor(product, 'card')],
      ...product.images.map((image) => [image.id, smallest(pictureOf(image))]),
    ]),
  );
}

function productFind(product: WholeProduct): Findable {
  const { kind, title, path, summary, category, maker, facts, colorways, variants } = product;
  return {
    kind,
    title,
    path,
    note: shorten(summary),
    picture: pictureFor(product, 'square'),
    isArchived: product.status === 'archived',
    about: [kind, category.replaceAll('_', ' '), categoryLink(category).label, summary].join(' '),
    words: [
      maker?.name ?? '',
      ...colorways.flatMap(({ name, stem }) => [name, stem]),
      ...facts.map(({ value }) => value),
      ...variants.map((variant) => variant.title),
    ].join(' '),
  };
}

/** The kinds of goods that are sold, the most frequent first: each of them finds something. */
export async function readSuggestions(): Promise<readonly string[]> {
  const { products } = await readCatalogue();
  const counts = new Map<string, number>();
  for (const { category, status } of products) {
    if (status === 'archived') continue;
    const { label } = categoryLink(category);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([words]) => words);
}

/** The pages of goods of one kind, where there are any. */
const categoryFinds = (products: readonly WholeProduct[]): readonly Findable[] =>
  categories
    .filter(({ of }) => products.some(({ category }) => of.includes(category)))
    .map(({ slug, title, about }) => ({
      kind: 'page',
      title,
      path: routes.category(slug),
      note: shorten(about),
      picture: '',
      isArchived: false,
      about,
      words: '',
    }));

/** What the version in force says in plain words; the full text would bury every other find. */
function legalWords({ sections }: LegalVersion): string {
  return sections.map(({ title, plain: summary }) => `${title} ${summary}`).join(' ');
}

async function legalFinds(): Promise<readonly Findable[]> {
  const published = await readLegal();
  return legalDocuments.flatMap((document) => {
    const current = versionInForce(published.get(document) ?? [], buildTime());
    if (current === undefined) return [];
    const { title, path, description } = fixedPage(document, null);
    const note = shorten(description);
    const find = { kind: 'page', title, path, note, picture: '', isArchived: false } as const;
    return [{ ...find, about: document, words: legalWords(current) }];
  });
}

export const readFindables = oncePerBuild(async (): Promise<readonly Findable[]> => {
  const { products } = await readCatalogue();
  const news = await readNews();
  const questions = (await readFaq()).flatMap((group) =>
    group.entries.map((entry) => ({ ...entry, group: group.title })),
  );
  const archived = (product: WholeProduct) => Number(product.status === 'archived');
  return [
    ...products.toSorted((a, b) => archived(a) - archived(b)).map(productFind),
    ...categoryFinds(products),
    ...questions.map(({ code, title, html, group }) => ({
      kind: 'question' as const,
      title,
      path: `${routes.faq}#${code}`,
      note: group,
      picture: '',
      isArchived: false,
      about: group,
      words: plain(html).slice(0, longestText),
    })),
    ...news.map(({ url, title, summary }) => ({
      kind: 'update' as const,
      title,
      path: routes.update(url),
      note: shorten(summary),
      picture: '',
      isArchived: false,
      about: 'update',
      words: summary,
    })),
    ...(await legalFinds()),
  ];
});
