import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unbroken } from '../../../src/shared/unbroken.ts';

test('a number keeps its unit beside it, and a size all of its numbers', () => {
  assert.equal(unbroken('PCB for 60 % boards'), 'PCB for 60\u00a0% boards');
  assert.equal(unbroken('On sand. 900 × 400 mm.'), 'On sand. 900\u00a0×\u00a0400\u00a0mm.');
  assert.equal(unbroken('10 g, about three boards'), '10\u00a0g, about three boards');
  assert.equal(unbroken('60 %, 65 % and TKL'), '60\u00a0%, 65\u00a0% and TKL');
});

test('other words after a number may stand on the next line', () => {
  for (const text of ['48 keys of 1u', '2 months', '3 made by hand', 'group 4 gets more', 'm 3']) {
    assert.equal(unbroken(text), text);
  }
});
