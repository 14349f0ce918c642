import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, assert as assertAlways, integer, nat, property } from 'fast-check';
import { allocate, decimalMoney, formatDelta, formatMoney, parseMinor } from '#shared/money.ts';

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

test('parts sum to the whole, and none is further than a cent from its share', () => {
  const weights = array(nat(1000), { minLength: 1, maxLength: 12 }).filter((all) =>
    all.some((weight) => weight > 0),
  );
  assertAlways(
    property(integer({ min: -1_000_000, max: 1_000_000 }), weights, (total, shares) => {
      const parts = allocate(parseMinor(total), shares);
      const sum = shares.reduce((whole, share) => whole + share, 0);
      assert.equal(
        parts.reduce((whole, part) => whole + part, 0),
        total,
      );
      for (const [index, part] of parts.entries()) {
        assert.ok(Math.abs(part - (total * (shares[index] ?? 0)) / sum) < 1);
      }
    }),
  );
});

test('weights that share nothing are refused', () => {
  assert.throws(() => allocate(parseMinor(100), [0, 0]), RangeError);
  assert.throws(() => allocate(parseMinor(100), [2, -1]), RangeError);
});
