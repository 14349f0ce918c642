import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Goods } from '#features/cart/model/goods.ts';
import { wishAddress } from '#features/wishes/model/wish-address.ts';
import {
  wishPrice,
  wishStanding,
  wishWords,
  type Told,
} from '#features/wishes/model/wish-standing.ts';
import { listKinds } from '#shared/list-kinds.ts';
import { noChoice, type Wish, type WishChoice } from '#features/wishes/model/wish.ts';

const now = Date.parse('2026-06-01T00:00:00Z');
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();

const wish = (choice: Partial<WishChoice> = {}, more: Partial<Wish> = {}): Wish => ({
  id: null,
  productId: 'product',
  path: '/products/thing',
  title: 'Thing as it was',
  note: '',
  wasGone: false,
  keptAt: '2026-05-01T00:00:00Z',
  ...noChoice,
  ...choice,
  ...more,
});

const variant = (id: string, more: object = {}) => ({
  id,
  sku: `SKU-${id}`,
  title: `Pack ${id}`,
  priceMinor: 1000,
  currency: 'EUR',
  availability: 'in_stock',
  shipsOn: null,
  maxPerCustomer: null,
  isDesigned: false,
  isRequired: false,
  ...more,
});

const goods = (more: Partial<Goods> = {}): Goods => ({
  productId: 'product',
  title: 'Thing',
  kind: 'product',
  handlingDays: 2,
  maxPerCustomer: null,
  isArchived: false,
  variants: [variant('a'), variant('b')],
  options: [],
  images: [],
  editions: [],
  list: null,
  batch: null,
  ...more,
});

const told = (id: string, stock: Told['stock'], canBeOrdered: boolean): Told => ({
  variantId: id,
  stock,
  canBeOrdered,
  priceMinor: 900,
});
const groupBuy = (opens: number, closes: number) => ({
  id: 'batch',
  title: 'Batch 1',
  stage: 'open' as const,
  opensAt: inDays(opens),
  closesAt: inDays(closes),
  eta: null,
  cancelUntil: null,
  kits: [],
});

const colour = {
  id: 'colour',
  code: 'case-colour',
  title: 'Colour',
  values: [{ id: 'moss', code: 'moss-green', title: 'Moss', priceDeltaMinor: 250 }],
};

test('what was chosen and is there is moved into the cart as it was chosen', () => {
  const base = variant('base', { isRequired: true });
  const kit = goods({ variants: [base, variant('extra')], options: [colour] });
  const chosen = wish({ variantIds: ['base', 'extra'], options: { colour: 'moss' } });
  const all = [told('base', 'in_stock', true), told('extra', 'few_left', true)];
  const { words, step } = wishStanding(chosen, kit, all, now);
  assert.equal(words, 'In stock');
  assert.ok(step.kind === 'add');
  assert.deepEqual(
    step.lines.map(({ variant_id: id, options }) => [id, options]),
    [
      ['base', { colour: 'moss' }],
      ['extra', {}],
    ],
  );
  assert.deepEqual(wishPrice(chosen, kit, all), { minor: 2050, currency: 'EUR', isFrom: false });
  assert.deepEqual(wishWords(chosen, kit).choices, ['Pack base', 'Pack extra', 'Colour: Moss']);
});

test('what still has to be chosen leads to its page, and its price is the least', () => {
  const facts = [told('a', 'in_stock', true), told('b', 'sold_out', false)];
  const { words, step } = wishStanding(wish(), goods(), facts, now);
  assert.equal(words, 'In stock');
  assert.deepEqual(step, { kind: 'go', words: 'Choose options', at: 'choose' });
  assert.deepEqual(wishPrice(wish(), goods(), null), {
    minor: 1000,
    currency: 'EUR',
    isFrom: true,
  });
});

test('the only thing there is needs no choice', () => {
  const only = goods({ variants: [variant('a')] });
  assert.equal(wishStanding(wish(), only, [told('a', 'in_stock', true)], now).step.kind, 'add');
});

