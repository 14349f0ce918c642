import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderNumberOf } from '../../../src/shared/order-number.ts';
import cases from '../../cases/order-numbers.json' with { type: 'json' };

test('a number is found however it is typed', () => {
  for (const { typed, number } of cases) assert.equal(orderNumberOf(typed), number, typed);
});
