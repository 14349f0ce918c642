import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deskRow, deskRows } from '#desk-kit/model/desk-row.ts';
import { linesOfOrders, orderFile } from '#features/orders/model/order-file.ts';

const order = deskRow({
  id: 'o',
  number: 'KW-1001',
  status: 'paid' as const,
  payment: 'bank_transfer',
  customer: 'Ada Buyer',
  email: 'ada@people.test',
  country_code: 'NL',
  currency: 'EUR',
  placed_at: '2026-03-01T10:00:00+01:00',
  paid_at: null,
  pay_by: '2026-03-08T10:00:00+01:00',
  shipping_minor: 690,
  tax_minor: 0,
  tax_included_minor: 1200,
  total_minor: 6690,
  captured_minor: 0,
  refunded_minor: 0,
  refund_due_minor: 0,
  due_minor: 6690,
});

const mat = {
  order_id: 'o',
  title: 'Desk mat',
  variant_title: '',
  quantity: 1,
  refunded_quantity: 0,
  discount_minor: 0,
  tax_rate_basis_points: 2100,
  tax_name: 'VAT',
};
const large = { id: 'b', position: 1, sku: 'MAT-M', tax_scheme: '', options: [] };
const small = { id: 'a', position: 0, sku: 'MAT-S', tax_scheme: 'oss' };
const chosen = { option: 'Case', value: 'Moss', price_delta_minor: 0 };
const options = [{ ...chosen, option_id: 'c', value_id: 'm' }];
const lines = deskRows([
  { ...mat, ...large, unit_price_minor: 4000, total_minor: 4000, tax_minor: 694 },
  { ...mat, ...small, unit_price_minor: 2000, total_minor: 2000, tax_minor: 347, options },
]);

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
