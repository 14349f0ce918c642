import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Given, Row, ValuesOf } from '#shared/backend/given.ts';
import { textToMinor } from '#desk-kit/model/field-text.ts';
import { decimalMoney } from '#shared/money.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { batchStages } from './batch-road.ts';
import { stageAt, stageName, type BatchStage, type BatchWindow } from './batch-stage.ts';

/** For filters and fields. */
export const stageChoices = batchStages.map((value) => ({ value, label: stageName(value) }));

/** What the desk reads of batches: with their kits, and those with their prices. */
export const batchColumns =
  '*,kits:batch_kits(*,variant:variants(sku,title,price_minor,currency),tiers:batch_price_tiers(from_count,price_minor))';
export type BatchRow = DeskRow<ValuesOf<'batches', typeof batchColumns>>;

export type WindowRow = DeskRow<Pick<Row<'batches'>, 'stage' | 'opens_at' | 'closes_at'>>;

export const windowOf = ({ values }: WindowRow): BatchWindow => ({
  stage: values.stage,
  opensAt: values.opens_at,
  closesAt: values.closes_at,
});

/** What the clock makes of a batch now. */
export const stageOf = (batch: WindowRow, now: number): BatchStage => stageAt(windowOf(batch), now);

type ReadTier = Pick<Row<'batch_price_tiers'>, 'from_count' | 'price_minor'>;

/** Paid orders alone decide; `waiting_count` is of those that wait for their payment. */
export interface BatchKit extends Omit<
  Row<'batch_kits'>,
  'batch_id' | 'position' | 'settled_count'
> {
  readonly variant: Pick<Row<'variants'>, 'title' | 'price_minor' | 'currency'>;
  readonly tiers: readonly ReadTier[];
}

/** What an editor decides of a kit; all of it is written at once. */
export type KitTerms = Pick<BatchKit, 'moq' | 'capacity' | 'tiers'>;

/** Of a batch that was read with its kits. */
export interface WithKits {
  readonly kits: readonly BatchKit[];
}

const inOrder = (tiers: readonly ReadTier[]) =>
  tiers.toSorted((one, other) => one.from_count - other.from_count);

export const kitsOf = ({ values }: DeskRow<WithKits>): readonly BatchKit[] =>
  values.kits
    .map((kit) => ({ ...kit, tiers: inOrder(kit.tiers) }))
    .toSorted((one, other) => one.variant.title.localeCompare(other.variant.title, 'en'));

/** @example countWords({ ordered: 187, waiting: 12 }, 100) // '187 of 100 paid, 12 waiting for payment' */
export function countWords(
  { ordered, waiting }: { readonly ordered: number; readonly waiting: number },
  moq: number,
): string {
  const paid = `${ordered} of ${moq} paid`;
  return waiting === 0 ? paid : `${paid}, ${waiting} waiting for payment`;
}

/** One price as it is typed. */
export interface TypedTier {
  readonly count: string;
  readonly price: string;
}

export const tiersToRows = (tiers: readonly ReadTier[], currency: string): readonly TypedTier[] =>
  tiers.map((tier) => ({
    count: String(tier.from_count),
    price: decimalMoney(tier.price_minor, currency),
  }));

/** A row without anything in it says nothing. */
export function rowsToTiers(rows: readonly TypedTier[]): Result<readonly ReadTier[], string> {
  const tiers: ReadTier[] = [];
  for (const { count, price } of rows) {
    if (count.trim() === '' && price.trim() === '') continue;
    const minor = textToMinor(price.trim());
    if (!/^[1-9]\d{0,5}$/.test(count.trim()) || !minor.ok || minor.value < 0) {
      return fail('Each price has a whole number of units and an amount such as 279.00.');
    }
    const fromCount = Number(count);
    if (tiers.some((tier) => tier.from_count === fromCount)) {
      return fail(`There are two prices for ${fromCount} or more. Remove one.`);
    }
    tiers.push({ from_count: fromCount, price_minor: minor.value });
  }
  return succeed(inOrder(tiers));
}

/** What closing a batch did, or would do. */
export type SettledBatch = Given<'close_batch'>;
export type SettledKit = SettledBatch['kits'][number];
/** `buyers` counts each address once. */
export type Audience = Given<'send_update'>;

export interface GroupBuyPlan {
  readonly listId: string;
  readonly batchId: string;
  readonly opensAt: string;
  readonly closesAt: string;
  /** A day, or null where the batch keeps what it says. */
  readonly eta: string | null;
  readonly kits: readonly { readonly variantId: string; readonly moq: number }[];
}

export interface Extra {
  readonly variantId: string;
  readonly count: number;
  readonly priceMinor: number;
}

/** @example updateUrl('KITE-R2', 'Cases are milled!') // 'kite-r2-cases-are-milled' */
export function updateUrl(code: string, title: string): string {
  const words = `${code} ${title}`
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/g, '');
  return words
    .trim()
    .replaceAll(/[\s-]+/g, '-')
    .slice(0, 80)
    .replace(/-$/, '');
}
