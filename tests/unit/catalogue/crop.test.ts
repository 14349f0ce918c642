import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  cropShapes,
  moveCrop,
  partOf,
  type CropShape,
} from '../../../src/features/catalogue/model/crop.ts';

const shapes = Object.keys(cropShapes) as CropShape[];
const crops = fc.record({
  shape: fc.constantFrom(...shapes),
  size: fc.double({ min: -1, max: 3, noNaN: true }),
  across: fc.double({ min: -1, max: 3, noNaN: true }),
  down: fc.double({ min: -1, max: 3, noNaN: true }),
});
const pictures = fc.record({
  width: fc.integer({ min: 16, max: 2400 }),
  height: fc.integer({ min: 16, max: 2400 }),
});

test('the part that is kept lies within the picture and has its shape, wherever it is moved', () => {
  const shifts = fc.integer({ min: -5000, max: 5000 });
  fc.assert(
    fc.property(pictures, crops, shifts, shifts, (picture, crop, right, down) => {
      for (const each of [crop, moveCrop(picture, crop, right, down)]) {
        const { x, y, width, height } = partOf(picture, each);
        assert.ok(x >= 0 && y >= 0 && width >= 1 && height >= 1);
        assert.ok(x + width <= picture.width && y + height <= picture.height);
        assert.ok(Math.abs(width - height * cropShapes[each.shape]) <= 1.5);
      }
    }),
  );
});

test('it follows the pointer pixel for pixel and stops at the edge', () => {
  const picture = { width: 1000, height: 500 };
  const start = { shape: 'square', size: 0.5, across: 0, down: 0 } as const;
  const moved = moveCrop(picture, start, 120, 40);
  assert.deepEqual(partOf(picture, moved), { x: 120, y: 40, width: 250, height: 250 });
  assert.equal(partOf(picture, moveCrop(picture, moved, 5000, 0)).x, 750);
});
