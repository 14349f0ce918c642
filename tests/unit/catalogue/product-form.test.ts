import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deskRow, textOf, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { textToMinor, textToValue, valueToText } from '#desk-kit/model/field-text.ts';
import {
  addPart,
  changesOf,
  duplicateForm,
  emptyForm,
  isChanged,
  movePart,
  patchPart,
  patchProduct,
  removePart,
  type PartPatch,
  type ProductForm,
} from '#features/catalogue/model/form/product-form.ts';
import { blockingProblems, problemsOf } from '#features/catalogue/model/form/product-problems.ts';
import {
  saleProblems,
  type SaleSurroundings,
} from '#features/catalogue/model/form/product-sale.ts';
import { newVariant } from '#features/catalogue/model/form/new-parts.ts';

const stored = <Values>(id: string, values: NoInfer<Draft<Values>['values']>): Draft<Values> =>
  deskRow({ id, version: 2, ...values });

function boardForm(): ProductForm {
  const empty = emptyForm('p');
  return {
    ...empty,
    product: stored('p', {
      ...empty.product.values,
      title: 'Board',
      url: 'board',
      summary: 'A board',
    }),
    options: [stored('o1', { product_id: 'p', title: 'Case', code: 'case', is_required: true })],
    values: [
      stored('d1', { option_id: 'o1', title: 'Dark', code: 'dark', is_default: true }),
      stored('light', { option_id: 'o1', title: 'Light', code: 'light' }),
    ],
    rules: [
      stored('rule', { product_id: 'p', value_id: 'd1', other_value_id: 'x', reason: 'No room' }),
    ],
    variants: [
      stored('v', {
        product_id: 'p',
        sku: 'BOARD-1',
        title: 'Base',
        price_minor: 100,
        weight_grams: 100,
        availability: 'group_buy',
      }),
    ],
  };
}

describe('a product while it is changed', () => {
  test('a value that is the name of a variant as well keeps it from being saved', () => {
    const board = boardForm();
    const dark = patchPart(board, 'variants', 'v', { title: 'Dark' });
    assert.deepEqual(
      blockingProblems(dark).map(({ field, weight }) => [field, weight]),
      [['values d1', 'save']],
    );
    assert.deepEqual(blockingProblems(board), []);
  });

  test('sends only the parts that differ, with the version that was read', () => {
    const saved = boardForm();
    const form = patchPart(saved, 'variants', 'v', { price_minor: 200 });
    const changes = changesOf(saved, form);
    assert.deepEqual(changes['options'], []);
    const [variant] = changes['variants'] as Record<string, unknown>[];
    assert.deepEqual([variant?.['price_minor'], variant?.['version']], [200, 2]);
  });

  test('takes away with an option its values and their rules', () => {
    const form = removePart(boardForm(), 'options', 'o1');
    assert.deepEqual([form.options, form.values, form.rules], [[], [], []]);
    assert.deepEqual(form.removed.toSorted(), ['d1', 'light', 'o1', 'rule']);
  });

  test('what was never saved leaves no trace when it is taken away', () => {
    const form = removePart(addPart(boardForm(), 'variants', 'n', {}), 'variants', 'n');
    assert.deepEqual(form.removed, []);
    assert.equal(isChanged(boardForm(), form), false);
  });

  test('numbers its parts anew when one is moved, and not beyond the ends', () => {
    const moved = movePart(boardForm(), 'values', 'd1', 5);
    assert.deepEqual(
      moved.values.map((row) => [row.id, row.values.position]),
      [
        ['light', 0],
        ['d1', 1],
      ],
    );
  });

  test('moves a value among the values of its option, whatever the others number', () => {
    const of = (option: string, id: string, position: number) =>
      stored(id, { option_id: option, title: id, code: id, position });
    const values = [of('o1', 'a', 0), of('o2', 'x', 0), of('o1', 'b', 1), of('o2', 'y', 1)];
    const form = { ...boardForm(), values };
    const moved = movePart(form, 'values', 'b', -1);
    assert.deepEqual(
      moved.values.map((row) => [row.id, row.values.position]),
      [
        ['b', 0],
        ['x', 0],
        ['a', 1],
        ['y', 1],
      ],
    );
    assert.equal(isChanged(form, movePart(moved, 'values', 'b', 1)), false, 'and back');
  });

  test('a duplicate is a draft of its own whose parts name each other and nothing of the first', () => {
    let count = 0;
    const copy = duplicateForm(boardForm(), () => `new-${(count += 1)}`);
    const text = JSON.stringify([copy.options, copy.values, copy.variants, copy.product.id]);
    for (const id of ['"p"', '"o1"', '"d1"', '"v"']) assert.ok(!text.includes(id), id);
    assert.equal(textOf(copy.values[0] ?? null, 'option_id'), copy.options[0]?.id);
    assert.equal(textOf(copy.product, 'status'), 'draft');
    assert.equal(textOf(copy.variants[0] ?? null, 'sku'), 'BOARD-1-COPY');
    assert.ok([copy.product, ...copy.options, ...copy.values].every((row) => row.version === null));
  });
});

