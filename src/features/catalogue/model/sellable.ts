import { isRecord, plainText, valueAt, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { formatMoney } from '#shared/money.ts';

const numberIn = (record: Readonly<Record<string, unknown>>, name: string): number =>
  typeof record[name] === 'number' ? record[name] : 0;

/** How many of a variant can still be sold; null where nothing is counted. */
export function freeOf(variant: Readonly<Record<string, unknown>>): number | null {
  const { stock } = variant;
  if (!isRecord(stock)) return null;
  const free = numberIn(stock, 'on_hand') - numberIn(stock, 'allocated');
  return Math.floor(free / (numberIn(variant, 'pool_units') || 1));
}

function variantsOf(product: DeskRow): readonly Readonly<Record<string, unknown>>[] {
  const variants = valueAt(product, 'variants');
  return Array.isArray(variants) ? variants.filter(isRecord) : [];
}

/** @example priceWords(product) // '€19.90', or 'from €19.90' */
export function priceWords(product: DeskRow): string {
  const variants = variantsOf(product);
  const prices = variants.map((variant) => numberIn(variant, 'price_minor'));
  if (prices.length === 0) return '';
  const least = Math.min(...prices);
  const currency = plainText(variants[0]?.['currency']);
  return `${least < Math.max(...prices) ? 'from ' : ''}${formatMoney(least, currency)}`;
}

/** Over all its variants; empty where none is counted. */
export function stockWords(product: DeskRow): string {
  const counts = variantsOf(product).flatMap((variant) => freeOf(variant) ?? []);
  return counts.length === 0 ? '' : String(counts.reduce((sum, count) => sum + count, 0));
}

/** @example skuWords(product) // 'PEBBLE-10', or '3 variants' */
export function skuWords(product: DeskRow): string {
  const variants = variantsOf(product);
  return variants.length > 1 ? `${variants.length} variants` : plainText(variants[0]?.['sku']);
}
