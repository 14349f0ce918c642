import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  orderMoves,
  orderStages,
  orderStatuses,
} from '../../../src/features/orders/model/order-status.ts';

describe('the moves of an order', () => {
  test('lead on without a reason, to a stage that comes later', () => {
    const rank = (status: string) => orderStatuses.findIndex((each) => each === status);
    const on = orderMoves.filter(({ who, needsReason }) => who === 'staff' && !needsReason);
    assert.deepEqual(
      on.filter(({ from, to }) => rank(to) <= rank(from)),
      [],
    );
    assert.deepEqual(
      orderStatuses.filter(
        (status) => orderStages[status].isPaid && !on.some(({ to }) => to === status),
      ),
      [],
    );
  });

  test('lead back only with a reason', () => {
    const rank = (status: string) => orderStatuses.findIndex((each) => each === status);
    const back = orderMoves.filter(({ from, to, who }) => who === 'staff' && rank(to) < rank(from));
    assert.ok(back.length > 0);
    assert.ok(back.every(({ needsReason }) => needsReason));
  });

  test('end at cancelled and refunded', () => {
    for (const who of ['customer', 'staff', 'shop'] as const) {
      assert.deepEqual(
        orderMoves.filter((move) => move.who === who && /^(cancelled|refunded)$/.test(move.from)),
        [],
      );
    }
  });
});
