import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@supabase/supabase-js';
import { readManifest } from '#features/orders/store/desk-manifest.ts';
import { readSlips } from '#features/orders/store/desk-slips.ts';
import type { Database } from '#shared/backend/database.types.ts';

const orders = Array.from({ length: 30 }, (_, at) => ({
  id: `o${at}`,
  number: `KW-${at}`,
  status: 'ready_to_ship',
  email: '',
  currency: 'EUR',
  placed_at: '2031-01-01T10:00:00Z',
}));
const shipments = orders.map(({ id }) => ({
  id: `p-${id}`,
  order_id: id,
  position: 1,
  status: 'planned',
  weight_grams: 900,
}));
const lines = orders.flatMap(({ id }) =>
  Array.from({ length: 50 }, (_, at) => ({
    id: `l${id.slice(1).padStart(2, '0')}${String(at).padStart(2, '0')}`,
    shipment_id: `p-${id}`,
    position: at,
    sku: `S-${at}`,
    title: `Thing ${at}`,
    variant_title: '',
    flaws: '',
    options: [],
    quantity: 1,
    refunded_quantity: 0,
    unit_price_minor: 100,
    product: { hs_code: null, origin_country_code: null, customs_description: '' },
  })),
);
/** Packed, then given a part that comes later. */
const late = {
  id: 'late',
  number: 'KW-99',
  status: 'ready_to_ship',
  waits_for: { title: 'Thing of May', ships_on: '2031-05-01', eta_precision: 'month' },
};
const lateParcel = { id: 'p-late', order_id: late.id, position: 1, status: 'planned' };
const lateLine = { id: 'l99', shipment_id: 'p-late', title: 'Late thing', quantity: 1 };
/** One of its three parcels has a thing that its customer withdrew from, as has one that has left. */
const halved = { ...orders[0], id: 'halved', number: 'KW-98', status: 'ready_to_ship' };
const halves = ['planned', 'planned', 'delivered'].map((status, at) => ({
  id: `h${at + 1}`,
  order_id: halved.id,
  position: at + 1,
  status,
  weight_grams: 100,
}));
const halfLines = halves.map(({ id }) => ({ ...lines[0], id: `m-${id}`, shipment_id: id }));
const withdrawal = {
  id: 'r',
  order_id: halved.id,
  lines: ['m-h2', 'm-h3'].map((id) => ({ line_id: id, quantity: 1 })),
};
const left = [
  { number: halved.number, why: 'the customer has withdrawn from something in it' },
  { number: late.number, why: 'a part of it is not ready' },
];
const tables: Readonly<Record<string, readonly { readonly id: string }[]>> = {
  orders: [...orders, halved, late],
  shipments: [...shipments, ...halves, lateParcel],
  order_lines: [...lines, ...halfLines, { ...lines[0], ...lateLine }],
  order_returns: [withdrawal],
};

/** Gives a thousand rows at most, as the API does. */
function answer(url: URL): Response {
  const after = /^gt\.(.*)$/.exec(url.searchParams.get('id') ?? '')?.[1] ?? '';
  const rows = tables[url.pathname.split('/').at(-1) ?? ''] ?? [];
  return Response.json(rows.filter(({ id }) => after === '' || id > after).slice(0, 1000));
}

const backend = Promise.resolve(
  createClient<Database>('http://shop.test', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input) =>
        Promise.resolve(answer(new URL(input instanceof Request ? input.url : input))),
    },
  }),
);

test('sheets hold every line of their orders, though one answer holds a thousand', async () => {
  const read = await readSlips(
    orders.map(({ number }) => number),
    backend,
  );
  assert.ok(read.ok);
  assert.deepEqual(
    read.value.slips.map((slip) => slip.lines.length),
    [1, ...orders.map(() => 50)],
  );
  const [first] = read.value.slips;
  assert.deepEqual([first?.parcelId, first?.position, first?.parcels], ['h1', 1, 3]);
  assert.deepEqual(read.value.left, left);
});

test('so does the carrier’s file of what is packed', async () => {
  const read = await readManifest(new AbortController().signal, () => {}, backend);
  assert.ok(read.ok);
  const rows = read.value.parts.join('').split('\n');
  assert.equal(rows.filter((row) => row.includes('Thing 49')).length, 30);
  assert.ok(!rows.some((row) => row.includes('Late thing')), 'it is not sent yet');
  assert.equal(rows.filter((row) => row.startsWith('KW-98,')).length, 1, 'the other parcel stays');
  assert.deepEqual(read.value.left, left);
});
