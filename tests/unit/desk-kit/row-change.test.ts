import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AnyValues } from '#desk-kit/model/desk-row.ts';
import { rowChanges, changeWords, rowName } from '#desk-kit/model/row-change.ts';
import { momentWords } from '#shared/date-words.ts';

const logged = (before: AnyValues | null, after: AnyValues | null) => ({
  action: 'update',
  row_id: 'r-1',
  before,
  after,
});

describe('a row of the audit log', () => {
  test('tells what was changed from what to what, and nothing that stayed', () => {
    const row = logged(
      { title: 'Alder', price_minor: 3500, tags: ['wood'], version: 1, updated_at: 'a' },
      { title: 'Alder', price_minor: 3900, tags: [], version: 2, updated_at: 'b' },
    );
    assert.deepEqual(rowChanges(row), [
      { column: 'price', before: '€35.00', after: '€39.00' },
      { column: 'tags', before: 'wood', after: '' },
    ]);
    assert.equal(changeWords(row), 'price: €35.00 → €39.00, tags: wood → nothing');
  });

  test('says moments and columns as the desks do, and leaves alone what only looks like one', () => {
    const at = '2026-11-23T04:50:35.729928+00:00';
    assert.deepEqual(rowChanges(logged({ settled_at: null }, { settled_at: at })), [
      { column: 'settled at', before: '', after: momentWords(at) },
    ]);
    const odd = { price_minor: 'free', note: `at ${at}` };
    assert.deepEqual(
      rowChanges(logged(null, odd)).map(({ after }) => after),
      ['free', `at ${at}`],
    );
  });

  test('is called as people call it, and by its id where it has no name', () => {
    assert.equal(rowName(logged({ title: 'Before', code: 'A' }, { title: 'After' })), 'After');
    assert.equal(rowName(logged({ sku: 'KNOB', version: 1 }, null)), 'KNOB');
    assert.equal(rowName(logged(null, { number: 2, title: 'Round two' })), 'Round two');
    assert.equal(rowName(logged(null, { price: 1 })), 'r-1');
  });

  test('names what a new row, a removed one and a refused call hold', () => {
    assert.deepEqual(rowChanges(logged(null, { code: 'A' })), [
      { column: 'code', before: '', after: 'A' },
    ]);
    assert.deepEqual(rowChanges(logged({ code: 'A' }, null)), [
      { column: 'code', before: 'A', after: '' },
    ]);
    assert.equal(
      changeWords(logged(null, { a: 1, b: 2, c: 3, d: 4, e: 5 })),
      'a, b, c, d and 1 more',
    );
  });

  test('says why somebody looked at what is masked', () => {
    const read = { ...logged(null, { reason: 'It came back' }), action: 'read' };
    assert.equal(changeWords(read), 'reason: It came back');
  });

  test('keeps long texts out of its line, whole in its changes', () => {
    const long = 'x'.repeat(100);
    const row = logged({ body: '' }, { body: long });
    assert.equal(changeWords(row), 'body');
    assert.equal(rowChanges(row)[0]?.after, long);
  });
});
