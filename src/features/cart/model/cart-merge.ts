/**
 * Invariant: a line leaves the cart only where the person took it out since both were last the same.
 */
import { joinLines, larger, lineKey, type CartLine, type KeptLine } from './cart-line.ts';

export function areSameLines(one: readonly CartLine[], other: readonly CartLine[]): boolean {
  const words = (lines: readonly CartLine[]) =>
    lines
      .map((line) => `${lineKey(line)} ${line.quantity}`)
      .toSorted()
      .join('\n');
  return words(one) === words(other);
}

/** Two carts that never met: everything in either, and the larger number of what is in both. */
export function mergeCarts(
  here: readonly KeptLine[],
  saved: readonly KeptLine[],
): readonly KeptLine[] {
  return joinLines(here, saved, larger);
}

export interface ComparedLine {
  readonly line: KeptLine;
  /** Pieces in each; 0 where it is not in it. */
  readonly here: number;
  readonly saved: number;
  readonly together: number;
}

/** Line by line what is in either of two carts, and in both put together. */
export function compareCarts(
  here: readonly KeptLine[],
  saved: readonly KeptLine[],
): readonly ComparedLine[] {
  const countsOf = (lines: readonly CartLine[]) =>
    new Map(lines.map((line) => [lineKey(line), line.quantity]));
  const [inHere, inSaved] = [countsOf(here), countsOf(saved)];
  return mergeCarts(here, saved).map((line) => ({
    line,
    here: inHere.get(lineKey(line)) ?? 0,
    saved: inSaved.get(lineKey(line)) ?? 0,
    together: line.quantity,
  }));
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