describe('what is wrong with a product', () => {
  const fields = (form: ProductForm) => blockingProblems(form).map(({ field }) => field);

  test('a draft may be unfinished, what is published may not', () => {
    const draft = patchProduct(boardForm(), { summary: '' });
    assert.deepEqual(fields(draft), []);
    const published = patchProduct(draft, { status: 'published' });
    assert.deepEqual(fields(published), ['summary', 'publish_at']);
  });

  test('a picture is asked what is on it when anybody is to see it', () => {
    const draft = patchProduct(boardForm(), { status: 'draft' });
    const pictured = addPart(draft, 'images', 'i', { alt: '' });
    assert.deepEqual(fields(pictured), []);
    const shown = { status: 'published', publish_at: '2026-01-01T00:00:00Z' };
    assert.deepEqual(fields(patchProduct(pictured, shown)), ['images i']);
  });

  test('what the database would refuse is said before', () => {
    const board = boardForm();
    const broken: readonly [ProductForm, string][] = [
      [patchProduct(board, { title: 'x' }), 'title'],
      [patchProduct(board, { url: 'No Url' }), 'url'],
      [patchProduct(board, { url: 'artisans' }), 'url'],
      [patchProduct(board, { kind: 'keyboard' }), 'category'],
      [patchPart(board, 'variants', 'v', { sku: 'small' }), 'variants v'],
      [patchPart(board, 'variants', 'v', { price_minor: null }), 'variants v'],
      [patchPart(board, 'variants', 'v', { weight_grams: 0 }), 'variants v'],
      [patchPart(board, 'variants', 'v', { availability: 'in_stock' }), 'variants v'],
      [patchPart(board, 'variants', 'v', { availability: 'preorder' }), 'variants v'],
      [patchPart(board, 'options', 'o1', { code: 'Case' }), 'options o1'],
      [patchPart(board, 'values', 'd1', { title: '' }), 'values d1'],
      [patchPart(board, 'rules', 'rule', { reason: 'no' }), 'rules rule'],
    ];
    for (const [form, field] of broken) assert.deepEqual(fields(form), [field]);
    assert.deepEqual(fields(board), []);
    assert.ok(problemsOf(board).some(({ weight }) => weight === 'advice'));
  });
});

