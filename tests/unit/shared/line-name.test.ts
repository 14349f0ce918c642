import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineName } from '#shared/line-name.ts';

test('a line is called by its product and variant, and once where both are called the same', () => {
  assert.equal(lineName('Turned knob', 'Brass'), 'Turned knob Brass');
  assert.equal(lineName('Switch puller', 'Switch puller'), 'Switch puller');
  assert.equal(lineName('Sketch of a case', ''), 'Sketch of a case');
});
