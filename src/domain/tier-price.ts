/**
 * The only place in TypeScript that says what a kit costs when so many are ordered. The rule is the
 * one of `private.tier_price`: the dearest base until a tier is reached, then the furthest tier.
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
