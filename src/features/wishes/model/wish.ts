/**
 * What is kept for later. Invariant: nothing is in a list twice: one product in one choice once, and without
 * a choice only as long as no choice of it is kept. `save_wishes` decides the same by the same cases.
 */
import { fieldsOf, listOf, textOf, textOrNull, type Fields } from '#shared/parsed-fields.ts';

export interface WishChoice {
  readonly variantIds: readonly string[];
  /** Option id to value id. */
  readonly options: Readonly<Record<string, string>>;
}

export interface Wish extends WishChoice {
  /** Of the row, for what has no other name: a product that the shop has removed. */
  readonly id: string | null;
  readonly productId: string | null;
  /** Where the product is shown; null once it is not. */
  readonly path: string | null;
  readonly title: string;
  readonly note: string;
  /** Whether it was seen sold out since it was kept. */
  readonly wasGone: boolean;
  readonly keptAt: string;
}

/** One thing done to a list. `note` and `wasGone` of null leave what is there. */
export interface WishChange extends WishChoice {
  /** Of the change itself, by which a browser knows what it has handed in. */
  readonly changeId: string;
  readonly isKept: boolean;
  readonly wishId: string | null;
  readonly productId: string | null;
  readonly path: string | null;
  readonly title: string;
  readonly note: string | null;
  readonly wasGone: boolean | null;
  readonly keptAt: string;
}

export const mostWishes = 500;
export const longestNote = 500;

export const noChoice: WishChoice = { variantIds: [], options: {} };

export function hasChoice({ variantIds, options }: WishChoice): boolean {
  return variantIds.length > 0 || Object.keys(options).length > 0;
}

/** Two wishes of one key are one. */
export function wishKey(wish: WishChoice & Pick<Wish, 'id' | 'productId'>): string {
  if (wish.productId === null) return wish.id ?? '';
  const options = Object.entries(wish.options)
    .map((pair) => pair.join('='))
    .toSorted();
  return [wish.productId, ...wish.variantIds.toSorted(), '', ...options].join(' ');
}

const keyOfChange = (change: WishChange) => wishKey({ ...change, id: change.wishId });

function changedBy(wish: Wish, change: WishChange): Wish {
  const { variantIds, options, path } = change;
  const note = change.note ?? wish.note;
  const wasGone = change.wasGone ?? wish.wasGone;
  return { ...wish, variantIds, options, note, wasGone, path: wish.path ?? path };
}

function wishOf(change: WishChange): Wish {
  const { wishId, productId, path, title, variantIds, options, note, wasGone, keptAt } = change;
  const told = { id: wishId, productId, path, title, variantIds, options, keptAt };
  return { ...told, note: note ?? '', wasGone: wasGone ?? false };
}

/** Newest first, as it is shown. */
const inOrder = (wishes: readonly Wish[]) =>
  wishes.toSorted((a, b) => Date.parse(b.keptAt) - Date.parse(a.keptAt));

export function applyChange(wishes: readonly Wish[], change: WishChange): readonly Wish[] {
  const key = keyOfChange(change);
  if (!change.isKept) return wishes.filter((wish) => wishKey(wish) !== key);
  const swap = (at: Wish, by: WishChange) =>
    wishes.map((wish) => (wish === at ? changedBy(wish, by) : wish));
  const same = wishes.find((wish) => wishKey(wish) === key);
  if (same !== undefined) return swap(same, change);
  const ofProduct = wishes.filter(({ productId }) => productId === change.productId);
  if (!hasChoice(change)) {
    return ofProduct.length > 0 ? wishes : inOrder([wishOf(change), ...wishes]);
  }
  const bare = ofProduct.find((wish) => !hasChoice(wish));
  if (bare === undefined) return inOrder([wishOf(change), ...wishes]);
  // An empty note of the new one is none.
  return swap(bare, { ...change, note: change.note === '' ? null : change.note });
}

export function applyChanges(
  wishes: readonly Wish[],
  changes: readonly WishChange[],
): readonly Wish[] {
  return changes.reduce(applyChange, wishes);
}

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const pathPattern = /^\/[a-z0-9_#-][a-z0-9/_#-]{0,199}$/i;

function idOrNull(value: unknown): string | null {
  const text = textOf(value).toLowerCase();
  return idPattern.test(text) ? text : null;
}

function parseChoice(variantIds: unknown, options: unknown): WishChoice {
  const ids = Array.isArray(variantIds) ? variantIds : [];
  const pairs = Object.entries(fieldsOf(options) ?? {}).flatMap(([option, value]) => {
    const [optionId, valueId] = [idOrNull(option), idOrNull(value)];
    return optionId === null || valueId === null ? [] : [[optionId, valueId] as const];
  });
  return {
    variantIds: [...new Set(ids.flatMap((id) => idOrNull(id) ?? []))].toSorted().slice(0, 20),
    options: Object.fromEntries(pairs.slice(0, 20).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

export const pathOrNull = (value: unknown): string | null =>
  pathPattern.test(textOf(value)) ? textOf(value) : null;

/** As this browser stores it; null where not even the thing itself can be made out. */
export function parseWish(raw: Fields): Wish | null {
  const [id, productId] = [idOrNull(raw['id']), idOrNull(raw['productId'])];
  if (id === null && productId === null) return null;
  const keptAt = textOf(raw['keptAt']);
  return {
    id,
    productId,
    path: pathOrNull(raw['path']),
    title: textOf(raw['title']).slice(0, 200),
    ...parseChoice(raw['variantIds'], raw['options']),
    note: textOf(raw['note']).slice(0, longestNote),
    wasGone: raw['wasGone'] === true,
    keptAt: Number.isNaN(Date.parse(keptAt)) ? new Date(0).toISOString() : keptAt,
  };
}

export function parseChange(raw: Fields): WishChange | null {
  const wish = parseWish({ ...raw, id: raw['wishId'] });
  const changeId = textOf(raw['changeId']);
  if (wish === null || changeId === '') return null;
  const { id: wishId, note, wasGone, ...rest } = wish;
  return {
    ...rest,
    wishId,
    changeId,
    isKept: raw['isKept'] === true,
    note: textOrNull(raw['note']) === null ? null : note,
    wasGone: typeof raw['wasGone'] === 'boolean' ? wasGone : null,
  };
}

export const parseWishes = (value: unknown): readonly Wish[] => listOf(value, parseWish);
