import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { estimateShipping } from '../../../src/features/shipping/model/shipping-estimate.ts';
import {
  cellKey,
  countChanges,
  draftOf,
  gapsOf,
  planChanges,
  ratesOn,
  readPrice,
  savedPrice,
  stepsOf,
  withSteps,
  withTyped,
  type RateChanges,
  type RateDraft,
  type RateStep,
  type ZoneRate,
} from '../../../src/features/shipping/model/rate-grid.ts';

const today = '2026-11-28';
const methods = [{ id: 'parcel' }, { id: 'express' }];

function rate(methodId: string, part: Partial<ZoneRate>): ZoneRate {
  const { from_weight_grams: grams = 0, from_value_minor: minor = 0 } = part;
  return {
    id: `${methodId} ${grams} ${minor} ${part.valid_from ?? ''}`,
    version: 1,
    method_id: methodId,
    from_weight_grams: grams,
    to_weight_grams: 500,
    from_value_minor: minor,
    to_value_minor: null,
    price_minor: 1000,
    valid_from: '2025-01-01',
    valid_to: null,
    ...part,
  };
}

const rates = [
  rate('parcel', { to_weight_grams: 500, price_minor: 890 }),
  rate('parcel', { from_weight_grams: 500, to_weight_grams: 2000, price_minor: 1090 }),
  rate('express', { to_weight_grams: 2000, price_minor: 2190 }),
];

let made = 0;

/** What the table holds once the changes are saved. */
function saved(before: readonly ZoneRate[], { remove, change, add }: RateChanges): ZoneRate[] {
  const gone = new Set(remove.map(({ id }) => id));
  const kept = before
    .filter(({ id }) => !gone.has(id))
    .map((each) => {
      const { price_minor: price, valid_to: to } = change.find(({ id }) => id === each.id) ?? {};
      return { ...each, price_minor: price ?? each.price_minor, valid_to: to ?? each.valid_to };
    });
  const added = add.map((row) => ({ ...row, id: `new ${(made += 1)}`, version: 1 }));
  return [...kept, ...added];
}

const step = (draft: RateDraft, toGrams: number, fromMinor = 0): RateStep => {
  const found = stepsOf(draft).find(
    (each) => each.to_weight_grams === toGrams && each.from_value_minor === fromMinor,
  );
  assert.ok(found);
  return found;
};

function plan(before: readonly ZoneRate[], draft: RateDraft, day = today): RateChanges {
  const planned = planChanges({ rates: before, methods, draft, day, today });
  assert.ok(planned.ok);
  return planned.value;
}

/** What the checkout charges, asked as it asks. */
function priceOf(
  all: readonly ZoneRate[],
  methodId: string,
  grams: number,
  minor = 100,
  day = today,
) {
  const method = {
    name: '',
    carrier: '',
    daysMin: 1,
    daysMax: 2,
    maxWeightGrams: 1_000_000,
    maxValueMinor: null,
    refusedTags: [],
    currency: 'EUR',
    rates: all
      .filter((each) => each.method_id === methodId)
      .map((each) => ({
        fromWeightGrams: each.from_weight_grams,
        toWeightGrams: each.to_weight_grams,
        fromValueMinor: each.from_value_minor,
        toValueMinor: each.to_value_minor,
        priceMinor: each.price_minor,
        validFrom: each.valid_from,
        validTo: each.valid_to,
      })),
  };
  return estimateShipping(method, { weightGrams: grams, valueMinor: minor, tags: [], day })
    .priceMinor;
}

const type = (
  draft: RateDraft,
  methodId: string,
  at: RateStep,
  text: string,
  before: readonly ZoneRate[] = rates,
) => withTyped(draft, cellKey(methodId, at), text, savedPrice(before, methodId, at));

