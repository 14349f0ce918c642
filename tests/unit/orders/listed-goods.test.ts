import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { batchWords, goodsWords, orderGoods } from '#features/orders/model/listed-goods.ts';
import { isOfKind } from '#features/orders/model/order-words.ts';

const batch = {
  id: 'b1',
  stage: 'in_production',
  eta: '2027-03-01',
  eta_precision: 'month',
} as const;

describe('an order in a list', () => {
  test('names its goods once each, and each batch that makes them', () => {
    const goods = orderGoods([
      { order_id: 'a', title: 'Braefell 65', batches: batch },
      { order_id: 'a', title: 'Braefell 65', batches: batch },
      { order_id: 'a', title: 'Pebble', batches: null },
      { order_id: 'b', title: 'Foam', batches: { ...batch, id: 'b2', stage: 'open' } },
    ]);
    assert.deepEqual(goods['a']?.titles, ['Braefell 65', 'Pebble']);
    assert.equal(goods['a']?.batches.length, 1);
    assert.deepEqual(goods['b']?.titles, ['Foam']);
  });

  test('says two of them, how many more, and when they are planned', () => {
    assert.equal(goodsWords(['Pebble']), 'Pebble');
    assert.equal(goodsWords(['Pebble', 'Foam']), 'Pebble and Foam');
    assert.equal(goodsWords(['Pebble', 'Foam', 'Knob', 'Cable']), 'Pebble, Foam and 2 more');
    const [made] = orderGoods([{ order_id: 'a', title: 'X', batches: batch }])['a']?.batches ?? [];
    assert.ok(made);
    assert.match(batchWords(made), /^In production, planned for .*March 2027$/);
    assert.equal(batchWords({ ...made, eta: null }), 'In production');
  });

  test('is on its way until it has arrived or ended', () => {
    assert.ok(isOfKind({ status: 'shipped' }, 'open'));
    assert.ok(!isOfKind({ status: 'shipped' }, 'over'));
    for (const status of ['delivered', 'expired', 'cancelled', 'refunded'] as const) {
      assert.ok(isOfKind({ status }, 'over') && isOfKind({ status }, 'all'), status);
    }
  });
});
