import assert from 'node:assert/strict';
import { test } from 'node:test';
import { obstacleTo } from '#features/catalogue/model/option-choice.ts';
import {
  estimateShipping,
  lowestPrice,
  type EstimateMethod,
  type Parcel,
} from '#features/shipping/model/shipping-estimate.ts';
import {
  schemaAvailabilityOf,
  stockText,
  stockWords,
} from '#features/catalogue/model/stock-word.ts';
import { priceInBatch, tierPrice } from '#features/batches/model/tier-price.ts';

const rules = [{ valueId: 'brass', otherValueId: 'white', reason: 'It stains.' }];

test('an impossible pair is refused from either side, with its reason', () => {
  assert.deepEqual(obstacleTo('white', new Set(['brass']), rules), {
    otherValueId: 'brass',
    reason: 'It stains.',
  });
  assert.equal(obstacleTo('brass', new Set(['white']), rules)?.otherValueId, 'white');
  assert.equal(obstacleTo('brass', new Set(['moss']), rules), null);
});

test('a variant of a group buy costs what its tier says, any other its own price', () => {
  const variant = { id: 'base', priceMinor: 41900, availability: 'group_buy' };
  const tiers = [{ fromCount: 100, priceMinor: 39900 }];
  const kits = [{ variantId: 'base', tiers, orderedCount: 187 }];
  assert.equal(priceInBatch(variant, kits), 39900);
  assert.equal(priceInBatch({ ...variant, availability: 'in_stock' }, kits), 41900);
  assert.equal(priceInBatch({ ...variant, id: 'extra' }, kits), 41900);
});

test('a tier holds from its very order on', () => {
  const tiers = [
    { fromCount: 100, priceMinor: 40900 },
    { fromCount: 150, priceMinor: 39900 },
  ];
  assert.equal(tierPrice(tiers, 99, 41900), 41900);
  assert.equal(tierPrice(tiers, 100, 41900), 40900);
  assert.equal(tierPrice(tiers.toReversed(), 150, 41900), 39900);
});

const rate = {
  fromWeightGrams: 0,
  toWeightGrams: 2000,
  fromValueMinor: 0,
  toValueMinor: null,
  priceMinor: 890,
  validFrom: '2026-01-01',
  validTo: '2027-01-01',
};
const method: EstimateMethod = {
  name: 'Parcel',
  carrier: 'Polderpost',
  daysMin: 1,
  daysMax: 2,
  maxWeightGrams: 5000,
  maxValueMinor: 50_000,
  refusedTags: ['liquid'],
  currency: 'EUR',
  rates: [rate],
};
const parcel: Parcel = { weightGrams: 2000, valueMinor: 1000, tags: [], day: '2026-11-21' };

test('a parcel costs what the rate of its weight, value and day says', () => {
  assert.equal(estimateShipping(method, parcel).priceMinor, 890);
  assert.match(
    estimateShipping(method, { ...parcel, weightGrams: 2001 }).reason ?? '',
    /has no rate/,
  );
  assert.match(
    estimateShipping(method, { ...parcel, day: '2027-01-01' }).reason ?? '',
    /has no rate/,
  );
});

test('a method that can’t serve says why', () => {
  const why = (change: Partial<Parcel>) =>
    estimateShipping(method, { ...parcel, ...change }).reason ?? '';
  assert.match(why({ weightGrams: 5001 }), /heavy/);
  assert.match(why({ valueMinor: 50_001 }), /above this method’s limit/);
  assert.match(why({ tags: ['liquid'] }), /liquid/);
});

test('the lowest price is one that anybody can pay: free above a value does not count', () => {
  const free = { ...rate, fromValueMinor: 15_000, priceMinor: 0 };
  assert.equal(lowestPrice([{ ...method, rates: [rate, free] }], '2026-11-21'), 890);
  assert.equal(lowestPrice([method], '2028-01-01'), null);
  assert.equal(lowestPrice([], '2026-11-21'), null);
});

test('every stock word has words for people and for search engines', () => {
  for (const word of stockWords) {
    assert.ok(stockText(word).length > 3);
    assert.match(schemaAvailabilityOf(word), /^https:\/\/schema\.org\//);
  }
});
