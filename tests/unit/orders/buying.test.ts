import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Order, OrderSummary } from '../../../src/features/orders/model/order.ts';

import { isChangeable, orderStatuses } from '../../../src/features/orders/model/order-status.ts';
import {
  amountDue,
  byUrgency,
  eventWords,
  lineSteps,
} from '../../../src/features/orders/model/order-words.ts';
import { flawsChanges, quoteChanges } from '../../../src/features/cart/model/quote-changes.ts';
import {
  orderAnswer,
  orderLineAnswer,
  quoteAnswer,
  quoteLineAnswer,
} from '../../support/order-answers.ts';
import { dropOrderKey, takeOrderKey } from '../../../src/features/checkout/store/order-key.ts';

const line = orderLineAnswer({
  title: 'Braefell 65',
  batch_stage: 'in_production',
  eta: '2027-05-01',
  eta_precision: 'month',
});

const madeOrder = orderAnswer({ lines: [line] });
const summaryOf = (fields: Partial<Order>): OrderSummary => ({
  ...orderAnswer(fields),
  address_question: null,
  change_address_until: null,
});

/** As they are heard. */
const wordsOf = (steps: ReturnType<typeof lineSteps>) =>
  steps.map((step) => `${step.name}, ${'spoken' in step ? step.spoken : step.progress}`);

describe('an order in words', () => {
  test('only what waits for its payment has something due', () => {
    const money = { total_minor: 1000, captured_minor: 400 };
    const due = orderStatuses.map((status) => [status, amountDue(summaryOf({ status, ...money }))]);
    assert.deepEqual(
      due.filter(([, minor]) => minor !== 0),
      [['awaiting_payment', 600]],
    );
  });

  test('what asks for something stands above what is newer', () => {
    const old = { status: 'awaiting_payment', total_minor: 5, placed_at: '2026-01-01' } as const;
    const orders = [
      summaryOf({ number: 'new', placed_at: '2026-03-01' }),
      summaryOf({ number: 'older', placed_at: '2026-02-01' }),
      summaryOf({ number: 'due', ...old }),
    ];
    const numbers = byUrgency(orders).map(({ number }) => number);
    assert.deepEqual(numbers, ['due', 'new', 'older']);
  });

  test('an event of a kind that this build does not know is still told', () => {
    assert.equal(eventWords({ kind: 'moved', to_status: 'shipped' }), 'Shipped');
    assert.equal(eventWords({ kind: 'parcel_weighed', to_status: null }), 'Parcel weighed');
  });

  test('a line that is made follows its batch, one from the shelf its parcel', () => {
    const order = madeOrder;
    const [made] = order.lines;
    assert(made);
    const steps = lineSteps(made, order);
    assert.deepEqual(
      steps.map(({ progress }) => progress),
      ['done', 'done', 'now', 'ahead', 'ahead'],
    );
    const last = steps.at(-1);
    assert.equal(last && 'when' in last && last.when, 'planned for May 2027');
    const shelf = lineSteps({ ...made, batch_stage: null }, { status: 'shipped' });
    assert.equal(shelf.find(({ progress }) => progress === 'now')?.name, 'Shipped');
    const back = lineSteps({ ...made, refunded_quantity: made.quantity }, order);
    assert.deepEqual(wordsOf(back), ['Refunded, no longer part of this order']);
  });

  test('a road that ended says so to who only hears it, in words of that ending', () => {
    const [made] = madeOrder.lines;
    assert(made);
    const ended = (['expired', 'cancelled', 'refunded'] as const).map((status) =>
      wordsOf(lineSteps(made, { status })),
    );
    assert.deepEqual(ended, [
      ['Expired, the order ended and nothing was shipped'],
      ['Cancelled, nothing more will be shipped'],
      ['Refunded, your payment was refunded'],
    ]);
    const missed = lineSteps({ ...made, batch_stage: 'moq_failed' }, { status: 'paid' });
    assert.deepEqual(wordsOf(missed), ['Minimum missed, not made']);
  });
});

describe('two quotes', () => {
  const quote = (total: number, shipping: number, flaws = '') => {
    const words = { title: 'Pebble', variant_title: 'Bag of 10', flaws };
    const lines = [quoteLineAnswer({ ...words, total_minor: total })];
    const sums = { shipping_minor: shipping, total_minor: total + shipping };
    return quoteAnswer({ lines, ...sums, quote_hash: `${total}` });
  };

  test('are told apart line by line and sum by sum', () => {
    assert.deepEqual(quoteChanges(quote(650, 700), quote(700, 700)), [
      { what: 'Pebble, Bag of 10', beforeMinor: 650, afterMinor: 700 },
      { what: 'Total', beforeMinor: 1350, afterMinor: 1400 },
    ]);
    assert.deepEqual(quoteChanges(quote(650, 700), quote(650, 700)), []);
  });

  test('are told apart by the flaws that they tell', () => {
    assert.deepEqual(flawsChanges(quote(650, 700), quote(650, 700, 'A mark')), [
      { what: 'Pebble, Bag of 10', flaws: 'A mark' },
    ]);
    assert.deepEqual(flawsChanges(quote(650, 700, 'A mark'), quote(700, 700, 'A mark')), []);
  });
});

describe('the key of an order', () => {
  test('is the same until the shop has answered, and tells what went out under it', () => {
    const [one, two] = [1, 2].map((quantity) => ({
      lines: [{ variant_id: 'v', quantity, options: {}, design_id: null, offer_id: null }],
    }));
    assert.ok(one && two);
    const first = takeOrderKey(one);
    assert.equal(first.before, null);
    assert.deepEqual(takeOrderKey(two), { key: first.key, before: one });
    assert.deepEqual(takeOrderKey(one), { key: first.key, before: two });
    dropOrderKey();
    const next = takeOrderKey(one);
    assert.notEqual(next.key, first.key);
    assert.equal(next.before, null);
  });
});

test('its customer changes an order until the date of its batches, or until it is made', () => {
  const able = (until: string | null) => orderStatuses.filter((each) => isChangeable(each, until));
  assert.deepEqual(able(null), ['awaiting_payment', 'paid']);
  assert.deepEqual(able('2027-01-01'), ['awaiting_payment', 'paid', 'in_production']);
});
