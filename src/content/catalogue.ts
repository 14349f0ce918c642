/** Invariant: everything a product's page shows is in its `WholeProduct`, and nothing else is. */
import { firstQualityOf, variantName } from '#features/catalogue/model/b-stock.ts';
import { productPath } from '#routes.ts';
import { readMarkdown } from './markdown.ts';
import { groupedBy, oncePerBuild, rowsOf } from './rows.ts';
import type { Colorway, Product, ProductImage, RowOf, Update, Variant } from './rows.ts';
import { readProduction, type ProductList, type WholeBatch } from './production.ts';

export interface ProductOption extends RowOf<'productOptions'> {
  readonly values: readonly RowOf<'optionValues'>[];
}

export interface ProductVariant extends Variant {
  /** Made in the colours of a design: it is bought from the colour picker. */
  readonly isDesigned: boolean;
  /** Of B-stock: its like of first quality, whose pictures show it. */
  readonly likeId?: string;
}

export interface UpdateLink {
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  readonly publishAt: string | null;
}

export interface RelatedProduct {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly reason: string;
  readonly productId: string;
}

export interface WholeProduct extends Product {
  readonly path: string;
  /** `body` as safe HTML. */
  readonly bodyHtml: string;
  readonly safetyHtml: string;
  readonly maker: RowOf<'makers'> | null;
  readonly variants: readonly ProductVariant[];
  readonly options: readonly ProductOption[];
  readonly rules: readonly RowOf<'optionRules'>[];
  readonly images: readonly ProductImage[];
  readonly sounds: readonly RowOf<'productSounds'>[];
  readonly photos: readonly RowOf<'shownPhotos'>[];
  readonly colorways: readonly Colorway[];
  readonly facts: readonly RowOf<'productFacts'>[];
  readonly files: readonly RowOf<'productFiles'>[];
  readonly batches: readonly WholeBatch[];
  readonly lists: readonly ProductList[];
  readonly related: readonly RelatedProduct[];
  readonly updates: readonly UpdateLink[];
}

export interface Catalogue {
  readonly products: readonly WholeProduct[];
  readonly productById: (id: string) => WholeProduct | null;
}

async function readVariants() {
  const designed = new Set((await rowsOf('designKits')).map(({ variantId }) => variantId));
  const variantsOf = await groupedBy('variants', (row) => row.productId);
  return (productId: string): readonly ProductVariant[] => {
    const variants = variantsOf(productId);
    return variants.map((variant) => {
      const like = firstQualityOf(variant, variants);
      return {
        ...variant,
        title: variantName(variant),
        isDesigned: designed.has(variant.id),
        ...(like && { likeId: like.id }),
      };
    });
  };
}

async function readOptions() {
  const valuesOf = await groupedBy('optionValues', (value) => value.optionId);
  const optionsOf = await groupedBy('productOptions', (option) => option.productId);
  return (productId: string): readonly ProductOption[] =>
    optionsOf(productId).map((option) => ({
      ...option,
      values: valuesOf(option.id).filter((value) => value.isOffered),
    }));
}

async function readRelations() {
  const relationsOf = await groupedBy('productRelations', (relation) => relation.productId);
  const byId = new Map((await rowsOf('products')).map((product) => [product.id, product]));
  return (productId: string): readonly RelatedProduct[] =>
    relationsOf(productId).flatMap(({ relatedId, reason }) => {
      const related = byId.get(relatedId);
      if (related === undefined || related.status === 'archived') return [];
      const { title, summary } = related;
      return [{ path: productPath(related), title, summary, reason, productId: relatedId }];
    });
}

async function readMentions() {
  const updates = new Map((await rowsOf('updates')).map((update) => [update.id, update]));
  const mentionsOf = await groupedBy('updateProducts', (mention) => mention.productId);
  return (productId: string): readonly UpdateLink[] =>
    mentionsOf(productId)
      .flatMap(({ updateId }) => updates.get(updateId) ?? [])
      .toSorted(newestFirst)
      .map(({ url, title, summary, publishAt }) => ({ url, title, summary, publishAt }));
}

export function newestFirst(a: Pick<Update, 'publishAt'>, b: Pick<Update, 'publishAt'>): number {
  return (b.publishAt ?? '').localeCompare(a.publishAt ?? '');
}

export const readCatalogue = oncePerBuild(async (): Promise<Catalogue> => {
  const makers = new Map((await rowsOf('makers')).map((maker) => [maker.id, maker]));
  const variantsOf = await readVariants();
  const optionsOf = await readOptions();
  const rulesOf = await groupedBy('optionRules', (row) => row.productId);
  const imagesOf = await groupedBy('productImages', (row) => row.productId);
  const soundsOf = await groupedBy('productSounds', (row) => row.productId);
  const photosOf = await groupedBy('shownPhotos', (row) => row.productId);
  const colorwaysOf = await groupedBy('colorways', (row) => row.productId);
  const factsOf = await groupedBy('productFacts', (row) => row.productId);
  const filesOf = await groupedBy('productFiles', (row) => row.productId);
  const relatedOf = await readRelations();
  const updatesOf = await readMentions();
  const { batchesOf, listsOf } = await readProduction();
  const toHtml = await readMarkdown();
  const products = (await rowsOf('products')).map((product) => ({
    ...product,
    path: productPath(product),
    bodyHtml: toHtml(product.body),
    safetyHtml: toHtml(product.safetyWarnings),
    maker: makers.get(product.makerId ?? '') ?? null,
    variants: variantsOf(product.id),
    options: optionsOf(product.id),
    rules: rulesOf(product.id),
    images: imagesOf(product.id),
    sounds: soundsOf(product.id),
    photos: photosOf(product.id).toSorted((a, b) => b.shownAt.localeCompare(a.shownAt)),
    colorways: colorwaysOf(product.id),
    facts: factsOf(product.id),
    files: filesOf(product.id),
    batches: batchesOf(product.id),
    lists: listsOf(product.id),
    related: relatedOf(product.id),
    updates: updatesOf(product.id),
  }));
  const byId = new Map(products.map((product) => [product.id, product]));
  return { products, productById: (id) => byId.get(id) ?? null };
});
