import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPrice, type Repricing } from '../../../src/features/catalogue/model/repricing.ts';

function priceOf(by: Repricing['by'], text: string, minor: number, step = 1): number | string {
  const change = newPrice({ by, text, step });
  return change.ok ? change.value(minor) : change.error;
}

test('a price changes by per cent, by an amount or to another, and is rounded to the step', () => {
  assert.equal(priceOf('percent', '5', 1990), 2090);
  assert.equal(priceOf('percent', '5', 1990, 50), 2100);
  assert.equal(priceOf('percent', '−7,5', 2000), 1850);
  assert.equal(priceOf('percent', '-90', 5), 1);
  assert.equal(priceOf('amount', '1.50', 1990), 2140);
  assert.equal(priceOf('amount', '−2', 1990), 1790);
  assert.equal(priceOf('price', '24.90', 1990), 2490);
});

test('a price is never below nothing or above what the shop takes', () => {
  assert.equal(priceOf('amount', '-50', 1990), 0);
  assert.equal(priceOf('percent', '1000', 90_000_000), 100_000_000);
});

test('by per cent, a price is the nearest step for every price and every half per cent', () => {
  for (let minor = 1; minor < 3000; minor += 7)
    for (let half = -180; half <= 400; half += 3) {
      if (half === 0) continue;
      const exact = (BigInt(minor) * BigInt(20_000 + half * 100)) / 200n;
      const rounded = Number((exact + 50n) / 100n);
      assert.equal(priceOf('percent', String(half / 2), minor), rounded, `${minor} ${half / 2}`);
    }
});

test('what is no change of a price is said', () => {
  for (const text of ['', '0', 'x', '-91', '1001'])
    assert.match(String(priceOf('percent', text, 1990)), /^Enter −90/);
  assert.match(String(priceOf('amount', 'x', 1990)), /^An amount looks like/);
  assert.equal(priceOf('price', '-1', 1990), 'A price is 0 or more.');
});
