import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  toDeskHome,
  waitingWords,
  type HomeRow,
} from '../../../src/features/workshop/model/desk-home.ts';

const row = (what: string, part: Partial<HomeRow> = {}): HomeRow => ({
  what,
  subject: '',
  record: '',
  count: 1,
  amount_minor: null,
  currency: '',
  at: null,
  ...part,
});

describe('the home of the desk', () => {
  test('says what waits in the order of the day, and nothing of what does not', () => {
    const { tasks } = toDeskHome([
      row('awaiting_payment', { count: 2, amount_minor: 4200, currency: 'EUR' }),
      row('ready_to_ship'),
      row('refund_due', { count: 0, amount_minor: 0 }),
    ]);
    assert.deepEqual(
      tasks.map(({ count, words, amount, path }) => [count, words, amount, path]),
      [
        [1, 'order is packed and not shipped', '', '/admin/orders?f=status%3Ais%3Aready_to_ship'],
        [2, 'orders are unpaid', '€42.00', '/admin/orders?f=status%3Ais%3Aawaiting_payment'],
      ],
    );
  });

  test('of more than a thousand it says no number that nobody has counted', () => {
    assert.deepEqual([0, 1_000, 1_001].map(waitingWords), ['0', '1,000', '1,000+']);
  });

  test('what ends first comes first, each with its way there', () => {
    const { endings } = toDeskHome([
      row('list_ends', { subject: 'A raffle', record: 'l1', at: '2026-03-15T10:00:00Z' }),
      row('batch_ends', {
        subject: 'B-7: Merlow',
        record: 'p1',
        at: '2026-03-14T10:00:00Z',
      }),
    ]);
    assert.deepEqual(
      endings.map(({ words, path }) => [words, path]),
      [
        ['Group buy B-7: Merlow', '/admin/products?product=p1'],
        ['A raffle', '/admin/lists?list=l1'],
      ],
    );
  });

  test('today is said where sums are told, and beside the week before', () => {
    assert.equal(toDeskHome([row('draft')]).today, null);
    const sold = (count: number) => ({ count, amount_minor: count * 100, currency: 'EUR' });
    const { today } = toDeskHome([row('today', sold(3)), row('week_ago', sold(2))]);
    assert.deepEqual(today, {
      now: { count: 3, amount: '€3.00' },
      weekAgo: { count: 2, amount: '€2.00' },
    });
  });

  test('a check without faults tells its warnings, and one without both when it was', () => {
    const at = '2026-03-14T10:00:00Z';
    assert.equal(toDeskHome([row('warnings', { count: 4, at })]).tasks[0]?.count, 4);
    const clear = toDeskHome([row('warnings', { count: 0, at })]);
    assert.deepEqual([clear.tasks, clear.checkedAt], [[], at]);
  });
});
