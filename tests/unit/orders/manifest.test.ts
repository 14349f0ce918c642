import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from '#shared/csv.ts';
import { deskRows } from '#desk-kit/model/desk-row.ts';
import { manifestCsv } from '#features/orders/model/manifest.ts';

const address = { name: '=cmd', line1: 'Street 1', city: 'Town', country: 'CH' };

test('a carrier is told where each parcel goes and what is left in it, and no formula', () => {
  const orders = deskRows([
    { id: 'o', number: 'KW-1', email: 'ada@people.test', currency: 'EUR', address },
  ]);
  const parcels = deskRows([{ id: 'p', order_id: 'o', position: 2, weight_grams: 900 }]);
  const line = { shipment_id: 'p', title: 'Board', unit_price_minor: 1250, refunded_quantity: 0 };
  const product = { hs_code: '847160', origin_country_code: 'NL', customs_description: '' };
  const lines = deskRows([
    { ...line, id: 'a', quantity: 3, refunded_quantity: 1, product },
    { ...line, id: 'b', quantity: 1, refunded_quantity: 1, product },
    { ...line, id: 'c', quantity: 1, shipment_id: 'has-left', product },
  ]);
  const size = { inner_length_mm: 350, inner_width_mm: 200, inner_height_mm: 80, is_used: true };
  const packages = deskRows([
    { ...size, id: 'l', name: 'Large', own_weight_grams: 400, max_content_grams: 5000 },
    { ...size, id: 's', name: 'Small', own_weight_grams: 40, max_content_grams: 899 },
    { ...size, id: 'm', name: 'Right', own_weight_grams: 180, max_content_grams: 900 },
    { ...size, id: 'o', name: 'Old', own_weight_grams: 1, max_content_grams: 900, is_used: false },
  ]);
  const text = manifestCsv(orders, parcels, lines, packages);
  assert.ok(text.startsWith('\uFEFF'), 'a spreadsheet reads its letters as they are');
  assert.ok(text.includes("'=cmd"));
  const [head, ...rows] = parseCsv(text);
  assert.equal(rows.length, 1);
  const told = Object.fromEntries((head ?? []).map((name, at) => [name, rows[0]?.[at]]));
  assert.deepEqual(
    [told['order'], told['parcel'], told['weight_grams'], told['country'], told['contents']],
    ['KW-1', '2', '900', 'CH', 'Board'],
  );
  assert.deepEqual(
    [told['pieces'], told['value'], told['hs_code'], told['origin']],
    ['2', '25.00', '847160', 'NL'],
  );
  assert.deepEqual(
    [told['package'], told['gross_grams'], told['length_mm']],
    ['Right', '1080', '350'],
  );
});

test('goods whose product may not be read stand in it by what the order says, and what is unknown is said', () => {
  const orders = deskRows([{ id: 'o', number: 'KW-1', email: '', currency: 'EUR', address }]);
  const parcels = deskRows([{ id: 'p', order_id: 'o', position: 1, weight_grams: 900 }]);
  const line = { shipment_id: 'p', title: 'Board', unit_price_minor: 1250, refunded_quantity: 0 };
  const lines = deskRows([{ ...line, id: 'a', quantity: 1, product: null }]);
  const [head, row] = parseCsv(manifestCsv(orders, parcels, lines, []));
  const told = Object.fromEntries((head ?? []).map((name, at) => [name, row?.[at]]));
  assert.deepEqual(
    [told['contents'], told['value'], told['hs_code'], told['origin']],
    ['Board', '12.50', 'could not be loaded', 'could not be loaded'],
  );
});
