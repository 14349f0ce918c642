import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deskRow, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { linesOfOrders, orderFile } from '#features/orders/model/order-file.ts';

function row(values: Record<string, unknown>): DeskRow {
  const parsed = deskRow(values);
  assert.ok(parsed);
  return parsed;
}

const order = row({
  id: 'o',
  number: 'KW-1001',
  status: 'paid',
  payment: 'bank_transfer',
  currency: 'EUR',
  placed_at: '2026-03-01T10:00:00+01:00',
  paid_at: null,
  shipping_minor: 690,
  tax_minor: 0,
  tax_included_minor: 1200,
  total_minor: 6690,
});
const line = (id: string, position: number, values: Record<string, unknown>) =>
  row({ id, order_id: 'o', position, quantity: 1, options: [], ...values });

const lines = [
  line('b', 1, { sku: 'MAT-M', total_minor: 4000, tax_minor: 694, tax_rate_basis_points: 2100 }),
  line('a', 0, {
    sku: 'MAT-S',
    total_minor: 2000,
    tax_minor: 347,
    tax_rate_basis_points: 2100,
    tax_scheme: 'oss',
    options: [{ option: 'Case', value: 'Moss' }],
  }),
];

const columnOf = (title: string) =>
  linesOfOrders([order], lines).map((each) =>
    orderFile.find((one) => one.title === title)?.text(each),
  );

test('the file of orders has a line for each thing, with its VAT', () => {
  assert.deepEqual(columnOf('SKU'), ['MAT-S', 'MAT-M']);
  assert.deepEqual(columnOf('VAT'), ['3.47', '6.94']);
  assert.deepEqual(columnOf('VAT rate (%)'), ['21', '21']);
  assert.deepEqual(columnOf('VAT rule'), ['One stop shop (OSS)', '']);
  assert.deepEqual(columnOf('Options'), ['Case: Moss', '']);
});

test('moments are ISO, in UTC, and nothing where there was none', () => {
  assert.deepEqual(columnOf('Placed'), ['2026-03-01T09:00:00.000Z', '2026-03-01T09:00:00.000Z']);
  assert.deepEqual(columnOf('Paid on'), ['', '']);
});

test('amounts of a whole order stand on its first line alone, so that a column adds up', () => {
  assert.deepEqual(columnOf('Order total'), ['66.90', '']);
  assert.deepEqual(columnOf('Shipping'), ['6.90', '']);
  assert.equal(linesOfOrders([order], []).length, 1);
});
