import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { shareSize } from '#content/pictures/picture-names.ts';
import {
  cutAround,
  focusAt,
  focusWithin,
  frames,
  middle,
  moveFocus,
  positionOf,
  type Focus,
} from '#features/catalogue/model/focus.ts';

const landscape = { width: 1200, height: 600 };
const portrait = { width: 600, height: 1200 };

const cuts: readonly (readonly [
  picture: typeof landscape,
  ratio: number,
  focus: Focus,
  part: readonly [x: number, y: number, width: number, height: number],
])[] = [
  [landscape, frames.square, middle, [300, 0, 600, 600]],
  [landscape, frames.square, { x: 40, y: 90 }, [180, 0, 600, 600]],
  [landscape, frames.square, { x: 0, y: 0 }, [0, 0, 600, 600]],
  [landscape, frames.square, { x: 100, y: 100 }, [600, 0, 600, 600]],
  [landscape, frames.card, { x: 100, y: 50 }, [400, 0, 800, 600]],
  [landscape, frames.wide, { x: 0, y: 100 }, [0, 0, 1200, 600]],
  [portrait, frames.square, { x: 0, y: 50 }, [0, 300, 600, 600]],
  [portrait, frames.card, { x: 50, y: 25 }, [0, 75, 600, 450]],
  [portrait, frames.card, { x: 50, y: 0 }, [0, 0, 600, 450]],
  [portrait, frames.share, { x: 50, y: 100 }, [0, 885, 600, 315]],
  [{ width: 16, height: 12_000 }, frames.wide, { x: 50, y: 100 }, [0, 11_992, 16, 8]],
];

test('a frame shows the subject in its middle, or as near to it as the picture goes', () => {
  for (const [picture, ratio, focus, [x, y, width, height]] of cuts) {
    assert.deepEqual(cutAround(picture, { ratio, ...focus }), { x, y, width, height });
  }
});

const pictures = fc.record({
  width: fc.integer({ min: 16, max: 12_000 }),
  height: fc.integer({ min: 16, max: 12_000 }),
});
const foci = fc.record({
  x: fc.integer({ min: 0, max: 100 }),
  y: fc.integer({ min: 0, max: 100 }),
});

test('a cut never leaves its picture, is as large as fits and holds its subject', () => {
  const ratios = fc.constantFrom(...Object.values(frames));
  fc.assert(
    fc.property(pictures, ratios, foci, (picture, ratio, focus) => {
      const { x, y, width, height } = cutAround(picture, { ratio, ...focus });
      assert.ok(x >= 0 && y >= 0 && width >= 1 && height >= 1);
      assert.ok(x + width <= picture.width && y + height <= picture.height);
      assert.ok(width === picture.width || height === picture.height);
      assert.ok(Math.abs(width - height * ratio) <= 1.5);
      const [right, down] = [(picture.width * focus.x) / 100, (picture.height * focus.y) / 100];
      assert.ok(right >= x - 1 && right <= x + width + 1);
      assert.ok(down >= y - 1 && down <= y + height + 1);
    }),
  );
});

test('a browser that cuts by itself shows the same', () => {
  assert.equal(positionOf(landscape, { ratio: 1, ...middle }), '50% 50%');
  assert.equal(positionOf(landscape, { ratio: 1, x: 40, y: 90 }), '30% 50%');
  assert.equal(positionOf(portrait, { ratio: 4 / 3, x: 0, y: 25 }), '50% 10%');
});

test('the chat card has the shape of its file', () => {
  assert.equal(frames.share, shareSize.width / shareSize.height);
});

test('the point is in whole per cent and stays on the picture', () => {
  assert.deepEqual(focusAt(0.257, 1.4), { x: 26, y: 100 });
  assert.deepEqual(moveFocus({ x: 99, y: 5 }, { x: 10, y: -10 }), { x: 100, y: 0 });
  assert.deepEqual(moveFocus(middle, { x: -1, y: 0 }), { x: 49, y: 50 });
});

test('after cropping the point is where it was, or at the nearest edge', () => {
  const right = { x: 600, y: 0, width: 600, height: 600 };
  assert.deepEqual(focusWithin(landscape, right, { x: 75, y: 20 }), { x: 50, y: 20 });
  assert.deepEqual(focusWithin(landscape, right, { x: 10, y: 20 }), { x: 0, y: 20 });
  // Nobody set it: the middle of what is left.
  assert.deepEqual(focusWithin(landscape, right, middle), middle);
});
