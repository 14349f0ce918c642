/** The order asks the database again; this is what the page shows before. */
export type OptionRule = {
  readonly valueId: string;
  readonly otherValueId: string;
  readonly reason: string;
};

/** Why a value can't be had with what is chosen, or null. */
export function obstacleTo(
  valueId: string,
  chosen: ReadonlySet<string>,
  rules: readonly OptionRule[],
): { readonly otherValueId: string; readonly reason: string } | null {
  for (const { valueId: one, otherValueId: other, reason } of rules) {
    if (one === valueId && chosen.has(other)) return { otherValueId: other, reason };
    if (other === valueId && chosen.has(one)) return { otherValueId: one, reason };
  }
  return null;
}

/** @example sumMinor([36900, 2000, -500]) // 38400 */
export function sumMinor(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum + part, 0);
}
