import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOf } from '../../../src/features/orders/model/amendment.ts';
import {
  contestedFields,
  draftOnto,
} from '../../../src/features/orders/model/amendment-conflict.ts';

import { orderAnswer, orderLineAnswer } from '../../support/order-answers.ts';
import type { Order } from '../../../src/features/orders/model/order.ts';

function order(change: {
  readonly quantity?: number;
  readonly unit?: number;
  readonly city?: string;
}): Order {
  const { quantity = 1, unit = 1000, city = 'Utrecht' } = change;
  const finish = { option_id: 'o', value_id: 'v', option: 'Finish', value: 'Brass' };
  const line = (id: string, count: number) =>
    orderLineAnswer({
      id,
      title: 'Turned knob',
      variant_title: id,
      quantity: count,
      unit_price_minor: unit,
      total_minor: unit * count,
      options: [{ ...finish, price_delta_minor: 0 }],
    });
  return orderAnswer({
    shipping_minor: 500,
    placed_at: '2026-01-01T00:00:00Z',
    pay_by: '2026-01-08T00:00:00Z',
    version: 1,
    address: { name: 'Ada', line1: 'Street 1', city, postcode: '1000 AA', country: 'NL' },
    lines: [line('brass', quantity), line('steel', 1)],
  });
}

const typed = (was: Order, price: string, city: string) => {
  const draft = draftOf(was);
  return {
    ...draft,
    lines: draft.lines.map((line) => (line.id === 'brass' ? { ...line, price } : line)),
    address: { ...draft.address, city },
  };
};

test('what somebody else changed is told with what it was and what was typed there', () => {
  const [was, now] = [order({}), order({ quantity: 3, city: 'Zeist' })];
  assert.deepEqual(contestedFields(was, typed(was, '9.00', 'Bunnik'), now), [
    { what: 'Turned knob brass: quantity', before: '1', theirs: '3', mine: '1' },
    { what: 'Address: city', before: 'Utrecht', theirs: 'Zeist', mine: 'Bunnik' },
  ]);
  assert.deepEqual(contestedFields(was, typed(was, '9.00', 'Bunnik'), order({})), []);
});

test('put onto the newer order, what was typed stays and the rest is theirs', () => {
  const [was, now] = [order({}), order({ quantity: 3, unit: 1200, city: 'Zeist' })];
  const draft = draftOnto(was, typed(was, '9.00', 'Utrecht'), now);
  const [brass, steel] = draft.lines;
  assert.deepEqual([brass?.quantity, brass?.price, steel?.price], ['3', '9.00', '12.00']);
  assert.deepEqual(brass?.options, { o: 'v' });
  assert.equal(draft.address.city, 'Zeist');
  assert.equal(draftOnto(was, typed(was, '9.00', 'Bunnik'), now).address.city, 'Bunnik');
});

test('a line that is gone by now is told, and is not typed for any more', () => {
  const was = order({});
  const now = { ...was, lines: was.lines.slice(1) };
  const told = contestedFields(was, draftOf(was), now).map(({ what, theirs }) => [what, theirs]);
  assert.deepEqual(told[0], ['Turned knob brass: quantity', '']);
  assert.equal(draftOnto(was, draftOf(was), now).lines.length, 1);
});
