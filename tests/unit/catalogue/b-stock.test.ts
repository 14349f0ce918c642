import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  bStockOf,
  firstQualityOf,
  foremost,
  inGrades,
  variantName,
} from '#features/catalogue/model/b-stock.ts';

const variant = (title: string, flaws = '', more: object = {}) => ({
  title,
  flaws,
  availability: 'in_stock',
  choices: [] as readonly string[],
  ...more,
});
const slate = variant('Slate');
const cream = variant('Cream');
const marked = variant('Cream', 'Two small marks');

describe('a variant with flaws', () => {
  test('is called B-stock, once', () => {
    assert.equal(variantName(marked), 'Cream, B-stock');
    assert.equal(variantName(cream), 'Cream');
    assert.equal(variantName(variant('B-Stock, cream', 'A mark')), 'B-Stock, cream');
  });

  test('stands after first quality, whatever its place is', () => {
    assert.deepEqual(inGrades([marked, slate, cream]), [slate, cream, marked]);
  });

  test('is no measure of what a product costs while first quality is sold', () => {
    assert.deepEqual(foremost([marked, slate]), [slate]);
    const gone = { ...slate, availability: 'archived' };
    assert.deepEqual(foremost([gone, marked]), [marked]);
    assert.deepEqual(foremost([marked]), [marked]);
    const all = [gone, { ...marked, availability: 'archived' }];
    assert.deepEqual(foremost(all), [gone]);
    assert.deepEqual(bStockOf(all), []);
  });

  test('is compared with its like: of the same choices, the same title, or the only one', () => {
    assert.equal(firstQualityOf(marked, [slate, cream, marked]), cream);
    assert.equal(firstQualityOf(variant('Loud', 'A mark'), [slate]), slate);
    assert.equal(firstQualityOf(variant('Loud', 'A mark'), [slate, cream]), null);
    assert.equal(firstQualityOf(cream, [slate, cream]), null);
    const moss = variant('One', '', { choices: ['Moss'] });
    assert.equal(firstQualityOf({ ...moss, title: 'Other', flaws: 'A mark' }, [slate, moss]), moss);
  });
});
