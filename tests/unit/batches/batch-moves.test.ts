import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextBatchStages } from '#features/batches/model/batch-moves.ts';

test('a batch moves on by hand as the database lets it', () => {
  assert.deepEqual(nextBatchStages('shipping', ['hand']), ['archived']);
});

test('a stage that a later shop has, and this build does not know, leads nowhere', () => {
  // @ts-expect-error it is none of this build's stages
  assert.deepEqual(nextBatchStages('on_hold', ['hand']), []);
});
