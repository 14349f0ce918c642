import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settledMethod } from '../../../src/features/cart/model/shipping-method.ts';
import { methodAnswer } from '../../support/order-answers.ts';

const method = (id: string, price: number | null) =>
  methodAnswer({ id, price_minor: price, reason: price === null ? 'Too heavy.' : null });

const quote = {
  shipping_methods: [method('letter', null), method('express', 2190), method('parcel', 890)],
};

test('nobody has to choose the only or the cheapest method that can take the cart', () => {
  assert.equal(settledMethod(quote, [null])?.id, 'parcel');
  const free = { shipping_methods: [method('parcel', 695), method('pick-up', 0)] };
  assert.equal(settledMethod(free, [])?.id, 'pick-up');
});

test('a dearer method that somebody chose stays', () => {
  assert.equal(settledMethod(quote, ['express', 'parcel'])?.id, 'express');
});

test('a method that can’t take the cart any more gives way to one that can', () => {
  assert.equal(settledMethod(quote, ['letter', 'express'])?.id, 'express');
  assert.equal(settledMethod(quote, ['gone'])?.id, 'parcel');
  assert.equal(settledMethod({ shipping_methods: [method('letter', null)] }, ['letter']), null);
});
