import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  changeSince,
  daysIn,
  figurePeriods,
  periodProblem,
} from '../../../src/features/orders/model/figure-periods.ts';

describe('the periods of figures', () => {
  test('both days count, and months and years end on their last day', () => {
    const periods = figurePeriods(new Date('2024-03-15T23:30:00Z'));
    const told = (name: string) => {
      const period = periods.find((each) => each.name === name);
      assert.ok(period, name);
      return [period.from, period.to, daysIn(period)];
    };
    assert.deepEqual(told('Last 7 days'), ['2024-03-09', '2024-03-15', 7]);
    assert.deepEqual(told('This month'), ['2024-03-01', '2024-03-15', 15]);
    assert.deepEqual(told('Last month'), ['2024-02-01', '2024-02-29', 29]);
    assert.deepEqual(told('This year'), ['2024-01-01', '2024-03-15', 75]);
    assert.deepEqual(told('2023'), ['2023-01-01', '2023-12-31', 365]);
    assert.deepEqual(told('Last 12 months'), ['2023-03-17', '2024-03-15', 365]);
  });

  test('days of one’s own are two days in their order, a year apart at most', () => {
    assert.equal(periodProblem('2024-01-01', '2024-12-31'), null);
    assert.equal(periodProblem('2024-01-01', '2024-01-01'), null);
    for (const [from, to] of [
      ['', '2024-01-01'],
      ['2024-01-02', '2024-01-01'],
      ['2024-01-01', '2025-01-01'],
    ] as const)
      assert.notEqual(periodProblem(from, to), null, `${from} ${to}`);
  });

  test('a change is told where there was something before', () => {
    assert.deepEqual(
      [changeSince(150, 100), changeSince(0, 80), changeSince(5, 0)],
      [50, -100, null],
    );
  });
});
