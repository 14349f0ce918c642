import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  countMovable,
  mostUsefulTarget,
  refusalWords,
  staffMove,
  staffMovesFrom,
  whatStays,
} from '../../../src/features/orders/model/order-moves.ts';
import { orderMoves } from '../../../src/features/orders/model/order-status.ts';

const plain = (stage: string) => stage;
const staffMoves = orderMoves.filter(
  ({ who, from, to }) => who === 'staff' && staffMove(from, to) !== undefined,
);

describe('what staff move', () => {
  test('can be taken back only where the way back is legal and neither money nor a mail is left', () => {
    const free = staffMoves.filter(({ from, to }) => whatStays(from, to, plain) === null);
    assert.deepEqual(
      free.map(({ from, to }) => `${from} ${to}`),
      ['in_production paid', 'ready_to_ship paid'],
    );
    for (const { from, to, leaves } of free) {
      assert.deepEqual(leaves, []);
      assert.ok(staffMove(to, from));
    }
  });

  test('never makes an order paid: recording its payment does', () => {
    assert.equal(staffMove('awaiting_payment', 'paid'), undefined);
    assert.deepEqual(
      staffMovesFrom('awaiting_payment').map(({ to }) => to),
      ['cancelled'],
    );
    assert.match(refusalWords('money_due'), /Record the payment/);
  });

  test('says what stays of goods that left and of a cancelled order', () => {
    assert.match(whatStays('ready_to_ship', 'shipped', plain) ?? '', /leave stock/);
    assert.match(whatStays('paid', 'cancelled', plain) ?? '', /create a new one/);
    assert.match(
      whatStays('paid', 'in_production', plain) ?? '',
      /gets an e-mail.*move it to paid with a reason, which tells the customer nothing/,
    );
  });

  test('opens on a stage that the most of the chosen may go to', () => {
    const cases = [
      [['paid'], 'in_production', 1],
      [['awaiting_payment'], 'cancelled', 1],
      [['awaiting_payment', 'awaiting_payment', 'paid'], 'in_production', 1],
      [['in_production', 'in_production', 'paid'], 'ready_to_ship', 3],
      [['ready_to_ship'], 'shipped', 1],
      [['shipped', 'delivered'], 'delivered', 1],
      [['delivered'], 'shipped', 1],
    ] as const;
    for (const [stages, target, count] of cases) {
      assert.equal(mostUsefulTarget(stages), target, stages.join());
      assert.equal(countMovable(stages, target), count, stages.join());
    }
  });
});
