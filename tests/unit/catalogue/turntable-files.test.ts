import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countProblem, inOrder, shapeProblem } from '#features/catalogue/model/turntable-files.ts';

test('photos of a turntable come in the order in which a camera numbers them', () => {
  const names = ['IMG_10.jpg', 'IMG_9.jpg', 'IMG_1.jpg', 'IMG_100.jpg'];
  assert.deepEqual(
    inOrder(names.map((name) => ({ name }))).map(({ name }) => name),
    ['IMG_1.jpg', 'IMG_9.jpg', 'IMG_10.jpg', 'IMG_100.jpg'],
  );
});

test('8 to 24 photos are turned, fewer and more are not', () => {
  for (const count of [8, 24]) assert.equal(countProblem(count), null);
  for (const count of [7, 25])
    assert.match(countProblem(count) ?? '', new RegExp(`${count} photos`));
  assert.match(countProblem(1) ?? '', /^This is 1 photo\./);
});

test('all photos of a turntable have the proportions of the first, within what a crop by hand misses', () => {
  const photo = (name: string, width: number, height: number) => ({ name, width, height });
  const first = photo('a', 400, 300);
  assert.equal(shapeProblem([]), null);
  assert.equal(shapeProblem([first, photo('b', 800, 604)]), null);
  assert.equal(
    shapeProblem([first, photo('b', 800, 600), photo('c', 300, 400)]),
    'c has other proportions than a. Crop all photos alike.',
  );
});
