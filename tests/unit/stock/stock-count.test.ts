import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deskRow } from '#desk-kit/model/desk-row.ts';
import { drawersOf, planCount, signed, type CountMode } from '#features/stock/model/stock-count.ts';

const pile = { onHand: 12, allocated: 5 };
const planned = (mode: CountMode, typed: string) => {
  const plan = planCount(pile, mode, typed);
  return plan.ok ? [plan.value.delta, plan.value.after] : plan.error;
};

test('a whole count and a change come to the same step', () => {
  assert.deepEqual(planned('counted', ' 9 '), [-3, 9]);
  assert.deepEqual(planned('changed', '-3'), [-3, 9]);
  assert.deepEqual(planned('changed', '−3'), [-3, 9]);
  assert.deepEqual(planned('changed', '+4'), [4, 16]);
});

test('what is promised to orders can be counted to the last piece, and not below', () => {
  assert.deepEqual(planned('counted', '5'), [-7, 5]);
  assert.match(String(planned('counted', '4')), /5 are reserved/);
  assert.match(String(planned('changed', '-13')), /only 12/);
});

test('what is no count is said to be none', () => {
  for (const typed of ['', '1.5', '-1', '+1', 'ten', '12345678'])
    assert.match(String(planned('counted', typed)), /whole number/i, typed);
  assert.match(String(planned('counted', '12')), /already 12/);
  assert.match(String(planned('changed', '0')), /already 12/);
  assert.match(String(planned('changed', '1000001')), /At most/);
});

test('a step shows its sign, and a pile what is sold from it', () => {
  assert.deepEqual([3, 0, -1200].map(signed), ['+3', '0', '−1,200']);
  const pool = deskRow({
    id: 'p',
    variants: [
      { title: 'Base', product: { title: 'Merlow' } },
      { title: 'Kit', product: { title: 'Alder' } },
    ],
  });
  assert.equal(drawersOf(pool), 'Merlow, Base; Alder, Kit');
});
