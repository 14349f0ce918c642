/** How much of a choice of a list is in stock, for whoever decides how many it gives. */
import { numberOf, textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { listKindOf } from '#shared/list-kind.ts';

/** What is read of a variant for it. */
export const variantStock = 'pool_units,stock:stock_pools(on_hand,allocated)';

/** Null where nothing is counted: that is made after the draw. `within` is where the variant is embedded. */
export function inStock(row: DeskRow, within = ''): number | null {
  const onHand = numberOf(row, `${within}stock.on_hand`);
  if (onHand === null) return null;
  const free = onHand - (numberOf(row, `${within}stock.allocated`) ?? 0);
  return Math.max(0, Math.floor(free / (numberOf(row, `${within}pool_units`) ?? 1)));
}

/** How many a choice gives: without a number of its own, as many as the list. */
export function toGive(choice: DeskRow, list: DeskRow): number | null {
  const [own, all] = [numberOf(choice, 'editions'), numberOf(list, 'capacity')];
  return own !== null && all !== null ? Math.min(own, all) : (own ?? all);
}

/** @example choiceWords(choice, list) // 'Birch: 5 to give, 2 in stock' */
export function choiceWords(choice: DeskRow, list: DeskRow): string {
  const [gives, stock] = [toGive(choice, list), inStock(choice, 'variant.')];
  const counts = [
    gives !== null && `${gives} to give`,
    stock !== null && `${stock} in stock`,
  ].filter((words) => words !== false);
  const title = textOf(choice, 'variant.title');
  return counts.length === 0 ? title : `${title}: ${counts.join(', ')}`;
}

/** Whether a raffle gives more of it than is there; the database refuses to open such a list. */
export function isShort(choice: DeskRow, list: DeskRow): boolean {
  const stock = inStock(choice, 'variant.');
  const isDrawn = listKindOf(textOf(list, 'kind'))?.isDrawn ?? false;
  return isDrawn && stock !== null && (toGive(choice, list) ?? 0) > stock;
}
