import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFaults } from '#features/lists/model/list-faults.ts';

const list = {
  title: 'A list',
  opens_at: '2031-05-01T10:00:00Z',
  closes_at: '2031-05-02T10:00:00Z',
  capacity: 3,
  max_wins: 1,
  pay_within_hours: 48,
};
const faults = (values: object) =>
  Object.keys(listFaults({ id: 'one', version: 1, values: { ...list, ...values } })).toSorted();

test('a list wants a title, an end after its beginning and numbers that make sense', () => {
  assert.deepEqual(faults({}), []);
  assert.deepEqual(faults({ opens_at: null, capacity: null }), []);
  const wrong = { title: ' x ', closes_at: list.opens_at, capacity: 0, max_wins: 0 };
  assert.deepEqual(faults({ ...wrong, pay_within_hours: 169 }), [
    'capacity',
    'closes_at',
    'max_wins',
    'pay_within_hours',
    'title',
  ]);
});
