import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import {
  hasShipped,
  pieceWords,
  returnable,
  returnMoves,
  worthOf,
  type WaysBack,
} from '#features/orders/model/returns.ts';

const line = { until: null, warranty_until: null };
const ways: WaysBack = {
  cancel: null,
  postage_minor: 495,
  lines: [
    {
      ...line,
      line_id: 'knobs',
      quantity: 3,
      of: 3,
      way: 'withdrawal',
      percent: 100,
      amount_minor: 1000,
    },
    {
      ...line,
      line_id: 'board',
      quantity: 1,
      of: 1,
      way: 'made_for_you',
      percent: 0,
      amount_minor: 0,
    },
    {
      ...line,
      line_id: 'foam',
      quantity: 0,
      of: 1,
      way: 'withdrawal',
      percent: 100,
      amount_minor: 700,
    },
  ],
  returns: [],
};

describe('returns', () => {
  test('move as the database says', () => {
    const cases: unknown = JSON.parse(
      readFileSync(new URL('../../cases/return-moves.json', import.meta.url), 'utf8'),
    );
    assert.deepEqual(returnMoves, cases);
  });

  test('what gives a right is offered, and what is in a return already is not', () => {
    const ids = (kind: 'withdrawal' | 'fault') => returnable(ways, kind).map((way) => way.line_id);
    assert.deepEqual(ids('withdrawal'), ['knobs']);
    assert.deepEqual(ids('fault'), ['knobs', 'board']);
  });

  test('a part brings its share, and only the whole brings the postage', () => {
    assert.equal(worthOf(ways, [{ line_id: 'knobs', quantity: 1 }]), 333);
    assert.equal(worthOf(ways, [{ line_id: 'knobs', quantity: 3 }]), 1000);
    const whole = [
      { line_id: 'knobs', quantity: 3 },
      { line_id: 'board', quantity: 1 },
      { line_id: 'foam', quantity: 1 },
    ];
    assert.equal(worthOf(ways, whole), 2195);
  });

  test('only what has left has to be sent back', () => {
    const order = {
      lines: [
        { id: 'knobs', shipment_id: 'first' },
        { id: 'board', shipment_id: 'second' },
      ],
      shipments: [
        { id: 'first', status: 'shipped' },
        { id: 'second', status: 'planned' },
      ],
    } as const;
    const has = (...ids: string[]) =>
      hasShipped(
        order,
        ids.map((id) => ({ line_id: id, quantity: 1 })),
      );
    assert.deepEqual([has('board'), has('board', 'knobs'), has()], [false, true, false]);
  });

  test('pieces are told with their number', () => {
    const lines = [
      { id: 'knobs', title: 'Turned knob', variant_title: 'Black' },
      { id: 'foam', title: 'Foam', variant_title: '' },
    ];
    const told = pieceWords(lines, [
      { line_id: 'knobs', quantity: 2 },
      { line_id: 'foam', quantity: 1 },
    ]);
    assert.equal(told, '2 × Turned knob, Black; Foam');
  });
});
