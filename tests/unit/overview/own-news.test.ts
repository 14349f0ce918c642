import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ownNews,
  type BatchGoods,
  type OwnPlace,
  type OwnThings,
} from '../../../src/features/overview/model/own-news.ts';
import type { Order, OrderSummary } from '../../../src/features/orders/model/order.ts';
import { orderAnswer } from '../../support/order-answers.ts';

const order = (fields: Partial<Order>): OrderSummary => ({
  ...orderAnswer({ id: 'o1', ...fields }),
  address_question: null,
  change_address_until: null,
});

const goods: BatchGoods = {
  orderId: 'o1',
  orderNumber: 'KW-1',
  batchId: 'b1',
  title: 'Aldersea',
  variantTitle: 'Board kit',
  quantity: 1,
  stage: 'in_production',
  eta: { date: '2027-02-01', precision: 'month' },
  changeAddressUntil: null,
};

const place: OwnPlace = {
  entry_id: 'e1',
  title: 'Lamp Moth',
  is_drawn: true,
  is_vote: false,
  status: 'drawn',
  position: 17,
  of: 60,
  last_offered_rank: 12,
  product_url: 'lamp-moth',
  product_kind: 'artisan',
  withdrawn_at: null,
  offers: [],
};

const nothing: OwnThings = { orders: [], goods: [], places: [] };
const titles = (things: Partial<OwnThings>, seen = {}) =>
  ownNews({ ...nothing, ...things }, seen).map(({ title, badge, isNew }) => [title, badge, isNew]);

describe('what is news to one person', () => {
  test('what asks for something comes first, the earliest deadline foremost', () => {
    const offer = {
      status: 'pending',
      is_ordered: false,
      expires_at: '2026-11-20T00:00:00Z',
    } as const;
    const due = {
      status: 'awaiting_payment',
      total_minor: 500,
      pay_by: '2026-11-24T00:00:00Z',
    } as const;
    const things = {
      orders: [order({}), order({ id: 'o2', number: 'KW-2', ...due })],
      places: [{ ...place, offers: [offer] }],
    };
    assert.deepEqual(titles(things), [
      ['Lamp Moth', 'Won', false],
      ['Pay for KW-2', 'To be paid', false],
      ['Order KW-1', 'Paid', false],
    ]);
  });

  test('goods of a batch stand where their batch stands, and are new once it moved', () => {
    const things = { orders: [order({})], goods: [goods] };
    assert.deepEqual(titles(things), [['Aldersea', 'In production', false]]);
    assert.deepEqual(titles(things, { 'KW-1': 'paid in_production' }), [
      ['Aldersea', 'In production', false],
    ]);
    assert.deepEqual(titles(things, { 'KW-1': 'paid closed' }), [
      ['Aldersea', 'In production', true],
    ]);
  });

  test('a parcel is told by its order, and what has ended not at all', () => {
    const shipped = { orders: [order({ status: 'shipped' })], goods: [goods] };
    assert.deepEqual(titles(shipped), [['Aldersea', 'Shipped', false]]);
    for (const status of ['delivered', 'expired', 'cancelled', 'refunded'] as const) {
      assert.deepEqual(titles({ orders: [order({ status })], goods: [goods] }), [], status);
    }
  });

  test('the result of a raffle is told until it was seen, a place that was left never', () => {
    assert.deepEqual(titles({ places: [place] }), [['Lamp Moth', 'Drawn', true]]);
    assert.deepEqual(titles({ places: [place] }, { e1: 'Drawn' }), []);
    assert.deepEqual(titles({ places: [{ ...place, withdrawn_at: '2026-11-01T00:00:00Z' }] }), []);
    assert.deepEqual(titles({ places: [{ ...place, status: 'open', position: null }] }), []);
  });

  test('an offer for goods leads to their own page, not among the artisans', () => {
    const offer = {
      status: 'pending',
      is_ordered: false,
      expires_at: '2026-11-20T00:00:00Z',
    } as const;
    const goods = { product_kind: 'product', product_url: 'wren-click' } as const;
    const wren = { ...place, ...goods, offers: [offer] };
    const [news] = ownNews({ ...nothing, places: [wren] }, {});
    assert.deepEqual(news?.at, { product: { kind: 'product', url: 'wren-click' } });
  });
});
