import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deskRow } from '#desk-kit/model/desk-row.ts';
import {
  countWords,
  kitsOf,
  rowsToTiers,
  tiersToRows,
  updateUrl,
} from '../../../src/features/batches/model/batch-desk.ts';

describe('what staff do with a batch', () => {
  test('better prices are read as they are typed, lowest count first or not', () => {
    const tiers = [
      { from_count: 50, price_minor: 27_900 },
      { from_count: 100, price_minor: 25_950 },
    ];
    const rows = tiersToRows(tiers, 'EUR');
    assert.deepEqual(rows[1], { count: '100', price: '259.50' });
    assert.deepEqual(rowsToTiers(rows.toReversed()), { ok: true, value: tiers });
    const typed = [
      { count: ' 50 ', price: '279,00' },
      { count: '', price: ' ' },
    ];
    assert.deepEqual(rowsToTiers(typed), { ok: true, value: tiers.slice(0, 1) });
    assert.deepEqual(rowsToTiers([]), { ok: true, value: [] });
  });

  test('what is no price, and two prices from one count on, are named', () => {
    for (const [count, price] of [
      ['50', ''],
      ['', '10.00'],
      ['50', 'forty'],
      ['0', '10.00'],
      ['1.5', '10.00'],
      ['50', '-1.00'],
    ] as const) {
      assert.equal(rowsToTiers([{ count, price }]).ok, false, `${count} ${price}`);
    }
    const twice = rowsToTiers([
      { count: '50', price: '10.00' },
      { count: '50', price: '9.00' },
    ]);
    assert.ok(!twice.ok && twice.error.includes('two prices for 50 or more'));
  });

  test('an update is addressed by its batch and its words alone', () => {
    assert.equal(
      updateUrl('KITE-R2', 'Cases are milled — à la carte!'),
      'kite-r2-cases-are-milled-a-la-carte',
    );
    for (const title of ['  ', '…', 'x'.repeat(200), `${'y'.repeat(71)} z`]) {
      assert.match(updateUrl('KITE-R2', title), /^[a-z0-9]+(-[a-z0-9]+)*$/);
      assert.ok(updateUrl('KITE-R2', title).length <= 80);
    }
  });

  test('kits are read with their prices, lowest count first', () => {
    const kit = {
      id: 'k1',
      variant_id: 'v1',
      moq: 20,
      capacity: null,
      ordered_count: 3,
      waiting_count: 2,
      dropped_at: null,
      variant: { sku: 'A', title: 'Board', price_minor: 1000, currency: 'EUR' },
      tiers: [
        { from_count: 40, price_minor: 800 },
        { from_count: 20, price_minor: 900 },
      ],
    };
    const [read] = kitsOf(deskRow({ id: 'b', kits: [kit] }));
    assert.ok(read);
    assert.equal(countWords({ ordered: 3, waiting: 2 }, 20), '3 of 20 paid, 2 waiting for payment');
    assert.equal(countWords({ ordered: 3, waiting: 0 }, 20), '3 of 20 paid');
    assert.deepEqual(
      read.tiers.map((tier) => tier.from_count),
      [20, 40],
    );
  });
});