describe('the grid of a zone', () => {
  test('a price that was typed is what a parcel of that step pays, and the rate stays its row', () => {
    const draft = draftOf(rates);
    const changes = plan(rates, type(draft, 'parcel', step(draft, 2000), '11.50'));
    assert.deepEqual(changes, {
      remove: [],
      change: [{ id: 'parcel 500 0 ', version: 1, price_minor: 1150 }],
      add: [],
    });
    const after = saved(rates, changes);
    assert.equal(priceOf(after, 'parcel', 1200), 1150);
    assert.equal(priceOf(after, 'parcel', 500), 890);
  });

  test('one step of a rate that spans two gets its own price, and the other keeps the old one', () => {
    const draft = draftOf(rates);
    const after = saved(rates, plan(rates, type(draft, 'express', step(draft, 500), '19')));
    assert.equal(priceOf(after, 'express', 500), 1900);
    assert.equal(priceOf(after, 'express', 501), 2190);
    assert.equal(priceOf(after, 'parcel', 501), 1090);
  });

  test('a new step divides the one it lies in, and changes nothing until it has a price of its own', () => {
    const draft = withSteps(draftOf(rates), { weights: [500, 1000, 2000] }, methods);
    assert.equal(countChanges(plan(rates, draft)), 0);
    const after = saved(rates, plan(rates, type(draft, 'parcel', step(draft, 1000), '10')));
    assert.deepEqual(
      [500, 501, 1000, 1001, 2000].map((grams) => priceOf(after, 'parcel', grams)),
      [890, 1000, 1000, 1090, 1090],
    );
    assert.equal(priceOf(after, 'express', 900), 2190);
  });

  test('without a step, its parcels pay what the next heavier one costs; without the last, nothing goes', () => {
    const merged = withSteps(draftOf(rates), { weights: [2000] }, methods);
    assert.equal(priceOf(saved(rates, plan(rates, merged)), 'parcel', 200), 1090);
    const lighter = withSteps(draftOf(rates), { weights: [500] }, methods);
    const after = saved(rates, plan(rates, lighter));
    assert.equal(priceOf(after, 'parcel', 500), 890);
    assert.equal(priceOf(after, 'express', 500), 2190);
    assert.equal(priceOf(after, 'express', 501), null);
  });

  test('what was typed goes along with its step when steps change around it', () => {
    const draft = draftOf(rates);
    const typed = type(draft, 'parcel', step(draft, 2000), '12');
    const divided = withSteps(typed, { weights: [500, 1000, 2000] }, methods);
    const after = saved(rates, plan(rates, divided));
    assert.equal(priceOf(after, 'parcel', 900), 1200);
    assert.equal(priceOf(after, 'parcel', 1900), 1200);
  });

  test('an emptied cell is not offered, and nothing typed is never free', () => {
    const draft = draftOf(rates);
    const changes = plan(rates, type(draft, 'parcel', step(draft, 500), ''));
    assert.equal(priceOf(saved(rates, changes), 'parcel', 100), null);
    assert.deepEqual(readPrice(' '), { ok: true, value: null });
    assert.deepEqual(readPrice('0'), { ok: true, value: 0 });
    for (const text of ['x', '-1', '1.234', '100001'])
      assert.equal(readPrice(text).ok, false, text);
    const broken = type(draft, 'parcel', step(draft, 500), 'abc');
    assert.equal(planChanges({ rates, methods, draft: broken, day: today, today }).ok, false);
  });

  test('prices by value have a row for each value, and a value step can go again', () => {
    const byValue = [
      rate('parcel', { to_weight_grams: 2000, to_value_minor: 15_000, price_minor: 695 }),
      rate('parcel', { to_weight_grams: 2000, from_value_minor: 15_000, price_minor: 0 }),
    ];
    const draft = draftOf(byValue);
    assert.equal(stepsOf(draft).length, 2);
    const one = withSteps(draft, { values: [0] }, methods);
    const after = saved(byValue, plan(byValue, one));
    assert.equal(priceOf(after, 'parcel', 100, 20_000), 695);
    const typed = withTyped(draft, cellKey('parcel', step(draft, 2000, 15_000)), '2', 0);
    assert.equal(priceOf(saved(byValue, plan(byValue, typed)), 'parcel', 100, 15_000), 200);
  });

  test('prices from a later day leave those of today, and end where other prices begin', () => {
    const later = '2027-02-01';
    const draft = draftOf(rates);
    const changes = plan(rates, type(draft, 'parcel', step(draft, 500), '9.50'), later);
    const after = saved(rates, changes);
    assert.equal(priceOf(after, 'parcel', 100), 890);
    assert.equal(priceOf(after, 'parcel', 100, 100, '2027-01-31'), 890);
    assert.equal(priceOf(after, 'parcel', 100, 100, later), 950);
    // Today's empty cell is filled until the day on which it has a price already.
    const planned = [rate('parcel', { to_weight_grams: 500, price_minor: 700, valid_from: later })];
    const empty = { weights: [500], values: [0], typed: new Map<string, string>() };
    const filled = saved(planned, plan(planned, type(empty, 'parcel', step(empty, 500), '6')));
    assert.equal(priceOf(filled, 'parcel', 100), 600);
    assert.equal(priceOf(filled, 'parcel', 100, 100, later), 700);
    assert.equal(ratesOn(filled, later).length, 1, 'never two prices on one day');
  });

  test('any typing and any steps leave one price at most for every parcel, and the one that is shown', () => {
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    let before = rates;
    for (let round = 0; round < 300; round += 1) {
      // Most begin with what the one before saved: gaps, and steps of one method alone.
      if (before.length === 0 || next(8) === 0) before = rates;
      let draft = draftOf(before);
      const bounds = [500, 2000, ...Array.from({ length: 2 }, () => 100 * (1 + next(30)))];
      draft = withSteps(
        draft,
        { weights: bounds.filter(() => next(4) > 0), values: next(3) === 0 ? [0, 5000] : [0] },
        methods,
      );
      for (const each of stepsOf(draft))
        for (const { id } of methods)
          if (next(3) === 0)
            draft = type(draft, id, each, next(4) === 0 ? '' : String(next(50)), before);
      const after = saved(before, plan(before, draft));
      for (const each of stepsOf(draft))
        for (const { id } of methods) {
          const typed = draft.typed.get(cellKey(id, each));
          const read = readPrice(typed ?? '');
          // Where nothing was typed, the checkout charges what it did before.
          const { to_weight_grams: toGrams, from_value_minor: fromMinor } = each;
          const was = priceOf(before, id, toGrams, fromMinor);
          const shown = typed === undefined ? was : read.ok ? read.value : -1;
          assert.equal(priceOf(after, id, toGrams, fromMinor), shown);
          if (typed === undefined) assert.equal(savedPrice(before, id, each), was);
          const boxes = after.filter(
            (row) =>
              row.method_id === id &&
              row.from_weight_grams < each.to_weight_grams &&
              each.to_weight_grams <= row.to_weight_grams &&
              row.from_value_minor <= each.from_value_minor &&
              each.from_value_minor < (row.to_value_minor ?? Infinity),
          );
          assert.ok(boxes.length <= 1, `${id} ${each.to_weight_grams}`);
        }
      before = after;
    }
  });
});

test('gaps are said in words: between steps, over the last one, and beyond what a method carries', () => {
  const draft = draftOf(rates);
  const steps = stepsOf(draft);
  const method = { id: 'parcel', name: 'Parcel', max_weight_grams: 2000 };
  const priced = (grams: readonly number[]) => (each: RateStep) =>
    grams.includes(each.to_weight_grams) ? 100 : null;
  assert.deepEqual(gapsOf(method, steps, priced([500, 2000])), []);
  assert.deepEqual(gapsOf(method, steps, priced([2000])), ['Parcel has no price for 0 to 500 g.']);
  assert.deepEqual(gapsOf(method, steps, priced([500])), [
    'Parcel takes parcels up to 2,000 g, and has no price over 500 g.',
  ]);
  assert.deepEqual(gapsOf({ ...method, max_weight_grams: 500 }, steps, priced([500, 2000])), [
    'Parcel takes parcels up to 500 g: its prices for heavier ones never apply.',
  ]);
  assert.deepEqual(
    gapsOf(method, steps, () => null),
    ['Parcel has no price here, so nobody can choose it.'],
  );
});
