import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  isToSend,
  judgeLines,
  matchWords,
  partKind,
  partWords,
  payableWords,
  planOf,
  planWords,
  settledWords,
  stateWords,
  type BankChoice,
  type BankMatch,
  type EntryState,
  type PayableOrder,
  type SettledEntry,
} from '#features/orders/model/bank-match.ts';
import type { BankLine } from '#features/orders/model/bank-statement.ts';
import type { OrderStatus } from '#features/orders/model/order-status.ts';
import outcomes from '../../cases/bank-outcomes.json' with { type: 'json' };

const order = (number: string, due: number, more: Partial<PayableOrder> = {}): PayableOrder => ({
  id: number,
  number,
  status: 'awaiting_payment',
  currency: 'EUR',
  due_minor: due,
  total_minor: due,
  captured_minor: 0,
  placed_at: '2026-11-20T10:00:00Z',
  name: 'Ada',
  email: 'ada@people.test',
  ...more,
});

test('an order to choose is named by its customer, also one that was forgotten', () => {
  assert.deepEqual(payableWords(order('KW-1', 2025)), {
    title: 'KW-1, Ada: €20.25 due',
    note: 'ada@people.test',
  });
  const gone = { name: null, email: 'deleted@account.invalid', status: 'cancelled' } as const;
  assert.deepEqual(payableWords(order('KW-2', 0, gone)), {
    title: 'KW-2, deleted customer: cancelled',
    note: '',
  });
});

const line = (amountMinor: number, more: Partial<BankLine> = {}): BankLine => ({
  place: 1,
  kind: 'credit',
  account: 'NL03KEYW0123456789',
  bookedOn: '2026-11-20',
  amountMinor,
  currency: 'EUR',
  payer: 'Ada',
  message: '',
  bankReference: '',
  ordinal: 1,
  ...more,
});

const match = (reason: BankMatch['reason'], ...orders: PayableOrder[]): BankMatch => ({
  known: null,
  is_alike: false,
  reason,
  orders: orders.map((each) => ({ is_by_hand: false, ...each })),
});

const judge = (
  lines: readonly BankLine[],
  matches: readonly (BankMatch | null)[],
  choices: readonly (readonly [number, BankChoice])[] = [],
) => judgeLines(lines, matches, new Map(choices));

const kindsOf = (judged: ReturnType<typeof judge>) => judged.map(({ choice }) => choice.kind);

