import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deskRow, type Draft } from '#desk-kit/model/desk-row.ts';
import {
  clashesOf,
  conflictsOf,
  overConflicts,
  readAnew,
  typedSince,
} from '#features/catalogue/model/form/product-conflict.ts';
import {
  addPart,
  changesOf,
  emptyForm,
  isChanged,
  patchPart,
  patchProduct,
  removePart,
  type PartDraft,
  type ProductForm,
  type ProductPatch,
} from '#features/catalogue/model/form/product-form.ts';

const stored = <Values>(
  id: string,
  version: number,
  values: NoInfer<Draft<Values>['values']>,
): Draft<Values> => deskRow({ ...values, id, version });

const saved: ProductForm = {
  ...emptyForm('p'),
  product: stored('p', 3, { title: 'Old', summary: 'Short', seo_title: '' }),
  variants: [
    stored('b', 1, { title: 'Base', price_minor: 900 }),
    stored('n', 1, { title: 'Novelties', price_minor: 400 }),
  ],
};

const theirs = (values: ProductPatch, variants: ProductForm['variants']): ProductForm => ({
  ...saved,
  product: stored('p', 4, { ...saved.product.values, ...values, version: 4 }),
  variants,
});

const clashesIn = (form: ProductForm, now: ProductForm) =>
  clashesOf(saved, form, conflictsOf(saved, form, now)).map(
    ({ part, column, theirs, mine }) => [part, column, theirs, mine] as const,
  );

describe('two who change one product', () => {
  test('keep what each of them alone changed, and nothing is asked', () => {
    const mine = patchProduct(saved, { title: 'Mine' });
    const now = theirs({ seo_title: 'Theirs' }, saved.variants);
    assert.deepEqual(clashesIn(mine, now), []);
    const conflicts = conflictsOf(saved, mine, now);
    const over = overConflicts(saved, mine, conflicts);
    const { version, title, seo_title: seo } = over.product.values;
    assert.deepEqual([over.product.version, version, title, seo], [4, 4, 'Mine', 'Theirs']);
    const sent = changesOf(readAnew(saved, conflicts), over);
    assert.deepEqual([sent['title'], sent['seo_title'], sent['variants']], ['Mine', 'Theirs', []]);
  });

  test('are shown both values of what both changed', () => {
    const priced = patchPart(saved, 'variants', 'b', { price_minor: 950 });
    const mine = patchProduct(priced, { title: 'Mine', summary: 'Same' });
    const base: PartDraft<'variants'> = stored('b', 2, { title: 'Base kit', price_minor: 999 });
    const now = theirs({ title: 'Theirs', summary: 'Same' }, [base, ...saved.variants.slice(1)]);
    assert.deepEqual(clashesIn(mine, now), [
      ['product', 'title', 'Theirs', 'Mine'],
      ['variants', 'price_minor', 999, 950],
    ]);
    const over = overConflicts(saved, mine, conflictsOf(saved, mine, now));
    const [row] = over.variants;
    assert.deepEqual(
      [row?.version, row?.values.title, row?.values.price_minor],
      [2, 'Base kit', 950],
    );
  });

  test('are told where one took away what the other changed', () => {
    const removed = removePart(saved, 'variants', 'b');
    const base: PartDraft<'variants'> = stored('b', 2, { title: 'Base', price_minor: 999 });
    const now = theirs({}, [base, ...saved.variants.slice(1)]);
    assert.deepEqual(
      clashesIn(removed, now).map(([part, column]) => [part, column]),
      [['variants', null]],
    );
    const priced = patchPart(saved, 'variants', 'b', { price_minor: 950 });
    const gone = theirs({}, saved.variants.slice(1));
    assert.deepEqual(
      clashesIn(priced, gone).map(([part, , their]) => [part, their]),
      [['variants', null]],
    );
    const back = overConflicts(saved, priced, conflictsOf(saved, priced, gone));
    assert.equal(back.variants[0]?.version, null, 'it is made again');
    assert.deepEqual(clashesIn(removed, gone), [], 'both took it away');
  });
});

describe('what is typed while the form is being saved', () => {
  const sent = removePart(
    addPart(patchProduct(saved, { title: 'Sent' }), 'pools', 'pile', { code: 'PILE' }),
    'variants',
    'n',
  );
  const storedNow: ProductForm = {
    ...theirs({ title: 'Sent', seo_title: 'By the shop' }, [stored('b', 1, { title: 'Base' })]),
    variants: [stored('b', 2, { ...saved.variants[0]?.values, version: 2 })],
  };

  test('stands over what was stored, and nothing of what was sent is sent again', () => {
    const typed = patchPart(
      addPart(patchProduct(sent, { summary: 'Typed' }), 'facts', 'f', { label: 'New' }),
      'variants',
      'b',
      { price_minor: 950 },
    );
    const form = typedSince(sent, typed, storedNow);
    const { title, summary, seo_title: seo } = form.product.values;
    assert.deepEqual(
      [title, summary, seo, form.product.version],
      ['Sent', 'Typed', 'By the shop', 4],
    );
    const again = changesOf(storedNow, form);
    assert.deepEqual([again['pools'], again['removed'], again['options']], [[], [], []]);
    assert.deepEqual(
      [again['facts'], again['variants']].map((rows) =>
        (rows as { id: string }[]).map(({ id }) => id),
      ),
      [['f'], ['b']],
    );
    assert.equal(form.variants[0]?.version, 2);
  });

  test('and where nothing was typed, nothing differs', () => {
    assert.equal(isChanged(storedNow, typedSince(sent, sent, storedNow)), false);
  });
});
