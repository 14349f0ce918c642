import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  methodFaults,
  packageFaults,
  rateFaults,
  zoneFaults,
} from '#features/shipping/model/shipping-faults.ts';

const row = <Values>(values: Values) => ({ id: 'new', version: null, values });

const rate = {
  method_id: 'm',
  from_weight_grams: 0,
  to_weight_grams: 1000,
  from_value_minor: 0,
  to_value_minor: null,
  price_minor: 495,
  valid_from: '2027-01-01',
  valid_to: null,
};

test('a rate says at its fields what it lacks, and where an end is not after its beginning', () => {
  assert.deepEqual(rateFaults(row(rate)), {});
  const empty = rateFaults(row({ ...rate, method_id: null, price_minor: null, valid_from: '' }));
  assert.deepEqual(Object.keys(empty), ['method_id', 'price_minor', 'valid_from']);
  assert.deepEqual(rateFaults(row({ ...rate, price_minor: 0 })), {}, 'typed, it is free');
  const turned = { to_weight_grams: 0, to_value_minor: 0, valid_to: '2027-01-01' };
  assert.deepEqual(Object.keys(rateFaults(row({ ...rate, ...turned }))), Object.keys(turned));
});

test('a method, a zone and a package say what they lack', () => {
  const method = { zone_id: null, name: '', code: '', carrier: '', days_min: 3, days_max: 2 };
  assert.deepEqual(Object.keys(methodFaults(row({ ...method, max_weight_grams: 0 }))), [
    'zone_id',
    'name',
    'code',
    'carrier',
    'days_max',
    'max_weight_grams',
  ]);
  assert.deepEqual(Object.keys(zoneFaults(row({ title: 'A', code: 'A b' }))), ['title', 'code']);
  const box = { name: 'Box', inner_length_mm: 300, inner_width_mm: 9, inner_height_mm: 1 };
  const weights = { own_weight_grams: 150, max_content_grams: 200_000 };
  assert.deepEqual(Object.keys(packageFaults(row({ ...box, ...weights }))), [
    'inner_width_mm',
    'max_content_grams',
  ]);
});
