import { drawBoard, drawKey } from '#drawing/board/draw-board.ts';
import { prepareBoard } from '#drawing/board/prepare-board.ts';
import type { BenchRow } from '../../scripts/bench.ts';
import { fullSizeBoard, leastMs, referenceLoop } from '../support/data/full-size-board.ts';

export const title = 'The renderer';

/** Warm, unlike the first of many. */
function warmMs(work: () => unknown, runs: number): number {
  leastMs(work, runs);
  return leastMs(work, runs);
}

const views = ['top', 'angled', 'flat'] as const;

function measureView(view: (typeof views)[number]) {
  const board = prepareBoard({ ...fullSizeBoard, view });
  let shade = 0;
  const colour = () => `#${((shade += 4099) | 0x100000).toString(16).slice(0, 6)}`;
  return {
    wholeMs: warmMs(() => drawBoard({ ...fullSizeBoard, view }), 80),
    keyMs: warmMs(() => drawKey(board, 40, { cap: colour() }), 400),
  };
}

export function measure(): Promise<readonly BenchRow[]> {
  const referenceMs = warmMs(referenceLoop, 80);
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
