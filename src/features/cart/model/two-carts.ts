import { joinLines, larger, lineKey, type CartLine, type KeptLine } from './cart-line.ts';

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
