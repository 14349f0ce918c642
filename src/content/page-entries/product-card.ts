/**
 * Invariant: a card carries the dates that its badge depends on, so that the browser can tell open
 * from closed by itself.
 */
import { currentBatch } from '#features/batches/model/batch-stage.ts';
import type { WholeProduct } from '../catalogue.ts';
import type { WholeBatch } from '../production.ts';
import { priceInBatch } from '#features/batches/model/tier-price.ts';
import { bStockOf, foremost, isBStock } from '#features/catalogue/model/b-stock.ts';
import type { ShelfFacts } from '#features/catalogue/model/shelf.ts';
import { cardFrame } from '#features/catalogue/model/focus.ts';
import { cutOf, pictureOf, type Picture } from '../pictures/picture-of.ts';

export interface ProductCard {
  readonly id: string;
  readonly kind: WholeProduct['kind'];
  readonly category: string;
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly makerName: string | null;
  readonly publishAt: string | null;
  readonly isArchived: boolean;
  readonly priceFromMinor: number | null;
  readonly currency: string;
  /** Of the cheapest with flaws, beside first quality or alone. */
  readonly bStock: { readonly priceMinor: number; readonly isAlone: boolean } | null;
  /** Kinds of availability among its variants. */
  readonly availabilities: readonly string[];
  readonly batch: Pick<WholeBatch, 'stage' | 'opensAt' | 'closesAt' | 'eta' | 'title'> | null;
  readonly list: ShelfFacts['list'];
  readonly facts: readonly {
    readonly code: string;
    readonly label: string;
    readonly value: string;
  }[];
  readonly image: Picture | null;
  /** Where another picture of the same choice lies, no wider than a card. */
  readonly second: string | null;
}

/** The price of the cheapest variant that one must have, without options, at the tier reached. */
function priceFrom({ variants, batches }: WholeProduct): number | null {
  const kits = currentBatch(batches)?.kits ?? [];
  const shown = foremost(variants);
  const needed = shown.filter((variant) => variant.isRequired);
  const prices = (needed.length > 0 ? needed : shown).map((variant) => priceInBatch(variant, kits));
  return prices.length === 0 ? null : Math.min(...prices);
}

function bStock({ variants, status }: WholeProduct): ProductCard['bStock'] {
  const found = status === 'archived' ? [] : bStockOf(variants);
  if (found.length === 0) return null;
  const priceMinor = Math.min(...found.map((variant) => variant.priceMinor));
  return { priceMinor, isAlone: foremost(variants).every(isBStock) };
}

function runningBatch({ batches }: WholeProduct): ProductCard['batch'] {
  const batch = currentBatch(batches) ?? batches[0];
  if (batch === undefined) return null;
  const { stage, opensAt, closesAt, eta, title } = batch;
  return { stage, opensAt, closesAt, eta, title };
}

function runningList({ lists }: WholeProduct): ProductCard['list'] {
  const list = lists.find((each) => each.status !== 'finished') ?? lists[0];
  if (list === undefined) return null;
  const { isDrawn, isVote, status, opensAt, closesAt } = list;
  return { isDrawn, isVote, status, opensAt, closesAt };
}

/** Where a product stands follows from these. */
export function shelfFactsOf(product: WholeProduct) {
  return {
    isArchived: product.status === 'archived',
    availabilities: [...new Set(foremost(product.variants).map((variant) => variant.availability))],
    batch: runningBatch(product),
    list: runningList(product),
  };
}

function secondPicture([first, ...others]: WholeProduct['images']): string | null {
  const second = others.find(
    ({ optionValueId, variantId }) =>
      optionValueId === first?.optionValueId && variantId === first.variantId,
  );
  if (first === undefined || second === undefined) return null;
  return cutOf(pictureOf(second), cardFrame(first)).src;
}

export function productCard(product: WholeProduct): ProductCard {
  const [image] = product.images;
  const { id, kind, category, path, title, summary, publishAt, facts } = product;
  return {
    id,
    kind,
    category,
    path,
    title,
    summary,
    makerName: product.maker?.name ?? null,
    publishAt,
    priceFromMinor: priceFrom(product),
    currency: product.variants[0]?.currency ?? 'EUR',
    bStock: bStock(product),
    ...shelfFactsOf(product),
    facts: facts
      .filter((fact) => fact.filterable)
      .map(({ code, label, value }) => ({ code, label, value })),
    image: image === undefined ? null : pictureOf(image),
    second: secondPicture(product.images),
  };
}
