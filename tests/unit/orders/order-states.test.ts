import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { orderStages, type OrderStatus } from '../../../src/features/orders/model/order-status.ts';
import { moneyState, shipmentState } from '../../../src/features/orders/model/order-words.ts';

const nothing = { due_minor: 0, captured_minor: 0, refunded_minor: 0, refund_due_minor: 0 };

describe('how an order stands', () => {
  test('with money, apart from its stage', () => {
    const of = (status: OrderStatus, facts: Partial<typeof nothing>) =>
      moneyState({ status, ...nothing, ...facts }).label;
    assert.equal(of('awaiting_payment', { due_minor: 5 }), 'Unpaid');
    assert.equal(of('in_production', { due_minor: 5, captured_minor: 9 }), 'Partly paid');
    assert.equal(of('shipped', { captured_minor: 9 }), 'Paid');
    assert.equal(of('paid', {}), 'Paid', 'what costs nothing');
    assert.equal(of('expired', {}), 'Not paid');
    assert.equal(of('cancelled', { captured_minor: 9, refund_due_minor: 9 }), 'Refund due');
    assert.equal(of('paid', { captured_minor: 9, refunded_minor: 4 }), 'Partly refunded');
    assert.equal(of('refunded', { captured_minor: 9, refunded_minor: 9 }), 'Refunded');
    // What went back and is asked for again is owed.
    assert.equal(of('paid', { captured_minor: 9, refunded_minor: 9, due_minor: 9 }), 'Unpaid');
  });

  test('a stage is yellow while it waits for money, red where the time for it ran out, and green as it goes on', () => {
    const { awaiting_payment, expired, cancelled, refunded, ...going } = orderStages;
    assert.deepEqual(
      [awaiting_payment, expired, cancelled, refunded].map(({ tone }) => tone),
      ['waiting', 'bad', 'plain', 'plain'],
    );
    assert.deepEqual(new Set(Object.values(going).map(({ tone }) => tone)), new Set(['good']));
  });

  test('with its parcels, and of an order that has ended nothing is awaited', () => {
    assert.equal(shipmentState('planned', 'paid')?.label, 'Not shipped');
    assert.equal(shipmentState('partly_shipped', 'ready_to_ship')?.label, 'Partly shipped');
    assert.equal(shipmentState('delivered', 'refunded')?.label, 'Delivered');
    for (const status of ['expired', 'cancelled', 'refunded'])
      assert.equal(shipmentState('planned', status), null);
    assert.equal(shipmentState('', 'paid'), null);
  });
});
