import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kitDays, spansOf } from '#features/batches/model/batch-progress.ts';

describe('the progress of a group buy', () => {
  test('adds up day by day, and stands what has no day at the opening', () => {
    const counts = [
      { day: '2026-11-01', count: 2 },
      { day: '2026-11-04', count: 3 },
    ];
    const totals = (ordered: number, opened: string | null) =>
      kitDays(counts, ordered, opened).days.map(({ total }) => total);
    assert.deepEqual(totals(5, '2026-10-01'), [2, 5]);
    assert.deepEqual(totals(9, '2026-10-01'), [4, 6, 9]);
    assert.deepEqual(totals(9, null), [6, 9]);
    assert.equal(kitDays(counts, 9, null).undated, 4);
  });

  test('sets what was promised beside the stages of making, and nothing beside nothing', () => {
    const stages = [
      { stage: 'open', days: 30 },
      { stage: 'in_production', days: 80 },
    ] as const;
    assert.deepEqual(
      spansOf({ planned_days: 90, stages: [...stages] }).map(({ what, days }) => [what, days]),
      [
        ['Promised in all', 90],
        ['In production', 80],
      ],
    );
    assert.deepEqual(spansOf({ planned_days: 90, stages: stages.slice(0, 1) }), []);
    assert.equal(spansOf({ planned_days: null, stages: [...stages] }).length, 1);
  });
});
