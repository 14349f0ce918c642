import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptWords } from '../../src/domain/day-words.ts';

test('a promised month is kept until its last day, and a quarter until its own', () => {
  assert.equal(keptWords('2026-06-01', 'month', '2026-06-30'), 'on time');
  assert.equal(keptWords('2026-06-01', 'quarter', '2026-05-03'), 'on time');
  assert.equal(keptWords('2026-06-01', 'quarter', '2026-06-30'), 'on time');
});

test('what comes later or earlier than promised is told in weeks from the nearest promised day', () => {
  assert.equal(keptWords('2026-06-01', 'month', '2026-07-25'), '4 weeks late');
  assert.equal(keptWords('2024-04-15', 'month', '2024-08-14'), '15 weeks late');
  assert.equal(keptWords('2026-06-10', 'day', '2026-06-17'), '1 week late');
  assert.equal(keptWords('2026-06-01', 'month', '2026-05-11'), '3 weeks early');
  assert.equal(keptWords('2026-12-01', 'month', '2027-01-14'), '2 weeks late');
});
