import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventDetails } from '#features/orders/model/order-event-words.ts';
import type { OrderEvent } from '#features/orders/model/order.ts';

type Kept = NonNullable<OrderEvent['before']>;

const event = (before: Kept, after: Kept): OrderEvent => ({
  id: 1,
  at: '2026-11-01T10:00:00Z',
  kind: 'amended',
  actor: 'staff',
  from_status: null,
  to_status: null,
  reason: '',
  before,
  after,
});

const line = (quantity: number) => ({
  line_id: 'b1a1',
  title: 'Saltmarsh',
  variant_title: 'Base kit',
  quantity,
  unit_price_minor: 9500,
  options: ['ISO'],
});

describe('what an event of an order changed', () => {
  test('sums are told as money, before and after, and what stayed is left out', () => {
    const told = eventDetails(
      event({ total_minor: 1000, tax_minor: 160 }, { total_minor: 1200, tax_minor: 160 }),
      'EUR',
    );
    assert.deepEqual(told, [{ name: 'total', before: '€10.00', after: '€12.00' }]);
  });

  test('lines are told by name, kit, choices, count and price', () => {
    const told = eventDetails(event({ lines: [line(1)] }, { lines: [line(2)] }), 'EUR');
    assert.deepEqual(told, [
      {
        name: 'lines',
        before: '1 × Saltmarsh, Base kit, ISO at €95.00',
        after: '2 × Saltmarsh, Base kit, ISO at €95.00',
      },
    ]);
  });

  test('an amount is told in the currency that it came in', () => {
    const told = eventDetails(event({}, { amount_minor: 500, currency: 'USD' }), 'EUR');
    assert.deepEqual(
      told.map(({ name, after }) => [name, after]),
      [['amount', 'US$5.00']],
    );
  });

  test('words of the shop are spelt out, and what people typed stays as it is', () => {
    const told = eventDetails(
      event({ line1: '', stage: 'in_production' }, { line1: 'c/o a_b@c.test', stage: 'paid' }),
      'EUR',
    );
    assert.deepEqual(told, [
      { name: 'line1', before: '', after: 'c/o a_b@c.test' },
      { name: 'stage', before: 'in production', after: 'paid' },
    ]);
  });

  test('what an order was and is no more is told in a word', () => {
    const told = eventDetails(event({ ships_together: true }, {}), 'EUR');
    assert.deepEqual(told, [{ name: 'ships together', before: 'yes', after: '' }]);
  });

  test('names of fields and what this build does not know are told as they are', () => {
    const told = eventDetails(
      event({}, { fields: ['city', 'postcode'], shelf: { row: 3 } }),
      'EUR',
    );
    assert.deepEqual(
      told.map(({ name, after }) => [name, after]),
      [
        ['fields', 'city, postcode'],
        ['shelf', '{"row":3}'],
      ],
    );
  });
});
