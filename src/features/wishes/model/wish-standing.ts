/**
 * How a wish stands now and what can be done about it. Invariant: nothing is called in stock or sold out
 * that the shop has not said; until then the clock alone speaks.
 */
import type { Goods } from '#features/cart/model/goods.ts';
import type { KeptLine } from '#features/cart/model/cart-line.ts';
import { foremost } from '#features/catalogue/model/b-stock.ts';
import { saleKeys, type OtherKey } from '#features/catalogue/model/sale-keys.ts';
import { shelfState, type ShelfFacts, type ShelfState } from '#features/catalogue/model/shelf.ts';
import { stockText, stockTone, type StockWord } from '#features/catalogue/model/stock-word.ts';
import { durationWords } from '#shared/date-words.ts';
import type { Tone } from '#shared/tone.ts';
import { hasChoice, type Wish } from './wish.ts';

/** What the shop said of a variant. */
export interface Told {
  readonly variantId: string;
  readonly stock: StockWord;
  readonly canBeOrdered: boolean;
  readonly priceMinor: number;
}

export type WishStep =
  | { readonly kind: 'add'; readonly lines: readonly KeptLine[] }
  /** On its page, or in the colour picker. */
  | {
      readonly kind: 'go';
      readonly words: string;
      readonly at: 'page' | 'choose' | 'picker' | OtherKey['at'];
    }
  | { readonly kind: 'none' };

export interface WishStanding {
  readonly words: string;
  readonly tone: Tone;
  /** Why it can’t be had as it was kept; empty where it can. */
  readonly why: string;
  readonly isGone: boolean;
  readonly step: WishStep;
}

type Variant = Goods['variants'][number];

const nowhere: WishStep = { kind: 'none' };
const toPage = (words: string): WishStep => ({ kind: 'go', words, at: 'page' });

const removed: WishStanding = {
  words: 'No longer in the shop',
  tone: 'plain',
  why: 'We no longer sell it. It stays in your list until you remove it.',
  isGone: false,
  step: nowhere,
};

function shelfFacts(goods: Goods): ShelfFacts {
  const availabilities = foremost(goods.variants).map(({ availability }) => availability);
  return { isArchived: goods.isArchived, availabilities, batch: goods.batch, list: goods.list };
}

const dayMs = 86_400_000;

/** Hours count in the last two days. */
function leftWords(leftMs: number): string {
  const days = Math.floor(leftMs / dayMs);
  return days >= 2 ? `${days} days` : durationWords(leftMs);
}

/** @example windowWords(facts, state, now) // 'Group buy closes in 6 days' */
function windowWords(
  { batch, list }: ShelfFacts,
  { label, until }: ShelfState,
  now: number,
): string {
  if (until === null) return label;
  const leftMs = Date.parse(until.at) - now;
  if (leftMs <= 0) return label;
  const isRaffle = list?.isDrawn && !/drawn|finished/.test(list.status);
  const isVote = batch?.stage === 'interest_check';
  const what = isRaffle ? 'Raffle' : isVote ? 'Interest check' : 'Group buy';
  return `${what} ${until.before.toLowerCase()} ${leftWords(leftMs)}`;
}

/** The base of a kit set, or the only thing there is, where nothing was chosen. */
function chosenVariants(wish: Wish, goods: Goods): readonly Variant[] {
  if (wish.variantIds.length > 0) {
    return goods.variants.filter(({ id }) => wish.variantIds.includes(id));
  }
  return goods.variants.length === 1 ? goods.variants : [];
}

function linesOf(wish: Wish, variants: readonly Variant[]): readonly KeptLine[] {
  const hasBase = variants.some(({ isRequired }) => isRequired);
  return variants.map(({ id, isRequired }) => ({
    variant_id: id,
    quantity: 1,
    options: hasBase && !isRequired ? {} : wish.options,
    design_id: null,
    offer_id: null,
    path: wish.path,
  }));
}

/** Whether all that it was kept with is still offered. */
function isWhole(wish: Wish, goods: Goods, variants: readonly Variant[]): boolean {
  const offered = Object.entries(wish.options).every(([option, value]) =>
    goods.options.some(({ id, values }) => id === option && values.some((one) => one.id === value)),
  );
  return variants.length >= wish.variantIds.length && offered;
}

function orderStep(wish: Wish, goods: Goods, variants: readonly Variant[]): WishStep {
  if (variants.some(({ isDesigned }) => isDesigned)) {
    return { kind: 'go', words: 'Design yours', at: 'picker' };
  }
  const isChosen = hasChoice(wish) || goods.options.length === 0;
  if (variants.length > 0 && isChosen) return { kind: 'add', lines: linesOf(wish, variants) };
  return { kind: 'go', words: 'Choose options', at: 'choose' };
}

