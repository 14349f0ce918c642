/**
 * The only measure of the board renderer's speed: a full-size board against a reference loop in the
 * same run, so that a slow or busy machine changes both.
 */
import { drawBoard, drawKey } from '#domain/board/draw-board.ts';
import { prepareBoard } from '#domain/board/prepare-board.ts';
import type { BoardSpec } from '#domain/board/board-spec.ts';
import type { BenchRow } from '../../scripts/bench.ts';

export const title = 'The renderer';

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

const views = ['top', 'angled', 'flat'] as const;

function measureView(view: (typeof views)[number]) {
  const board = prepareBoard({ ...spec, view });
  let shade = 0;
  const colour = () => `#${((shade += 4099) | 0x100000).toString(16).slice(0, 6)}`;
  return {
    wholeMs: leastMs(() => drawBoard({ ...spec, view }), 80),
    keyMs: leastMs(() => drawKey(board, 40, { cap: colour() }), 400),
  };
}

export function measure(): Promise<readonly BenchRow[]> {
  const referenceMs = leastMs(referenceLoop, 80);
  const comparedWith = `4 million integer steps: ${referenceMs.toFixed(2)} ms`;
  const rows = views.map((view) => {
    const { wholeMs, keyMs } = measureView(view);
    return {
      what: `renderer: full-size board, ${view}`,
      figure: `${wholeMs.toFixed(2)} ms; one key again ${keyMs.toFixed(3)} ms`,
      comparedWith: `${comparedWith}; board ${(wholeMs / referenceMs).toFixed(2)} of it`,
      budget: 'at most the loop, 4 ms where it was set',
      isWithin: wholeMs <= referenceMs,
    };
  });
  return Promise.resolve(rows);
}
