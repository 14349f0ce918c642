/** Both run in one process, so that a slow machine slows both. */
import type { BoardSpec } from '#drawing/board/board-spec.ts';

export const fullSizeBoard: BoardSpec = {
  layout: 'full',
  colours: {
    alphas: '#f1ede4',
    modifiers: '#2c3e50',
    accents: '#e8643c',
    legends: '#2c3e50',
    modifierLegends: '#f1ede4',
    case: '#3b4754',
    plate: '#c9a44c',
    weight: '#c9a44c',
  },
};

/** Four million steps of integer arithmetic: about 4 ms on a desktop processor of 2020. */
export function referenceLoop(): number {
  let sum = 1;
  for (let n = 0; n < 4_000_000; n += 1) sum = (Math.imul(sum, 1664525) + 1013904223) | 0;
  return sum;
}

/** The least of some runs: what the work costs when nothing else takes the processor. */
export function leastMs(work: () => unknown, runs: number): number {
  let least = Infinity;
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