/** `told` is null while the shop has said nothing. */
export function wishStanding(
  wish: Wish,
  goods: Goods | 'missing',
  told: readonly Told[] | null,
  now: number,
): WishStanding {
  if (goods === 'missing' || wish.path === null) return removed;
  const facts = shelfFacts(goods);
  if (goods.isArchived) {
    const why = 'No longer sold. Its page stays for owners.';
    return { ...removed, words: 'Archived', why, step: toPage('See its page') };
  }
  const variants = chosenVariants(wish, goods);
  if (!isWhole(wish, goods, variants)) {
    const why = 'What you chose is no longer offered.';
    const step = { kind: 'go', words: 'Choose again', at: 'choose' } as const;
    return { words: 'Choice has changed', tone: 'waiting', why, isGone: false, step };
  }
  const state = shelfState(facts, now);
  const about = (variants.length > 0 ? variants : foremost(goods.variants)).flatMap(
    ({ id }) => told?.find(({ variantId }) => variantId === id) ?? [],
  );
  const isAll = variants.length > 0;
  const canBeOrdered =
    about.length > 0 &&
    (isAll ? about.every((one) => one.canBeOrdered) : about.some((one) => one.canBeOrdered));
  const gone = about.filter((one) => one.stock === 'sold_out' && !one.canBeOrdered);
  const isGone = !canBeOrdered && gone.length > 0;
  const keys = saleKeys(
    facts,
    variants.some(({ isDesigned }) => isDesigned),
    now,
  );
  if (isGone) {
    const { words, at } = keys?.gone ?? { words: 'See its page', at: 'choose' as const };
    return { words: 'Sold out', tone: 'plain', why: '', isGone, step: { kind: 'go', words, at } };
  }
  const step = canBeOrdered
    ? orderStep(wish, goods, variants)
    : keys === null || told === null
      ? toPage('See its page')
      : ({ kind: 'go', words: keys.no.words, at: keys.no.at } as const);
  if (canBeOrdered && wish.wasGone) {
    return { words: 'Back in stock', tone: 'good', why: '', isGone, step };
  }
  const isByClock = state.until !== null || about.length === 0 || state.shelf !== 'stock';
  const [first] = about;
  if (isByClock || first === undefined) {
    return { words: windowWords(facts, state, now), tone: state.tone, why: '', isGone, step };
  }
  const { stock } = about.find((one) => one.canBeOrdered) ?? first;
  return { words: stockText(stock), tone: stockTone(stock), why: '', isGone, step };
}

export interface WishPrice {
  readonly minor: number;
  readonly currency: string;
  /** The least that it may come to: what it will be is not chosen yet. */
  readonly isFrom: boolean;
}

/** Null for what has no price any more. */
export function wishPrice(
  wish: Wish,
  goods: Goods | 'missing',
  told: readonly Told[] | null,
): WishPrice | null {
  if (goods === 'missing' || goods.isArchived) return null;
  const priceOf = ({ id, priceMinor }: Variant) =>
    told?.find(({ variantId }) => variantId === id)?.priceMinor ?? priceMinor;
  const variants = chosenVariants(wish, goods);
  const currency = goods.variants[0]?.currency ?? 'EUR';
  if (variants.length === 0) {
    if (goods.variants.length === 0) return null;
    const isFrom = goods.variants.length > 1 || goods.options.length > 0;
    const shown = foremost(goods.variants);
    const needed = shown.filter(({ isRequired }) => isRequired);
    const least = Math.min(...(needed.length > 0 ? needed : shown).map(priceOf));
    return { minor: least, currency, isFrom };
  }
  const deltas = goods.options.flatMap(({ id, values }) =>
    values.filter((value) => value.id === wish.options[id]),
  );
  const parts = [...variants.map(priceOf), ...deltas.map(({ priceDeltaMinor }) => priceDeltaMinor)];
  const isFrom = !hasChoice(wish) && goods.options.length > 0;
  return { minor: parts.reduce((sum, part) => sum + part, 0), currency, isFrom };
}

export interface WishWords {
  readonly title: string;
  /** What was chosen, in the order of the page; empty where nothing was. */
  readonly choices: readonly string[];
  readonly picture: Goods['images'][number] | null;
}

export function wishWords(wish: Wish, goods: Goods | 'missing' | undefined): WishWords {
  if (goods === 'missing' || goods === undefined)
    return { title: wish.title, choices: [], picture: null };
  const variants = goods.variants.filter(({ id }) => wish.variantIds.includes(id));
  const values = goods.options.flatMap((option) =>
    option.values
      .filter(({ id }) => id === wish.options[option.id])
      .map(({ id, title }) => ({ id, words: `${option.title}: ${title}` })),
  );
  const isOne = goods.variants.length === 1;
  const picture = goods.images.find(
    ({ variantId, optionValueId }) =>
      (variantId !== null && wish.variantIds.includes(variantId)) ||
      values.some(({ id }) => id === optionValueId),
  );
  return {
    title: goods.title,
    choices: [
      ...(isOne ? [] : variants.map(({ title }) => title)),
      ...values.map(({ words }) => words),
    ],
    picture: picture ?? goods.images[0] ?? null,
  };
}
