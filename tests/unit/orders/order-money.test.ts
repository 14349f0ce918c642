import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyHere, moneyToCome } from '#features/orders/model/order-money.ts';
import type { OrderStatus } from '#features/orders/model/order-status.ts';

const order = (
  status: OrderStatus,
  total: number,
  came: number,
  back = 0,
  due = 0,
  forgone = 0,
) => ({
  status,
  total_minor: total,
  captured_minor: came,
  refunded_minor: back,
  refund_due_minor: due,
  forgone_minor: forgone,
});

test('what is still to come is proposed as long as an order can take it', () => {
  assert.equal(moneyToCome(order('awaiting_payment', 2000, 0)), 2000);
  assert.equal(moneyToCome(order('awaiting_payment', 2000, 500)), 1500);
  assert.equal(moneyToCome(order('ready_to_ship', 2600, 2000)), 600);
  assert.equal(moneyToCome(order('expired', 2000, 0)), 2000);
  assert.equal(moneyToCome(order('paid', 2000, 2000)), 0);
  assert.equal(moneyToCome(order('paid', 2000, 2000, 500, 0, 500)), 0);
  assert.equal(moneyToCome(order('paid', 2600, 2000, 500, 0, 500)), 600);
  assert.equal(moneyToCome(order('cancelled', 2000, 0)), 0);
});

test('what came and did not go back is here, and never less than nothing', () => {
  assert.equal(moneyHere(order('delivered', 2000, 2000, 500)), 1500);
  assert.equal(moneyHere(order('refunded', 2000, 2000, 2000)), 0);
});
