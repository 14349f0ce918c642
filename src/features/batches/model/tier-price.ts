/**
 * The rule is the one of `private.tier_price`: the dearest base until a tier is reached, then the
 * furthest tier.
 */
export type PriceTier = { readonly fromCount: number; readonly priceMinor: number };

/** @example tierPrice([{ fromCount: 100, priceMinor: 39900 }], 187, 41900) // 39900 */
export function tierPrice(
  tiers: readonly PriceTier[],
  orderedCount: number,
  baseMinor: number,
): number {
  const reached = tiers
    .filter(({ fromCount }) => orderedCount >= fromCount)
    .toSorted((a, b) => b.fromCount - a.fromCount);
  return reached[0]?.priceMinor ?? baseMinor;
}

export type PricedVariant = {
  readonly id: string;
  readonly priceMinor: number;
  readonly availability: string;
};

export type PricedKit = {
  readonly variantId: string;
  readonly tiers: readonly PriceTier[];
  readonly orderedCount: number;
};

/** What a variant costs while its batch stands as it does: a group buy at the tier it has reached. */
export function priceInBatch(variant: PricedVariant, kits: readonly PricedKit[]): number {
  const kit = kits.find(({ variantId }) => variantId === variant.id);
  if (kit === undefined || variant.availability !== 'group_buy') return variant.priceMinor;
  return tierPrice(kit.tiers, kit.orderedCount, variant.priceMinor);
}
