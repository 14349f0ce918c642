import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { bStockWord, foremost, isBStock } from './b-stock.ts';
import { formatMoney } from '#shared/money.ts';

/** Of a variant that was read with its pile; null where nothing is counted. */
export interface WithStock {
  readonly stock: Pick<Row<'stock_pools'>, 'on_hand' | 'allocated'> | null;
}

type Counted = Pick<Row<'variants'>, 'pool_units'> & WithStock;
type Sold = Pick<Row<'variants'>, 'sku' | 'flaws' | 'availability' | 'price_minor' | 'currency'> &
  Counted;
type SoldProduct = DeskRow<{ readonly variants: readonly Sold[] }>;

/** How many of a variant can still be sold; null where nothing is counted. */
export const freeOf = ({ stock, pool_units: units }: Counted): number | null =>
  stock && Math.floor((stock.on_hand - stock.allocated) / units);

/** @example priceWords(product) // '€19.90', or 'from €19.90', or '€9.90 (B-stock)' */
export function priceWords({ values: { variants } }: SoldProduct): string {
  const measured = foremost(variants);
  const [first] = measured;
  if (first === undefined) return '';
  const prices = measured.map((variant) => variant.price_minor);
  const least = Math.min(...prices);
  const words = `${least < Math.max(...prices) ? 'from ' : ''}${formatMoney(least, first.currency)}`;
  return isBStock(first) ? `${words} (${bStockWord})` : words;
}

/** Over all its variants; empty where none is counted. */
export function stockWords({ values: { variants } }: SoldProduct): string {
  const counts = variants.flatMap((variant) => freeOf(variant) ?? []);
  return counts.length === 0 ? '' : String(counts.reduce((sum, count) => sum + count, 0));
}

/** @example skuWords(product) // 'PEBBLE-10', or '3 variants' */
export const skuWords = ({ values: { variants } }: SoldProduct): string =>
  variants.length > 1 ? `${variants.length} variants` : (variants[0]?.sku ?? '');