describe('what a payment will do', () => {
  test('is what the database then makes of it', () => {
    const statuses: Readonly<Record<string, OrderStatus>> = {
      open: 'awaiting_payment',
      paid: 'paid',
      cancelled: 'cancelled',
      lapsed: 'expired',
    };
    for (const { order: state, pays, judged } of outcomes) {
      const due = state === 'paid' ? 0 : 2000;
      assert.equal(
        partKind(statuses[state] ?? 'paid', due, 2000 + pays),
        judged,
        `${state} ${pays}`,
      );
    }
  });

  test('is proposed only where it is certain and an open order gets it', () => {
    const open = order('KW-1', 2000);
    const lines = Array.from({ length: 9 }, () => line(2000));
    const judged = judge(lines, [
      match('number', order('KW-2', 2000)),
      match('reference', order('KW-3', 5000)),
      match('name', open),
      match('maybe_number', open),
      match('split', open, order('KW-4', 1000)),
      match('reference', order('KW-5', 0, { status: 'paid' })),
      match('reference', order('KW-6', 2000, { status: 'expired' })),
      match('reference', order('KW-7', 2000, { is_by_hand: true })),
      { ...match('reference', open), is_alike: true },
    ]);
    assert.deepEqual(kindsOf(judged), [
      'orders',
      'orders',
      ...Array.from({ length: 6 }, () => 'later'),
      'leave',
    ]);
  });

  test('counts what the lines above pay', () => {
    const open = order('KW-1', 2000);
    const judged = judge(
      [line(500), line(1500), line(700)],
      Array.from({ length: 3 }, () => match('reference', open)),
    );
    assert.deepEqual(
      judged.map(({ parts }) => parts[0]?.kind),
      ['part', 'full', undefined],
    );
    assert.equal(judged[0]?.parts[0]?.differsMinor, 1500);
    assert.equal(judged[2]?.choice.kind, 'later');
    assert.deepEqual(planOf(judged), { payments: 2, sumMinor: 2000, currency: 'EUR', kept: 1 });
  });

  test('splits by what is due, and gives the last one the rest', () => {
    const orders = [order('KW-1', 2000), order('KW-2', 1000)];
    const split = (amount: number) =>
      judge(
        [line(amount)],
        [match('split', ...orders)],
        [[0, { kind: 'orders', orders }]],
      )[0]?.parts.map((part) => [part.order.number, part.amountMinor, part.kind] as const);
    assert.deepEqual(split(3000), [
      ['KW-1', 2000, 'full'],
      ['KW-2', 1000, 'full'],
    ]);
    assert.deepEqual(split(3500), [
      ['KW-1', 2000, 'full'],
      ['KW-2', 1500, 'over'],
    ]);
    assert.deepEqual(split(2400), [
      ['KW-1', 2000, 'full'],
      ['KW-2', 400, 'part'],
    ]);
    assert.deepEqual(split(1500), [['KW-1', 1500, 'part']]);
  });

  test('is nothing for what went out, came back, or is known', () => {
    const known: EntryState = {
      id: 'x',
      status: 'recorded',
      settled_at: '2026-11-20T10:00:00Z',
      by: 'you',
      note: '',
      numbers: ['KW-1'],
    };
    const judged = judge(
      [
        line(1, { kind: 'debit' }),
        line(1, { kind: 'returned' }),
        line(1, { kind: 'reversed' }),
        line(1),
      ],
      [null, null, null, { ...match(null), known }],
    );
    assert.ok(judged.every(({ isFixed }) => isFixed) && !judged.some(isToSend));
    assert.match(
      judged.map(matchWords).join('|'),
      /went out.*came back.*reversed.*Recorded for KW-1 on 20 Nov 2026, .* by you/,
    );
    // What waits can be recorded from any file; it is not saved a second time.
    const waits: EntryState = { ...known, status: 'unmatched', settled_at: null };
    const [again] = judge([line(1)], [{ ...match(null), known: waits }]);
    assert.deepEqual([again?.isFixed, again && isToSend(again)], [false, false]);
  });

  test('is not sent in another currency', () => {
    const orders = [order('KW-1', 2000, { currency: 'USD' })];
    const [judged] = judge(
      [line(2000)],
      [match('reference', ...orders)],
      [[0, { kind: 'orders', orders }]],
    );
    assert.deepEqual(
      [judged?.parts[0]?.kind, judged && isToSend(judged)],
      ['other_currency', false],
    );
  });
});

describe('the words of a statement', () => {
  test('the key says what pressing it does', () => {
    const plan = { payments: 12, sumMinor: 123_400, currency: 'EUR', kept: 0 };
    assert.equal(planWords(plan), 'Record 12 payments, €1,234.00');
    assert.equal(planWords({ ...plan, payments: 1 }), 'Record 1 payment, €1,234.00');
    assert.equal(planWords({ ...plan, payments: 0, kept: 2 }), 'Save 2 entries without an order');
    assert.equal(planWords({ ...plan, payments: 0 }), 'Nothing to record');
  });

  test('each kind of payment is told with its amounts', () => {
    const part = (kind: Parameters<typeof partWords>[0]['kind']) =>
      partWords({
        order: order('KW-1', 2000),
        amountMinor: 1500,
        capturedMinor: 0,
        kind,
        differsMinor: 500,
      });
    assert.equal(part('full'), 'Pays KW-1 in full');
    assert.equal(part('part'), '€15.00 for KW-1, €5.00 remains due');
    assert.equal(part('over'), 'Pays KW-1, €5.00 too much: a refund will be due');
    assert.equal(part('paid_before'), 'KW-1 is already paid: a refund of €15.00 will be due');
  });

  test('what became of a payment is told as it was recorded', () => {
    const state: SettledEntry = {
      id: 'x',
      status: 'recorded',
      settled_at: null,
      by: 'you',
      note: '',
      numbers: ['KW-1'],
      was_known: false,
      orders: [],
    };
    const told = (due: number, refund: number) => {
      const part = { outcome: 'paid', amount_minor: 2000, refund_due_minor: refund } as const;
      return settledWords({ ...state, orders: [{ ...order('KW-1', due), ...part }] });
    };
    assert.equal(told(0, 0), 'Recorded for KW-1');
    assert.equal(told(500, 0), 'Recorded for KW-1, €5.00 remains due');
    assert.equal(told(-500, 500), 'Recorded for KW-1, a refund of €5.00 is due');
    assert.equal(settledWords({ ...state, was_known: true }), 'Recorded for KW-1');
    assert.equal(
      stateWords({ ...state, status: 'set_aside', note: 'Tax', numbers: [] }),
      'For no order (Tax)',
    );
  });
});
