import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimalMoney, formatDelta, formatMoney, parseMinor } from '#shared/money.ts';

test('an amount reads as its currency is written, with or without minor units', () => {
  assert.equal(formatMoney(34900, 'EUR'), '€349.00');
  assert.equal(formatMoney(34900, 'JPY'), 'JP¥34,900');
  assert.equal(formatMoney(-5, 'EUR'), '-€0.05');
});

test('a delta says its sign, and nothing is called included', () => {
  assert.equal(formatDelta(2000, 'EUR'), '+€20.00');
  assert.equal(formatDelta(-500, 'EUR'), '−€5.00');
  assert.equal(formatDelta(0, 'EUR'), 'included');
});

test('machines read a plain decimal', () => {
  assert.equal(decimalMoney(1299, 'EUR'), '12.99');
  assert.equal(decimalMoney(1299, 'JPY'), '1299');
});

test('a fraction of a cent is refused', () => {
  assert.throws(() => parseMinor(3.5), RangeError);
  assert.throws(() => parseMinor(Number.NaN), RangeError);
  assert.throws(() => formatMoney(0.1, 'EUR'), RangeError);
});
