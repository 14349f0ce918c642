/**
 * Whether anybody could buy the variants of a product as an editor holds it, and if not, why. The rules
 * are those of the view `availability`, which knows only what is saved.
 */
import {
  kitsOf,
  windowOf,
  type WindowRow,
  type WithKits,
} from '#features/batches/model/batch-desk.ts';
import { isBatchStage, stageAt } from '#features/batches/model/batch-stage.ts';
import { momentWords } from '#shared/date-words.ts';
import { isTrue, numberOf, textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import type { PartDraft, ProductForm } from './product-form.ts';
import type { ProductProblem } from './product-problems.ts';
import { countOfPool, freeOf } from '#features/stock/model/stock-count.ts';

type SoldBatch = WindowRow & DeskRow<Pick<Row<'batches'>, 'code' | 'number'> & WithKits>;

/** What decides beside the form: stock, batches and lists are saved by themselves. */
export interface SaleSurroundings {
  readonly pools: readonly DeskRow<Pick<Row<'stock_pools'>, 'on_hand' | 'allocated'>>[];
  readonly batches: readonly SoldBatch[];
  /** Null where they could not be read. */
  readonly listed: ReadonlySet<string> | null;
  readonly now: number;
}

/**
 * One for each variant that nobody can buy. What is archived beside something that can be bought is no
 * problem: it was taken from sale on purpose.
 */
export function saleProblems(
  form: ProductForm,
  around: SaleSurroundings,
): readonly ProductProblem[] {
  if (textOf(form.product, 'status') === 'archived') return [];
  const found = form.variants.map((variant) => ({
    variant,
    obstacle: saleObstacle(variant, form, around),
  }));
  const isSold = found.some(({ obstacle }) => obstacle === null);
  return found.flatMap(({ variant, obstacle }): readonly ProductProblem[] => {
    if (obstacle === null || (isSold && isArchived(variant))) return [];
    const named = textOf(variant, 'sku') || 'A variant';
    const message = `${named}: nobody can buy it, because ${obstacle}.`;
    return [{ field: `variants ${variant.id}`, message, weight: 'sale' }];
  });
}

const isArchived = (variant: PartDraft<'variants'>) =>
  textOf(variant, 'availability') === 'archived';

function saleObstacle(
  variant: PartDraft<'variants'>,
  form: ProductForm,
  around: SaleSurroundings,
): string | null {
  if (numberOf(variant, 'price_minor') === null) return 'it has no price';
  switch (textOf(variant, 'availability')) {
    case 'in_stock':
      return stockObstacle(variant, form, around);
    case 'preorder':
      if (textOf(variant, 'ships_on') === '') return 'its ship date is missing';
      return textOf(variant, 'stock_pool_id') === '' ? null : stockObstacle(variant, form, around);
    case 'group_buy':
      return batchObstacle(variant, around);
    case 'list':
      if (around.listed === null || around.listed.has(variant.id)) return null;
      return 'no open raffle or list includes it. Start one under Lists';
    default:
      return 'it is archived. Choose how it is sold under Availability';
  }
}

function stockObstacle(
  variant: PartDraft<'variants'>,
  form: ProductForm,
  { pools }: SaleSurroundings,
): string | null {
  if (isTrue(variant, 'is_made_to_order')) return null;
  const id = textOf(variant, 'stock_pool_id');
  if (id === '') return 'it has no stock pool';
  const pool = [...form.pools, ...pools].find((each) => each.id === id);
  // A pile that was not read may well be full.
  if (pool === undefined) return null;
  const free = freeOf(countOfPool(pool));
  if (free >= (numberOf(variant, 'pool_units') ?? 1)) return null;
  if (free > 0) return `each takes more than the ${free} left in stock`;
  const isNew = form.pools.some((each) => each.id === id);
  return isNew
    ? 'it is out of stock. Enter how many there are'
    : 'it is out of stock. Count it under Stock';
}

function batchObstacle(
  variant: PartDraft<'variants'>,
  { batches, now }: SaleSurroundings,
): string | null {
  const [made] = batches
    .flatMap((batch) => {
      const kit = kitsOf(batch).find((one) => one.variant_id === variant.id);
      return kit === undefined ? [] : [{ batch, kit }];
    })
    .toSorted((one, other) => rankOf(other.batch) - rankOf(one.batch));
  if (made === undefined) return 'no batch includes it. Add it to one as a kit';
  const { batch, kit } = made;
  const { code } = batch.values;
  const window = windowOf(batch);
  const stage = stageAt(window, now);
  if (stage === 'draft') return `the batch ${code} is still a draft`;
  if (stage === 'interest_check') return `the batch ${code} is an interest check only`;
  if (stage === 'announced') {
    return window.opensAt === null
      ? `the batch ${code} has no opening date`
      : `the batch ${code} opens on ${momentWords(window.opensAt)}`;
  }
  // Whether it sells at a stage that came with a later build is not known here.
  if (!isBatchStage(stage)) return null;
  if (stage !== 'open') return `the group buy ${code} is over`;
  if (kit.dropped_at !== null) return `the batch ${code} has dropped it`;
  const isFull = kit.capacity !== null && kit.ordered_count + kit.waiting_count >= kit.capacity;
  return isFull ? `all ${kit.capacity} places of the batch ${code} are taken` : null;
}

/** Of several batches the newest counts, and none that is archived before one that is not. */
const rankOf = ({ values }: SoldBatch): number =>
  (values.stage === 'archived' ? 0 : 1_000_000) + values.number;
