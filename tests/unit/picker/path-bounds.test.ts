import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { drawBoard } from '#drawing/board/draw-board.ts';
import { designBoard } from '#features/designs/model/design-picture.ts';
import { startingDesign } from '#features/designs/model/design.ts';
import { around, holds, overlap, pathBounds } from '#features/picker/canvas/path-bounds.ts';

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual} is not ${expected}`);

test('the box of straight lines holds its corners and no more', () => {
  assert.deepEqual(pathBounds('M1 2L5 -3L4.5 .5Z'), { x: 1, y: -3, width: 4, height: 5 });
  assert.deepEqual(pathBounds('M0 10V0H6.2'), { x: 0, y: 0, width: 6.2, height: 10 });
});

test('the box of a quadratic curve is exact: gradients stretch over it', () => {
  const tenth = fc.integer({ min: -500, max: 500 }).map((value) => value / 10);
  fc.assert(
    fc.property(fc.array(tenth, { minLength: 6, maxLength: 6 }), (numbers) => {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
      const box = pathBounds(`M${x0} ${y0}Q${x1} ${y1} ${x2} ${y2}`);
      const steps = Array.from({ length: 20_001 }, (_, n) => n / 20_000);
      const along = (a: number, b: number, c: number) =>
        steps.map((t) => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c);
      const [xs, ys] = [along(x0, x1, x2), along(y0, y1, y2)];
      near(box.x, Math.min(...xs));
      near(box.y, Math.min(...ys));
      near(box.x + box.width, Math.max(...xs));
      near(box.y + box.height, Math.max(...ys));
    }),
    { numRuns: 40 },
  );
});

test('an arc lies within its box, wherever it bulges', () => {
  const box = pathBounds('M4.2 0A4.2 5 0 0 0 4.2 10A4.2 5 0 0 0 4.2 0Z');
  assert.ok(holds(box, 0, 5) && holds(box, 8.4, 5));
});

test('boxes overlap where they share more than an edge, and one goes around all', () => {
  const [one, two] = [
    { x: 0, y: 0, width: 2, height: 2 },
    { x: 2, y: 1, width: 3, height: 4 },
  ];
  assert.equal(overlap(one, two), false);
  assert.equal(overlap(one, { ...two, x: 1.9 }), true);
  assert.deepEqual(around([one, two]), { x: 0, y: 0, width: 5, height: 5 });
});

test('a key is drawn with nothing that the desk’s canvas can’t paint', () => {
  for (const view of ['top', 'angled'] as const) {
    const markup = drawBoard(designBoard({ ...startingDesign, legends: 'sub' }, { view }));
    const keys = markup.slice(markup.indexOf('<g data-key'));
    const tags = new Set([...keys.matchAll(/<(\w+)/g)].map(([, name]) => name));
    assert.deepEqual([...tags].toSorted(), ['g', 'path']);
    const attributes = new Set([...keys.matchAll(/\s([\w-]+)="/g)].map(([, name]) => name));
    const painted = ['d', 'data-key', 'data-zone', 'fill', 'stroke', 'stroke-linecap'];
    assert.deepEqual(
      [...attributes].toSorted(),
      [...painted, 'stroke-linejoin', 'stroke-opacity', 'stroke-width', 'transform'].toSorted(),
    );
  }
});
