/**
 * The only list of what the search finds: products, sculpts, updates and questions. Invariant: what
 * is still sold comes first, so that of equal finds it is named first.
 */
import { readCatalogue, type WholeProduct } from '#content/catalogue.ts';
import { readNews } from '#content/news.ts';
import { oncePerBuild } from '#content/rows.ts';
import { readFaq } from '#content/texts.ts';
import type { Findable } from '#domain/search-index.ts';
import { routes } from '#routes.ts';
import { pictureOf } from '../pictures/picture-of.ts';

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
function pictureFor({ images: [image] }: WholeProduct): string {
  if (image === undefined) return '';
  const { src, sources } = pictureOf(image);
  return sources[0]?.srcset.split(' ', 1)[0] ?? src;
}

function productFind(product: WholeProduct): Findable {
  const { kind, title, path, summary, category, maker, facts, colorways, variants } = product;
  const names = [...colorways, ...facts.map(({ value }) => ({ name: value }))];
  return {
    kind,
    title,
    path,
    note: shorten(summary),
    picture: pictureFor(product),
    isArchived: product.status === 'archived',
    words: [
      summary,
      category.replaceAll('_', ' '),
      maker?.name ?? '',
      ...names.map(({ name }) => name),
      ...variants.map((variant) => variant.title),
    ].join(' '),
  };
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
    ...questions.map(({ code, title, html, group }) => ({
      kind: 'question' as const,
      title,
      path: `${routes.faq}#${code}`,
      note: group,
      picture: '',
      isArchived: false,
      words: plain(html).slice(0, longestText),
    })),
    ...news.map(({ url, title, summary }) => ({
      kind: 'update' as const,
      title,
      path: routes.update(url),
      note: shorten(summary),
      picture: '',
      isArchived: false,
      words: summary,
    })),
  ];
});
