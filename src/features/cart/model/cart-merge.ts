/**
 * Invariant: a line leaves the cart only where the person took it out since both were last the same.
 */
import { joinLines, lineKey, type CartLine, type KeptLine } from './cart-line.ts';

export function areSameLines(one: readonly CartLine[], other: readonly CartLine[]): boolean {
  const words = (lines: readonly CartLine[]) =>
    lines
      .map((line) => `${lineKey(line)} ${line.quantity}`)
      .toSorted()
      .join('\n');
  return words(one) === words(other);
}

/** Two carts that were once the same: what changed on either side since then holds, here first. */
export function mergeChanges(
  base: readonly CartLine[],
  here: readonly KeptLine[],
  saved: readonly KeptLine[],
): readonly KeptLine[] {
  const before = new Map(base.map((line) => [lineKey(line), line.quantity]));
  const savedQuantities = new Map(saved.map((line) => [lineKey(line), line.quantity]));
  const hereKeys = new Set(here.map(lineKey));
  const kept = here.flatMap((line) => {
    const key = lineKey(line);
    const [was, isSaved] = [before.get(key), savedQuantities.get(key)];
    const isUntouched = line.quantity === was;
    if (!isUntouched) return [line];
    return isSaved === undefined ? [] : [{ ...line, quantity: isSaved }];
  });
  const arrived = saved.filter((line) => {
    const key = lineKey(line);
    return !hereKeys.has(key) && before.get(key) !== line.quantity;
  });
  return joinLines(kept, arrived);
}
