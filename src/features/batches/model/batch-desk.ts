import { isRecord, textOf, valueAt, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { parseEta, type Eta } from '#shared/eta.ts';
import type { Given } from '#shared/backend/given.ts';
import { textToMinor } from '#desk-kit/model/field-text.ts';
import { decimalMoney } from '#shared/money.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { batchStages } from './batch-road.ts';
import {
  isBatchStage,
  stageAt,
  stageName,
  type BatchStage,
  type BatchWindow,
} from './batch-stage.ts';

/** For filters and fields. */
export const stageChoices = batchStages.map((value) => ({ value, label: stageName(value) }));

/** How far staff said a batch is. */
export function stageSaid(batch: DeskRow): BatchStage {
  const stage = textOf(batch, 'stage');
  return isBatchStage(stage) ? stage : 'draft';
}

export const windowOf = (batch: DeskRow): BatchWindow => ({
  stage: stageSaid(batch),
  opensAt: textOf(batch, 'opens_at') || null,
  closesAt: textOf(batch, 'closes_at') || null,
});

/** What the clock makes of a batch now. */
export const stageOf = (batch: DeskRow, now: number): BatchStage => stageAt(windowOf(batch), now);

/** When a batch is expected to leave, as its row says. */
export const etaOf = (batch: DeskRow): Eta | null =>
  parseEta(valueAt(batch, 'eta'), valueAt(batch, 'eta_precision'));

export interface PriceTier {
  readonly fromCount: number;
  readonly priceMinor: number;
}

export interface BatchKit {
  readonly id: string;
  readonly variantId: string;
  readonly title: string;
  readonly moq: number;
  readonly capacity: number | null;
  /** By orders that are paid: these alone decide. */
  readonly ordered: number;
  /** By orders that wait for their payment. */
  readonly waiting: number;
  readonly isDropped: boolean;
  readonly priceMinor: number;
  readonly currency: string;
  readonly tiers: readonly PriceTier[];
}

/** What an editor decides of a kit; all of it is written at once. */
export type KitTerms = Pick<BatchKit, 'moq' | 'capacity' | 'tiers'>;

/** What the desk reads of batches: with their kits, and those with their prices. */
export const batchColumns =
  '*,kits:batch_kits(*,variant:variants(sku,title,price_minor,currency),tiers:batch_price_tiers(from_count,price_minor))';

export function kitsOf(batch: DeskRow): readonly BatchKit[] {
  const kits = valueAt(batch, 'kits');
  if (!Array.isArray(kits)) return [];
  return kits.flatMap((kit) => parseKit(kit) ?? []).toSorted(byTitle);
}

const byTitle = (one: BatchKit, other: BatchKit) => one.title.localeCompare(other.title, 'en');

function parseKit(raw: unknown): BatchKit | null {
  if (!isRecord(raw) || !isRecord(raw['variant'])) return null;
  const { id, variant_id: variantId, moq, capacity, ordered_count: ordered } = raw;
  const { waiting_count: waiting } = raw;
  const { title, price_minor: priceMinor, currency } = raw['variant'];
  if (typeof id !== 'string' || typeof variantId !== 'string' || typeof moq !== 'number')
    return null;
  if (typeof title !== 'string' || typeof priceMinor !== 'number' || typeof ordered !== 'number')
    return null;
  return {
    id,
    variantId,
    title,
    moq,
    capacity: typeof capacity === 'number' ? capacity : null,
    ordered,
    waiting: typeof waiting === 'number' ? waiting : 0,
    isDropped: raw['dropped_at'] !== null,
    priceMinor,
    currency: typeof currency === 'string' ? currency : 'EUR',
    tiers: parseTiers(raw['tiers']),
  };
}

function parseTiers(raw: unknown): readonly PriceTier[] {
  if (!Array.isArray(raw)) return [];
  return raw
    .flatMap((tier) => {
      if (!isRecord(tier)) return [];
      const { from_count: fromCount, price_minor: priceMinor } = tier;
      if (typeof fromCount !== 'number' || typeof priceMinor !== 'number') return [];
      return [{ fromCount, priceMinor }];
    })
    .toSorted((one, other) => one.fromCount - other.fromCount);
}

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

export const tiersToRows = (tiers: readonly PriceTier[], currency: string): readonly TypedTier[] =>
  tiers.map(({ fromCount, priceMinor }) => ({
    count: String(fromCount),
    price: decimalMoney(priceMinor, currency),
  }));

/** A row without anything in it says nothing. */
export function rowsToTiers(rows: readonly TypedTier[]): Result<readonly PriceTier[], string> {
  const tiers: PriceTier[] = [];
  for (const { count, price } of rows) {
    if (count.trim() === '' && price.trim() === '') continue;
    const minor = textToMinor(price.trim());
    if (!/^[1-9]\d{0,5}$/.test(count.trim()) || !minor.ok || minor.value < 0) {
      return fail('Each price has a whole number of units and an amount such as 279.00.');
    }
    const fromCount = Number(count);
    if (tiers.some((tier) => tier.fromCount === fromCount)) {
      return fail(`There are two prices for ${fromCount} or more. Remove one.`);
    }
    tiers.push({ fromCount, priceMinor: minor.value });
  }
  return succeed(tiers.toSorted((one, other) => one.fromCount - other.fromCount));
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
