/**
 * B-stock is a variant with flaws, sold for less. Invariant: nothing of it stands for first quality:
 * prices, badges and what is chosen at first are those of first quality while there is any.
 */
export const bStockWord = 'B-stock';

interface Graded {
  /** What is wrong with it, as it is told before it is bought; empty for first quality. */
  readonly flaws?: string;
}
interface Offered extends Graded {
  readonly availability: string;
}
interface Named extends Graded {
  readonly title: string;
}
interface Placed extends Named {
  readonly choices: readonly string[];
}

/** A page of an older build says nothing of flaws. */
export const isBStock = ({ flaws }: Graded): boolean => Boolean(flaws);

/** Twin of private.variant_name. @example variantName({ title: 'Cream', flaws: 'A mark' }) // 'Cream, B-stock' */
export function variantName(variant: Named): string {
  const { title } = variant;
  return isBStock(variant) && !/b-(?:stock|ware)/i.test(title) ? `${title}, ${bStockWord}` : title;
}

/** What prices and places on shelves are of: B-stock where nothing else is sold. */
export function foremost<Variant extends Offered>(
  variants: readonly Variant[],
): readonly Variant[] {
  const first = variants.filter((variant) => !isBStock(variant));
  const left = bStockOf(variants);
  if (left.length > 0 && !first.some(isOffered)) return left;
  return first.length > 0 ? first : variants;
}

const isOffered = ({ availability }: Offered) => availability !== 'archived';

export function bStockOf<Variant extends Offered>(
  variants: readonly Variant[],
): readonly Variant[] {
  return variants.filter((variant) => isBStock(variant) && isOffered(variant));
}

/** First quality first, each as the editor placed it. */
export function inGrades<Variant extends Graded>(variants: readonly Variant[]): readonly Variant[] {
  return variants.toSorted((a, b) => Number(isBStock(a)) - Number(isBStock(b)));
}

/** Its like of first quality: of the same choices or title, or the only one there is. */
export function firstQualityOf<Variant extends Placed>(
  variant: Variant,
  variants: readonly Variant[],
): Variant | null {
  if (!isBStock(variant)) return null;
  const first = variants.filter((each) => !isBStock(each));
  const chosen = variant.choices.join('\n');
  const same =
    first.find(({ choices }) => chosen !== '' && choices.join('\n') === chosen) ??
    first.find(({ title }) => title.toLowerCase() === variant.title.toLowerCase());
  return same ?? (first.length === 1 ? (first[0] ?? null) : null);
}
