/** What is new, as the database decides, the newest first; in words and with the page it leads to. */
import { newsWords } from '#features/updates/model/news-words.ts';
import { readCatalogue } from './catalogue.ts';
import { oncePerBuild, rowsOf, type ProductImage } from './rows.ts';

export interface Drop {
  readonly id: string;
  readonly at: string;
  readonly closesAt: string | null;
  readonly label: string;
  readonly about: string;
  readonly text: string;
  readonly path: string;
  readonly product: { readonly title: string; readonly summary: string };
  readonly image: ProductImage | null;
}

export const readDrops = oncePerBuild(async (): Promise<readonly Drop[]> => {
  const { productById } = await readCatalogue();
  const rows = (await rowsOf('drops')).toSorted(
    (a, b) => b.at.localeCompare(a.at) || a.id.localeCompare(b.id),
  );
  return rows.flatMap(({ kind, id, productId, title, at, closesAt }) => {
    const product = productById(productId);
    if (product === null) return [];
    const { title: productTitle, summary, path, images } = product;
    const words = newsWords({ news: kind, title, productTitle, summary, closesAt });
    const image = images[0] ?? null;
    const about = { path, product: { title: productTitle, summary }, image };
    return [{ id: `${kind}:${id}`, at, closesAt, ...words, ...about }];
  });
});
