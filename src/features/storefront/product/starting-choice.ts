/**
 * The page is complete with it: price, sum and impossible pairs stand there before any script.
 */
import { currentBatch } from '#features/batches/model/batch-stage.ts';
import { foremost, inGrades, isBStock } from '#features/catalogue/model/b-stock.ts';
import { obstacleTo, sumMinor } from '#features/catalogue/model/option-choice.ts';
import { priceInBatch } from '#features/batches/model/tier-price.ts';
import type { ProductVariant } from '#content/catalogue.ts';
import type { ShownProduct } from '#content/page-entries/product-entries.ts';

export function startingChoice(product: ShownProduct) {
  const running = currentBatch(product.batches);
  const isNeeded = (variant: ProductVariant) => variant.isRequired && !isBStock(variant);
  const isKits = product.variants.some(isNeeded);
  const [first] = foremost(product.variants);
  const priceOf = (variant: ProductVariant) => priceInBatch(variant, running?.kits ?? []);
  const variants = inGrades(product.variants).map((variant) => {
    const like = product.variants.find(({ id }) => id === variant.likeId);
    return {
      ...variant,
      isRequired: isNeeded(variant),
      isBStock: isBStock(variant),
      /** How much less it costs than its like. */
      savedMinor: like === undefined ? 0 : Math.max(priceOf(like) - priceOf(variant), 0),
      priceMinor: priceOf(variant),
      isChosen: isKits ? isNeeded(variant) : variant === first,
    };
  });
  const defaults = product.options.flatMap(({ title, values }) =>
    values.filter(({ isDefault }) => isDefault).map((value) => ({ ...value, question: title })),
  );
  const chosen = variants.filter(({ isChosen }) => isChosen);
  const chosenIds = [...chosen, ...defaults].map(({ id }) => id);
  return {
    isKits,
    variants,
    chosenIds,
    currency: variants[0]?.currency ?? 'EUR',
    weightGrams: sumMinor(chosen.map(({ weightGrams }) => weightGrams)),
    totalMinor: sumMinor([
      ...chosen.map(({ priceMinor }) => priceMinor),
      ...defaults.map(({ priceDeltaMinor }) => priceDeltaMinor),
    ]),
    /** Why an answer is off at first, as the page says it; null where it is not. */
    refusal(valueId: string): string | null {
      const others = new Set(chosenIds.filter((id) => id !== valueId));
      if (chosenIds.includes(valueId)) return null;
      const own = product.options.find(({ values }) => values.some(({ id }) => id === valueId));
      for (const { id } of own?.values ?? []) others.delete(id);
      const obstacle = obstacleTo(valueId, others, product.rules);
      const other = defaults.find(({ id }) => id === obstacle?.otherValueId);
      const value = own?.values.find(({ id }) => id === valueId);
      if (obstacle === null || !other || !value) return null;
      return `${value.title} can’t be combined with ${other.question}: ${other.title}. ${obstacle.reason}`;
    },
  };
}
