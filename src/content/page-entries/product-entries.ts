/**
 * Invariant: an archived product keeps its page; a sculpt has its place on the artisans page instead
 * of one of its own.
 */
import { currentBatch } from '#features/batches/model/batch-stage.ts';
import { categoryLink } from '../category-links.ts';
import { readCatalogue, type WholeProduct } from '../catalogue.ts';
import { publishedLegal } from '../legal-links.ts';
import { readSetting } from '../markdown.ts';
import { categoryEntries } from './category-entries.ts';
import { readPartnerSales, type PartnerSale } from '../shipping.ts';
import { oncePerBuild, type RowOf } from '../rows.ts';
import { routes } from '#routes.ts';
import type { Crumb, KeptEntry } from '../page-entry.ts';
import { largeLink } from '../pictures/large-picture.ts';
import { soundOf, type Sound } from '../sound-of.ts';
import {
  cutOf,
  photoOf,
  pictureOf,
  shareImageOf,
  type CustomerPhoto,
  type Picture,
} from '../pictures/picture-of.ts';

export interface ShownProduct extends Omit<
  WholeProduct,
  'body' | 'safetyWarnings' | 'images' | 'sounds' | 'photos' | 'related' | 'facts'
> {
  readonly daysToReturn: number;
  /** With the page where goods of the same kind are narrowed by it. */
  readonly facts: readonly (WholeProduct['facts'][number] & { readonly shelf: string | null })[];
  /** Of the batch that is sold or made now. */
  readonly partnerSales: readonly PartnerSale[];
  readonly images: readonly (Picture & {
    /** Of the payload, which makes the build draw it: the page derives it. */
    readonly large: string | null;
    /** What a card shows of it, where that is not its middle: for carts, wishes and orders. */
    readonly card?: string;
  })[];
  /** Left out of a payload that has none. */
  readonly sounds?: readonly Sound[];
  /** By people who own it; as sounds. */
  readonly photos?: readonly (CustomerPhoto & { readonly large: string | null })[];
  readonly related: readonly (WholeProduct['related'][number] & {
    readonly image: Picture | null;
  })[];
}

export interface ProductData {
  readonly product: ShownProduct;
}

async function linkedFacts({ category, facts }: WholeProduct): Promise<ShownProduct['facts']> {
  const { path } = categoryLink(category);
  const shelf = (await categoryEntries()).find((entry) => entry.path === path);
  const offers = ({ code, value }: WholeProduct['facts'][number]) =>
    shelf?.data.facets.some(
      (facet) => facet.code === code && facet.values.some((each) => each.value === value),
    );
  return facts.map((fact) => ({
    ...fact,
    shelf: offers(fact) ? `${path}?${new URLSearchParams({ [fact.code]: fact.value })}` : null,
  }));
}

/** The newest: a page is no longer for each that is sent. */
const mostShown = 8;

function shownPhoto(row: RowOf<'shownPhotos'>) {
  const photo = photoOf(row);
  return { ...photo, large: largeLink(photo.sources[0]?.srcset ?? '') };
}

export async function shownProduct(product: WholeProduct): Promise<ShownProduct> {
  const { productById } = await readCatalogue();
  const { body: _, safetyWarnings: _warnings, sounds, photos, ...rest } = product;
  const batch = currentBatch(product.batches);
  const firstImage = (id: string): Picture | null => {
    const image = productById(id)?.images[0];
    return image === undefined ? null : pictureOf(image);
  };
  return {
    ...rest,
    facts: await linkedFacts(product),
    daysToReturn: await readSetting('days_to_return'),
    partnerSales: batch ? (await readPartnerSales())(batch.id) : [],
    images: product.images.map((image) => {
      const picture = pictureOf(image);
      const { src } = cutOf(picture, 'card');
      return {
        ...picture,
        large: largeLink(picture.sources[0]?.srcset ?? ''),
        ...(src === picture.src ? {} : { card: src }),
      };
    }),
    ...(sounds.length === 0 ? {} : { sounds: sounds.map(soundOf) }),
    ...(photos.length === 0 ? {} : { photos: photos.slice(0, mostShown).map(shownPhoto) }),
    related: product.related.map((related) => ({
      ...related,
      image: firstImage(related.productId),
    })),
  };
}

function crumbOf({ category }: WholeProduct): Crumb {
  const { label, path } = categoryLink(category);
  return { label, path };
}

async function productEntry(product: WholeProduct): Promise<KeptEntry<ProductData>> {
  return {
    path: product.path,
    kind: product.kind === 'keyboard' ? 'keyboard' : 'product',
    title: product.title,
    ...(product.seoTitle === '' ? {} : { headTitle: product.seoTitle }),
    description: product.seoDescription || product.summary,
    crumbs: [{ label: 'Home', path: routes.home }, crumbOf(product)],
    shareImage: shareImageOf(product.images[0]),
    isPublic: true,
    legal: await publishedLegal(),
    data: { product: await shownProduct(product) },
  };
}

async function entriesOf(kind: WholeProduct['kind']): Promise<KeptEntry<ProductData>[]> {
  const { products } = await readCatalogue();
  return Promise.all(products.filter((product) => product.kind === kind).map(productEntry));
}

export const keyboardEntries = oncePerBuild(() => entriesOf('keyboard'));
export const goodsEntries = oncePerBuild(() => entriesOf('product'));