test('a window says how many days are left, and hours in the last two', () => {
  const open = goods({
    variants: [variant('a', { availability: 'group_buy' })],
    batch: groupBuy(-3, 6.5),
  });
  assert.equal(wishStanding(wish(), open, null, now).words, 'Group buy closes in 6 days');
  const last = { ...open, batch: groupBuy(-3, 1.25) };
  assert.equal(wishStanding(wish(), last, null, now).words, 'Group buy closes in 1 day 6 hours');
  const raffle = { ...listKinds.raffle, status: 'open', opensAt: inDays(-1), closesAt: inDays(3) };
  const entered = goods({ variants: [variant('a', { availability: 'list' })], list: raffle });
  const { words, step } = wishStanding(wish(), entered, [told('a', 'list', false)], now);
  assert.equal(words, 'Raffle closes in 3 days');
  assert.deepEqual(step, { kind: 'go', words: 'Enter the raffle', at: 'list' });
});

test('what is sold out offers the mail, and what came back since is said', () => {
  const gone = [told('a', 'sold_out', false)];
  const kept = wish({ variantIds: ['a'] });
  const standing = wishStanding(kept, goods(), gone, now);
  assert.deepEqual([standing.words, standing.isGone], ['Sold out', true]);
  assert.deepEqual(standing.step, { kind: 'go', words: 'E-mail me when back', at: 'back' });
  const back = wishStanding(
    { ...kept, wasGone: true },
    goods(),
    [told('a', 'few_left', true)],
    now,
  );
  assert.deepEqual([back.words, back.step.kind], ['Back in stock', 'add']);
});

test('nothing is called sold out, in stock or back before the shop has said so', () => {
  for (const wasGone of [true, false]) {
    const { words, isGone, step } = wishStanding(wish({}, { wasGone }), goods(), null, now);
    assert.equal(words, 'Stock item');
    assert.equal(isGone, false);
    assert.notEqual(step.kind, 'add');
  }
});

test('what is archived, removed or changed stays in the list and says so', () => {
  const old = wishStanding(wish(), goods({ isArchived: true }), null, now);
  assert.deepEqual([old.words, old.step.kind], ['Archived', 'go']);
  assert.equal(wishPrice(wish(), goods({ isArchived: true }), null), null);
  const removed = wishStanding(wish(), 'missing', null, now);
  assert.deepEqual([removed.words, removed.step.kind], ['No longer in the shop', 'none']);
  assert.equal(wishWords(wish(), 'missing').title, 'Thing as it was');
  const facts = [told('a', 'in_stock', true)];
  for (const choice of [
    { variantIds: ['gone'] },
    { variantIds: ['a'], options: { colour: 'moss' } },
  ]) {
    const changed = wishStanding(wish(choice), goods(), facts, now);
    assert.equal(changed.words, 'Choice has changed');
    assert.deepEqual(changed.step, { kind: 'go', words: 'Choose again', at: 'choose' });
  }
});

test('what is made to a design is designed first', () => {
  const made = goods({ variants: [variant('a', { isDesigned: true })] });
  const { step } = wishStanding(wish(), made, [told('a', 'made_to_order', true)], now);
  assert.deepEqual(step, { kind: 'go', words: 'Design yours', at: 'picker' });
});

test('its page opens with what was chosen, as the page itself writes it', () => {
  const base = variant('base', { isRequired: true });
  const kit = goods({ variants: [base, variant('extra')], options: [colour] });
  const chosen = wish({ variantIds: ['base', 'extra'], options: { colour: 'moss' } });
  const path = chosen.path ?? '';
  assert.equal(wishAddress(chosen, kit), `${path}?kit=sku-base,sku-extra&case-colour=moss-green`);
  assert.equal(wishAddress(wish({ variantIds: ['b'] }), goods()), `${path}?variant=sku-b`);
  for (const known of [undefined, 'missing'] as const)
    assert.equal(wishAddress(chosen, known), path);
  assert.equal(wishAddress(wish(), goods()), path);
});
