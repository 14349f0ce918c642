import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deskRow, textOf, type Draft } from '#desk-kit/model/desk-row.ts';
import { emptyForm, type ProductForm } from '#features/catalogue/model/form/product-form.ts';
import {
  asAfter,
  fieldChanges,
  savesOf,
  takeBack,
  whyNotBack,
  type ProductChange,
} from '#features/catalogue/model/form/product-history.ts';
import { textChange } from '#desk-kit/model/text-change.ts';

const stored = <Values>(id: string, values: NoInfer<Draft<Values>['values']>): Draft<Values> =>
  deskRow({ id, version: 3, ...values });

const form: ProductForm = {
  ...emptyForm('p'),
  product: stored('p', { title: 'New', summary: 'Short', status: 'published', publish_at: 'then' }),
  variants: [
    stored('b', { title: 'Base', price_minor: 900, position: 0 }),
    stored('n', { title: 'Novelties', price_minor: 400, position: 1 }),
  ],
};

let last = 100;
const change = (part: Partial<ProductChange>): ProductChange => ({
  id: (last -= 1),
  at: 'monday',
  who: 'you',
  part: 'product',
  rowId: 'p',
  action: 'update',
  before: {},
  after: {},
  ...part,
});

const titles = ({ variants }: ProductForm) => variants.map((row) => textOf(row, 'title'));

describe('the history of a product', () => {
  test('is one save for what one person wrote at one moment', () => {
    const changes = [
      change({ at: 'tuesday', action: 'insert' }),
      change({ at: 'tuesday', action: 'delete' }),
      change({ at: 'tuesday', who: 'an editor', action: 'insert' }),
      change({ action: 'insert' }),
    ];
    assert.deepEqual(
      savesOf(changes).map((save) => save.changes.length),
      [2, 1, 1],
    );
  });

  test('gives one field back, and leaves the others of the same change', () => {
    const changed = change({
      before: { title: 'Old', summary: 'Long' },
      after: { title: 'New', summary: 'Short' },
    });
    const back = takeBack(form, changed, 'title');
    assert.deepEqual([back.product.values.title, back.product.values.summary], ['Old', 'Short']);
    assert.equal(back.product.version, 3, 'it is still checked against what was read');
  });

  test('puts a removed part where it stood, as a new row with the id that others name', () => {
    const removed = change({
      part: 'variants',
      rowId: 'x',
      action: 'delete',
      before: { id: 'x', version: 9, title: 'Forties', position: 0 },
    });
    const back = takeBack(form, removed);
    assert.deepEqual(titles(back), ['Forties', 'Base', 'Novelties']);
    assert.deepEqual([back.variants[0]?.version, back.variants[0]?.id], [null, 'x']);
    assert.equal(takeBack(back, removed).variants.length, 3, 'and only once');
  });

  test('brings no value back whose option is gone', () => {
    const value = change({
      part: 'values',
      rowId: 'v',
      action: 'delete',
      before: { id: 'v', option_id: 'gone', title: 'Dark' },
    });
    assert.equal(takeBack(form, value), form);
    const option = change({ part: 'options', rowId: 'gone', action: 'delete', before: {} });
    assert.equal(takeBack(takeBack(form, option), value).values.length, 1);
  });

  test('gives the product as it was after a save, with all later ones taken back and its visibility as it is', () => {
    const saves = savesOf([
      change({
        at: 'wednesday',
        before: { title: 'Middle', status: 'draft', publish_at: null },
        after: { title: 'New', status: 'published', publish_at: 'then' },
      }),
      change({ at: 'tuesday', part: 'variants', rowId: 'n', action: 'insert', after: {} }),
      change({
        at: 'tuesday',
        part: 'variants',
        rowId: 'b',
        before: { price_minor: 800 },
        after: { price_minor: 900 },
      }),
      change({ at: 'monday', action: 'insert', after: { title: 'Middle' } }),
    ]);
    const back = asAfter(form, saves, 2);
    assert.equal(back.product.values.title, 'Middle');
    assert.equal(back.product.values.status, 'published');
    assert.equal(back.product.values.publish_at, 'then');
    assert.deepEqual(titles(back), ['Base']);
    assert.equal(back.variants[0]?.values.price_minor, 800);
    assert.deepEqual(back.removed, ['n']);
    assert.deepEqual(asAfter(form, saves, 0), form);
  });

  test('tells of batches, prices and stock beside the form, and says why they stay as they are', () => {
    const batch = change({
      part: 'batches',
      rowId: 'r',
      before: { note: 'Old' },
      after: { note: '' },
    });
    assert.equal(takeBack(form, batch, 'note'), form, 'it is no part of the form');
    assert.equal(whyNotBack(batch, 'note'), null, 'but of a form of its own');
    for (const [part, column] of [
      ['batches', 'stage'],
      ['kits', 'moq'],
      ['prices', 'price_minor'],
      ['stock', 'on_hand'],
    ] as const)
      assert.ok(whyNotBack(change({ part }), column), `${part} ${column}`);
    assert.ok(whyNotBack(change({ part: 'batches', action: 'insert' })));
    assert.equal(whyNotBack(change({ part: 'facts' }), 'value'), null);
    const ordered = { before: { ordered_count: 3 }, after: { ordered_count: 4 } };
    assert.deepEqual(savesOf([change({ part: 'kits', ...ordered })]), [], 'orders are no edits');
  });

  test('reads what was changed, without what only counts', () => {
    const changed = change({
      before: { title: 'Old', updated_at: 'a', help: null },
      after: { title: 'New', updated_at: 'b', help: '' },
    });
    assert.deepEqual(fieldChanges(changed), [{ column: 'title', before: 'Old', after: 'New' }]);
  });
});

describe('two versions of a text', () => {
  test('differ in words, with a little of what stands around them', () => {
    const long = 'word '.repeat(30);
    assert.deepEqual(textChange(`${long}red cap`, `${long}blue cap`), {
      lead: `…${long.slice(-40)}`,
      before: 'red',
      after: 'blue',
      rest: ' cap',
    });
    assert.deepEqual(textChange('', 'new'), { lead: '', before: '', after: 'new', rest: '' });
    const doubled = textChange('a a', 'a a a');
    assert.equal(doubled.lead + doubled.after + doubled.rest, 'a a a');
  });
});
