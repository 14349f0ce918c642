/** Prices in it are those of the build; the shop decides. */
import type { CartLine } from './cart-line.ts';
import type { BatchStage } from '#features/batches/model/batch-stage.ts';
import { dayWords } from '#shared/day-words.ts';
import { etaWords, type Eta } from '#shared/eta.ts';
import type { ShownList } from '#shared/list-kind.ts';
import { tierPrice } from '#features/batches/model/tier-price.ts';

export interface GoodsPicture {
  readonly src: string;
  readonly alt: string;
  readonly optionValueId: string | null;
  readonly variantId: string | null;
  /** The part of it that a small frame shows, where that is not the middle. */
  readonly card?: string;
}

interface GoodsVariant {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  /** A page of an older build says nothing of them. */
  readonly flaws?: string;
  /** Of B-stock: whose pictures show it. */
  readonly likeId?: string;
  readonly priceMinor: number;
  readonly currency: string;
  readonly availability: string;
  readonly shipsOn: string | null;
  readonly maxPerCustomer: number | null;
  /** Made in the colours of a design: without one there is nothing to make. */
  readonly isDesigned: boolean;
  /** The kit without which the others of its product are parts of nothing. */
  readonly isRequired: boolean;
}

interface GoodsOption {
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly values: readonly {
    readonly id: string;
    readonly code: string;
    readonly title: string;
    readonly priceDeltaMinor: number;
  }[];
}

export interface Goods {
  readonly productId: string;
  readonly title: string;
  readonly kind: string;
  readonly handlingDays: number;
  readonly maxPerCustomer: number | null;
  readonly isArchived: boolean;
  readonly variants: readonly GoodsVariant[];
  readonly options: readonly GoodsOption[];
  readonly images: readonly GoodsPicture[];
  /** Of a sculpt: which edition is which variant. */
  readonly editions: readonly { readonly code: string; readonly variantId: string | null }[];
  readonly list: ShownList | null;
  readonly batch: {
    readonly id: string;
    readonly title: string;
    readonly stage: BatchStage;
    readonly opensAt: string | null;
    readonly closesAt: string | null;
    readonly eta: Eta | null;
    readonly cancelUntil: string | null;
    readonly kits: readonly {
      readonly variantId: string;
      readonly orderedCount: number;
      readonly tiers: readonly { readonly fromCount: number; readonly priceMinor: number }[];
    }[];
  } | null;
}

type Raw = Readonly<Record<string, unknown>>;

function asRaw(value: unknown): Raw {
  return typeof value === 'object' && value !== null ? (value as Raw) : {};
}

/** As its page publishes it: the batch is still to be picked. */
type Published = Omit<Goods, 'productId' | 'batch' | 'isArchived' | 'list' | 'editions'> & {
  readonly id: string;
  readonly status?: string;
  readonly batches: readonly NonNullable<Goods['batch']>[];
  readonly lists?: readonly NonNullable<Goods['list']>[];
  readonly colorways?: Goods['editions'];
};

/** The payload is written by the same build as this code; what it holds besides is not looked at. */
function readPublished(value: unknown): Published | null {
  const raw = asRaw(value);
  const lists = ['variants', 'options', 'images', 'batches'];
  if (!lists.every((key) => Array.isArray(raw[key]))) return null;
  return value as Published;
}

/** The goods at an address of the shop, in the payload of its page; null where it is another page. */
export function parseGoods(payload: unknown, path: string): Goods | null {
  const data = asRaw(asRaw(payload)['data']);
  const [, place] = path.split('#');
  const sculpts = Array.isArray(data['sculpts']) ? data['sculpts'] : [];
  const sculpt: unknown = sculpts.find((each) => asRaw(each)['url'] === place);
  const product = readPublished(data['product'] ?? sculpt);
  if (product === null) return null;
  const batch = product.batches.find(({ stage }) => stage !== 'archived') ?? null;
  const list = product.lists?.find(({ status }) => status !== 'finished') ?? null;
  const isArchived = product.status === 'archived';
  const editions = product.colorways ?? [];
  const images = product.images.map((image) => ({ ...image, src: image.card ?? image.src }));
  return { ...product, images, productId: product.id, batch, list, isArchived, editions };
}

const folders: Readonly<Record<string, string>> = {
  keyboard: '/keyboards/',
  product: '/products/',
  artisan: '/products/artisans#',
};

/** Where goods have their page, or null for a kind that has none. */
export function goodsPath(kind: string, url: string): string | null {
  const folder = folders[kind];
  return folder === undefined || url === '' ? null : `${folder}${url}`;
}

export interface LineFacts {
  readonly title: string;
  readonly variantTitle: string;
  /** What is told of it before it is bought; empty for first quality. */
  readonly flaws: string;
  /** "Case colour: Moss", in the order of the page. */
  readonly choices: readonly string[];
  readonly picture: GoodsPicture | null;
  /** Of one piece, as the page was built; the quote decides. */
  readonly priceMinor: number;
  readonly currency: string;
  readonly ships: string;
  /** Whether it is made to a design and comes without one. */
  readonly lacksDesign: boolean;
}

function shipsWords({ batch, handlingDays }: Goods, variant: GoodsVariant): string {
  if (variant.availability === 'group_buy' && batch?.eta) {
    return `Ships with “${batch.title}”, planned for ${etaWords(batch.eta)}`;
  }
  if (variant.shipsOn !== null) return `Ships from ${dayWords(variant.shipsOn)}`;
  return `Ships within ${handlingDays} working days`;
}

/** The page's price of one piece, with the tier that the group buy has reached. */
function priceOf({ batch }: Goods, variant: GoodsVariant): number {
  const kit = batch?.kits.find(({ variantId }) => variantId === variant.id);
  if (variant.availability !== 'group_buy' || kit === undefined) return variant.priceMinor;
  return tierPrice(kit.tiers, kit.orderedCount, variant.priceMinor);
}

/** Of a part that has no picture of its own there is none: the whole thing would show more than is sold. */
function pictureFor(
  { variants, images }: Goods,
  variant: GoodsVariant,
  valueIds: readonly string[],
): GoodsPicture | null {
  const own = images.find(
    ({ variantId, optionValueId }) =>
      variantId === variant.id ||
      (variantId !== null && variantId === variant.likeId) ||
      (optionValueId !== null && valueIds.includes(optionValueId)),
  );
  const isPart = !variant.isRequired && variants.some(({ isRequired }) => isRequired);
  return own ?? (isPart ? null : (images[0] ?? null));
}

/** What a page knows of a line, or null where the page no longer has it. */
export function lineFacts(line: CartLine, goods: Goods): LineFacts | null {
  const variant = goods.variants.find(({ id }) => id === line.variant_id);
  if (variant === undefined) return null;
  const chosen = goods.options.flatMap((option) => {
    const value = option.values.find(({ id }) => id === line.options[option.id]);
    return value === undefined ? [] : [{ ...value, question: option.title }];
  });
  const delta = chosen.reduce((sum, { priceDeltaMinor }) => sum + priceDeltaMinor, 0);
  return {
    title: goods.title,
    variantTitle: variant.title,
    flaws: variant.flaws ?? '',
    choices: chosen.map(({ question, title }) => `${question}: ${title}`),
    picture: pictureFor(
      goods,
      variant,
      chosen.map(({ id }) => id),
    ),
    priceMinor: priceOf(goods, variant) + delta,
    currency: variant.currency,
    ships: shipsWords(goods, variant),
    lacksDesign: variant.isDesigned && line.design_id === null,
  };
}