describe('what nobody can buy', () => {
  const now = Date.parse('2026-05-01T12:00:00Z');
  const pool = (free: number) => deskRow({ id: 'pool', on_hand: free + 2, allocated: 2 });
  const kit = {
    id: 'k',
    variant_id: 'v',
    moq: 10,
    ordered_count: 3,
    waiting_count: 0,
    capacity: null,
    dropped_at: null,
    variant: { title: 'Base', price_minor: 100, currency: 'EUR' },
    tiers: [],
  };
  const batch = (
    values: Partial<Pick<Row<'batches'>, 'stage' | 'closes_at' | 'number'>>,
    of: Partial<Pick<Row<'batch_kits'>, 'capacity' | 'dropped_at'>> = {},
  ) =>
    deskRow({
      id: 'b',
      code: 'BOARD-R1',
      number: 1,
      stage: 'open' as const,
      opens_at: '2026-04-01T00:00:00Z',
      closes_at: '2026-06-01T00:00:00Z',
      kits: [{ ...kit, ...of }],
      ...values,
    });
  const nothing: SaleSurroundings = { pools: [], batches: [], listed: new Set(), now };
  const sold = (variant: PartPatch<'variants'>, around: Partial<SaleSurroundings> = {}) =>
    saleProblems(patchPart(boardForm(), 'variants', 'v', variant), { ...nothing, ...around }).map(
      ({ message }) => message.replace('BOARD-1: nobody can buy it, because ', ''),
    );

  test('is told with its reason, and holds nothing up', () => {
    const inStock = { availability: 'in_stock', stock_pool_id: 'pool' };
    const preorder = { availability: 'preorder', ships_on: '2026-09-01' };
    const told: readonly [PartPatch<'variants'>, Partial<SaleSurroundings>, string][] = [
      [
        { availability: 'archived' },
        {},
        'it is archived. Choose how it is sold under Availability.',
      ],
      [{ price_minor: null }, { batches: [batch({})] }, 'it has no price.'],
      [{ availability: 'in_stock' }, {}, 'it has no stock pool.'],
      [inStock, { pools: [pool(0)] }, 'it is out of stock. Count it under Stock.'],
      [
        { ...inStock, pool_units: 10 },
        { pools: [pool(4)] },
        'each takes more than the 4 left in stock.',
      ],
      [{ availability: 'preorder' }, {}, 'its ship date is missing.'],
      [{ availability: 'list' }, {}, 'no open raffle or list includes it. Start one under Lists.'],
      [{}, {}, 'no batch includes it. Add it to one as a kit.'],
      [{}, { batches: [batch({ stage: 'draft' })] }, 'the batch BOARD-R1 is still a draft.'],
      [
        {},
        { batches: [batch({ closes_at: '2026-04-30T00:00:00Z' })] },
        'the group buy BOARD-R1 is over.',
      ],
      [
        {},
        { batches: [batch({}, { dropped_at: '2026-04-02T00:00:00Z' })] },
        'the batch BOARD-R1 has dropped it.',
      ],
      [
        {},
        { batches: [batch({}, { capacity: 3 })] },
        'all 3 places of the batch BOARD-R1 are taken.',
      ],
    ];
    for (const [variant, around, reason] of told) assert.deepEqual(sold(variant, around), [reason]);
    for (const [variant, around] of [
      [inStock, { pools: [pool(1)] }],
      [preorder, {}],
      [{ availability: 'list' }, { listed: new Set(['v']) }],
      [{}, { batches: [batch({}), batch({ stage: 'archived', number: 2 })] }],
      // Of a stage that came with a later build nobody knows here whether it sells.
      [{}, { batches: [batch({ stage: 'second_round' as never })] }],
    ] as const)
      assert.deepEqual(sold(variant, around), []);
    const published = patchProduct(boardForm(), { status: 'published', publish_at: '2026-05-01' });
    assert.deepEqual(blockingProblems(published), []);
    assert.equal(saleProblems(published, nothing)[0]?.weight, 'sale');
  });

  test('an archived variant is no problem beside one that sells, nor in an archived product', () => {
    const old = { sku: 'OLD', availability: 'archived', price_minor: 100 };
    const form = addPart(boardForm(), 'variants', 'old', old);
    assert.deepEqual(saleProblems(form, { ...nothing, batches: [batch({})] }), []);
    assert.equal(saleProblems(form, nothing).length, 2);
    assert.deepEqual(saleProblems(patchProduct(form, { status: 'archived' }), nothing), []);
  });

  test('a new variant is sold as its siblings are, has no price yet, and is never archived', () => {
    const how = (siblings: ProductForm['variants']) => newVariant(siblings).availability;
    assert.equal(how([]), 'in_stock');
    assert.equal(how(boardForm().variants), 'group_buy');
    assert.equal(how([stored('old', { availability: 'archived' })]), 'in_stock');
    const form = addPart(boardForm(), 'variants', 'new', newVariant([]));
    const said = problemsOf(form).map(({ message }) => message);
    assert.ok(said.includes('A variant: the price is missing.'), said.join('; '));
  });
});

describe('fields', () => {
  test('amounts are typed with a point or a comma and never lose a cent', () => {
    for (const [text, minor] of [
      ['12', 1200],
      ['12.5', 1250],
      ['12,05', 1205],
      ['-3.00', -300],
    ] as const) {
      assert.deepEqual(textToMinor(text), { ok: true, value: minor });
    }
    for (const wrong of ['', '1.234', '1e3', 'x', '12345678', '=1']) {
      assert.equal(textToMinor(wrong).ok, false, wrong);
    }
    assert.equal(valueToText('money', 1205), '12.05');
  });

  test('an empty optional field is nothing, an empty needed one is refused', () => {
    assert.deepEqual(textToValue('number', '', true), { ok: true, value: null });
    assert.equal(textToValue('number', '', false).ok, false);
    assert.equal(textToValue('number', '1.5', false).ok, false);
    assert.deepEqual(textToValue('lines', ' a \n\n b ', false), { ok: true, value: ['a', 'b'] });
    assert.equal(textToValue('colour', 'red', false).ok, false);
  });

  test('a moment comes back as it was', () => {
    const moment = '2026-05-01T18:30:00.000Z';
    assert.deepEqual(textToValue('moment', valueToText('moment', moment), false), {
      ok: true,
      value: moment,
    });
  });
});
