/** How much of a choice of a list is in stock, for whoever decides how many it gives. */
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Row, ValuesOf } from '#shared/backend/given.ts';
import { listKindOf } from '#shared/list-kind.ts';

/** What is read of a variant for it. */
export const variantStock = 'pool_units,stock:stock_pools(on_hand,allocated)';
type VariantStock = ValuesOf<'variants', typeof variantStock>;

type List = DeskRow<Pick<Row<'lists'>, 'kind' | 'capacity'>>;
type Choice = DeskRow<{
  readonly editions: number | null;
  readonly variant: VariantStock & { readonly title: string };
}>;

/** Null where nothing is counted: that is made after the draw. */
export function inStock({ stock, pool_units: units }: VariantStock): number | null {
  if (stock === null) return null;
  return Math.max(0, Math.floor((stock.on_hand - stock.allocated) / units));
}

/** How many a choice gives: without a number of its own, as many as the list. */
export function toGive(choice: Choice, list: List): number | null {
  const [own, all] = [choice.values.editions, list.values.capacity];
  return own !== null && all !== null ? Math.min(own, all) : (own ?? all);
}

/** @example choiceWords(choice, list) // 'Birch: 5 to give, 2 in stock' */
export function choiceWords(choice: Choice, list: List): string {
  const [gives, stock] = [toGive(choice, list), inStock(choice.values.variant)];
  const counts = [
    gives !== null && `${gives} to give`,
    stock !== null && `${stock} in stock`,
  ].filter((words) => words !== false);
  const { title } = choice.values.variant;
  return counts.length === 0 ? title : `${title}: ${counts.join(', ')}`;
}

/** Whether a raffle gives more of it than is there; the database refuses to open such a list. */
export function isShort(choice: Choice, list: List): boolean {
  const stock = inStock(choice.values.variant);
  const isDrawn = listKindOf(list.values.kind)?.isDrawn ?? false;
  return isDrawn && stock !== null && (toGive(choice, list) ?? 0) > stock;
}
