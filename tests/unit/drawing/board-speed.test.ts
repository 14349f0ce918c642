import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawBoard } from '#drawing/board/draw-board.ts';
import { fullSizeBoard, leastMs, referenceLoop } from '../../support/data/full-size-board.ts';

/** So many before the loop's own least is known, and so many before a busy machine is no excuse. */
const rounds = { least: 8, most: 60 };

/** The board's least time as a share of the loop's; measured on until it is within, or the rounds end. */
function shareOfLoop(draw: () => unknown): number {
  let [drawMs, loopMs] = [Infinity, Infinity];
  for (let round = 0; round < rounds.most; round += 1) {
    drawMs = Math.min(drawMs, leastMs(draw, 10));
    loopMs = Math.min(loopMs, leastMs(referenceLoop, 4));
    if (round >= rounds.least && drawMs <= loopMs) break;
  }
  return drawMs / loopMs;
}

for (const view of ['top', 'angled', 'flat'] as const)
  test(`a full-size board is drawn ${view} in no more time than four million steps of a loop`, () => {
    const share = shareOfLoop(() => drawBoard({ ...fullSizeBoard, view }));
    assert.ok(share <= 1, `${share.toFixed(2)} of the loop`);
  });
