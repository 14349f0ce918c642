/**
 * The page is complete with it: price, sum and impossible pairs stand there before any script.
 */
import { obstacleTo, sumMinor } from '#features/catalogue/model/option-choice.ts';
import { priceInBatch } from '#features/batches/model/tier-price.ts';
import type { ShownProduct } from '#content/page-entries/product-entries.ts';

export function startingChoice(product: ShownProduct) {
  const running = product.batches.find(({ stage }) => stage !== 'archived');
  const isKits = product.variants.some((variant) => variant.isRequired);
  const variants = product.variants.map((variant, index) => ({
    ...variant,
    priceMinor: priceInBatch(variant, running?.kits ?? []),
    isChosen: isKits ? variant.isRequired : index === 0,
  }));
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
