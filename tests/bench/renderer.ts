/**
 * The only measure of the board renderer's speed: a full-size board against a reference loop in the
 * same run, so that a slow or busy machine changes both. Prints one line and stops nothing.
 */
import { drawBoard, drawKey } from '#domain/board/draw-board.ts';
import { prepareBoard } from '#domain/board/prepare-board.ts';
import type { BoardSpec } from '#domain/board/board-spec.ts';

const spec: BoardSpec = {
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
function referenceLoop(): number {
  let sum = 1;
  for (let n = 0; n < 4_000_000; n += 1) sum = (Math.imul(sum, 1664525) + 1013904223) | 0;
  return sum;
}

/** The least of many warm runs: what the work costs when nothing else takes the processor. */
function leastMs(work: () => unknown, runs: number): number {
  for (let run = 0; run < runs; run += 1) work();
  let least = Infinity;
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

const rows = (['top', 'angled', 'flat'] as const).map((view) => {
  const board = prepareBoard({ ...spec, view });
  let shade = 0;
  return {
    view,
    whole: leastMs(() => drawBoard({ ...spec, view }), 80),
    key: leastMs(
      () =>
        drawKey(board, 40, { cap: `#${((shade += 4099) | 0x100000).toString(16).slice(0, 6)}` }),
      400,
    ),
  };
});
const reference = leastMs(referenceLoop, 80);

console.log(`reference loop (4 million integer steps): ${reference.toFixed(2)} ms`);
for (const { view, whole, key } of rows)
  console.log(
    `full-size board, ${view}: ${(whole / reference).toFixed(2)} of the reference loop (${whole.toFixed(2)} ms); one key again: ${(key / reference).toFixed(4)} (${key.toFixed(3)} ms)`,
  );
