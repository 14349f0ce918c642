import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { orderMoves, orderStatuses } from '../../../src/features/orders/model/order-status.ts';

const file = path.join(import.meta.dirname, '../../cases/order-moves.json');

describe('the moves of an order', () => {
  test('are those that the database is tested with', async () => {
    assert.deepEqual(orderMoves, JSON.parse(await readFile(file, 'utf8')));
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
