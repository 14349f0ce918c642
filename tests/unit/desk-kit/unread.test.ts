import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Backend } from '#shared/backend/client.ts';
import { insertDeskRow, updateDeskRow } from '#desk-kit/api/desk-rows.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { typedValue, valueToText } from '#desk-kit/model/field-text.ts';
import {
  addPart,
  emptyForm,
  patchPart,
  patchProduct,
} from '#features/catalogue/model/form/product-form.ts';
import { blockingProblems } from '#features/catalogue/model/form/product-problems.ts';
import { succeed } from '#shared/result.ts';
import { unreadFault, type Unread } from '#desk-kit/model/unread.ts';
import { createDeskForm } from '#desk-kit/store/desk-form.ts';

const price = typedValue('money', 'abc', false);
const source = { table: 'shipping_rates', columns: '*', searched: [], nullable: [] };
const row: DeskRow = { id: 'r', version: 3, values: { price_minor: 1990, note: '' } };
const words = 'An amount looks like 12.50.';

describe('what is typed and is no value yet', () => {
  test('stands as it was typed, with what it lacks', () => {
    assert.equal(valueToText('money', price), 'abc');
    assert.equal(unreadFault({ note: 'x', price_minor: price }), words);
    assert.equal(unreadFault({ note: 'x', price_minor: 1250, rules: { fault: 'none' } }), null);
    assert.deepEqual(typedValue('money', '12,5', false), 1250);
  });

  test('keeps its form from being saved, the other fields of it too', async () => {
    const written: unknown[] = [];
    const table = { source: { ...source, tieBreaker: 'id' }, reload: () => Promise.resolve() };
    const form = createDeskForm(table, (_source, _row, patch) => {
      written.push(patch);
      return Promise.resolve(succeed({ changed: row, current: row }));
    });
    form.open(row);
    form.patch({ note: 'New', price_minor: price });
    await form.save();
    assert.deepEqual(written, []);
    const { problem, isSaving, patch } = form.$state.get();
    assert.deepEqual([problem, isSaving], [words, false]);
    assert.deepEqual(patch, { note: 'New', price_minor: price });
    form.patch({ price_minor: 2090 });
    await form.save();
    assert.deepEqual(written, [{ note: 'New', price_minor: 2090 }]);
  });

  test('is refused before the shop is asked, for a new row and for an old one', async () => {
    let asked = 0;
    const from = () => {
      asked += 1;
      throw new Error('The shop was asked');
    };
    const backend = Promise.resolve({ from } as unknown as Backend);
    const patch = { note: 'New', price_minor: price };
    for (const made of [
      await updateDeskRow(source, row, patch, backend),
      await insertDeskRow('shipping_rates', patch, undefined, backend),
    ])
      assert.deepEqual(!made.ok && [made.error.kind, made.error.message], ['refused', words]);
    assert.equal(asked, 0);
  });

  test('keeps a product from being saved, and says of which part it is', () => {
    const values = { sku: 'BOARD-1', title: 'Base', price_minor: 100, weight_grams: 100 };
    const board = patchProduct(addPart(emptyForm('p'), 'variants', 'v', values), {
      title: 'Board',
      url: 'board',
    });
    assert.deepEqual(blockingProblems(board), []);
    const first = (form: typeof board) => {
      const [{ field, message } = { field: '', message: '' }] = blockingProblems(form);
      return [field, message];
    };
    const days = typedValue('number', 'two', false);
    assert.deepEqual(first(patchProduct(board, { handling_days: days as Unread })), [
      'handling_days',
      'Enter a whole number.',
    ]);
    assert.deepEqual(first(patchPart(board, 'variants', 'v', { weight_grams: price as Unread })), [
      'variants v',
      `BOARD-1: ${words}`,
    ]);
  });
});
