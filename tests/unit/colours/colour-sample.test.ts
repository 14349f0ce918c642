import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nextSampleStages, sampleMove } from '#features/colours/model/colour-sample.ts';
import { deskRow, deskRows } from '#desk-kit/model/desk-row.ts';
import { nearestTo, warnOfNear } from '#features/colours/model/near-colours.ts';
import { textToValue } from '#desk-kit/model/field-text.ts';
import { dryRun } from '#desk-kit/model/table-import.ts';
import { succeed } from '#shared/result.ts';

describe('a sample', () => {
  test('has the day of each stage it reached, and loses the decision when it is judged again', () => {
    const ordered = deskRow({ stage: 'ordered', received_on: null });
    assert.deepEqual(nextSampleStages(ordered), ['received']);
    const came = sampleMove(ordered, 'received', '2026-11-09');
    assert.deepEqual(came, { stage: 'received', received_on: '2026-11-09', decided_on: null });
    const received = deskRow({ ...ordered.values, ...came });
    assert.deepEqual(nextSampleStages(received), ['approved', 'rejected']);
    const judged = sampleMove(received, 'rejected', '2026-11-12');
    assert.deepEqual(judged, {
      stage: 'rejected',
      received_on: '2026-11-09',
      decided_on: '2026-11-12',
    });
    const rejected = deskRow({ ...received.values, ...judged });
    assert.deepEqual(sampleMove(rejected, nextSampleStages(rejected)[0] ?? 'ordered', 'x'), came);
  });
});

describe('a colour that comes in', () => {
  const shop = deskRows([
    { id: 'a', code: 'sea', name: 'Sea', colour: '#1a5276' },
    { id: 'b', code: 'sand', name: 'Sand', colour: '#d2b48c' },
  ]);

  test('is told from all others but itself', () => {
    assert.equal(nearestTo('#1a5277', shop, 'new')?.other.id, 'a');
    assert.equal(nearestTo('#1a5277', shop, 'a'), null);
    assert.equal(nearestTo('#ff0000', shop, 'new'), null);
    assert.equal(nearestTo('no colour', shop, 'new'), null);
  });

  test('is warned about in the dry run, beside the shop’s and beside earlier lines, and not held up', () => {
    const columns = [
      { name: 'code', parse: (text: string) => succeed(text) },
      { name: 'colour', parse: (text: string) => textToValue('colour', text, false) },
    ];
    const cells = [
      ['code', 'colour'],
      ['ocean', '#1a5277'],
      ['fire', '#ff0000'],
      ['flame', '#ff0001'],
      ['moss', '#228b22'],
    ];
    const report = warnOfNear(dryRun(cells, columns, 'code', new Map(), {}), shop);
    assert.deepEqual(
      report.lines.map(({ kind, note }) => [kind, note?.replace(/ \(.*/, '')]),
      [
        ['new', 'is hard to tell from Sea'],
        ['new', undefined],
        ['new', 'is hard to tell from fire'],
        ['new', undefined],
      ],
    );
  });
});
