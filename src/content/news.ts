/**
 * Invariant: pinned ones come first, then the newest; one without a picture of its own shows what it
 * is about.
 */
import { parseEta, type Eta } from '#shared/eta.ts';
import { productPath } from '#routes.ts';
import { newestFirst, readCatalogue } from './catalogue.ts';
import { readMarkdown } from './markdown.ts';
import { groupedBy, oncePerBuild, rowsOf } from './rows.ts';
import type { ProductImage, RowOf, Update } from './rows.ts';

export interface UpdateBatch extends Omit<RowOf<'updateBatches'>, 'etaBefore' | 'etaAfter'> {
  readonly title: string;
  readonly productPath: string;
  readonly etaBefore: Eta | null;
  readonly etaAfter: Eta | null;
}

export interface WholeUpdate extends Update {
  readonly bodyHtml: string;
  readonly image: ProductImage | null;
  readonly batches: readonly UpdateBatch[];
  readonly products: readonly {
    readonly id: string;
    readonly path: string;
    readonly title: string;
  }[];
}

async function readUpdateBatches() {
  const batches = new Map((await rowsOf('batches')).map((batch) => [batch.id, batch]));
  const concernedBy = await groupedBy('updateBatches', (row) => row.updateId);
  const { productById } = await readCatalogue();
  return (updateId: string): readonly UpdateBatch[] =>
    concernedBy(updateId).flatMap((concerned) => {
      const batch = batches.get(concerned.batchId);
      const product = productById(batch?.productId ?? '');
      if (batch === undefined || product === null) return [];
      const { title, etaPrecision } = batch;
      const etaBefore = parseEta(concerned.etaBefore, etaPrecision);
      const etaAfter = parseEta(concerned.etaAfter, etaPrecision);
      return [{ ...concerned, title, etaBefore, etaAfter, productPath: product.path }];
    });
}

export const readNews = oncePerBuild(async (): Promise<readonly WholeUpdate[]> => {
  const toHtml = await readMarkdown();
  const images = new Map((await rowsOf('productImages')).map((image) => [image.id, image]));
  const { productById } = await readCatalogue();
  const batchesOf = await readUpdateBatches();
  const imagesOf = await groupedBy('productImages', (image) => image.productId);
  const mentionsOf = await groupedBy('updateProducts', (mention) => mention.updateId);
  const updates = (await rowsOf('updates')).map((update) => {
    const products = mentionsOf(update.id).flatMap(({ productId }) => {
      const product = productById(productId);
      if (product === null) return [];
      return [{ id: product.id, path: productPath(product), title: product.title }];
    });
    const [subject] = products.flatMap(({ id }) => imagesOf(id).slice(0, 1));
    const image = images.get(update.imageId ?? '') ?? subject ?? null;
    const bodyHtml = toHtml(update.body);
    return { ...update, bodyHtml, image, batches: batchesOf(update.id), products };
  });
  return updates.toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || newestFirst(a, b));
});
