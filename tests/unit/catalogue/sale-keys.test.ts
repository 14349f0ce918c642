import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saleKeys } from '#features/catalogue/model/sale-keys.ts';
import type { ShelfFacts } from '#features/catalogue/model/shelf.ts';
import { listKinds } from '#shared/list-kinds.ts';

const now = Date.parse('2026-11-24T12:00:00Z');
const list = (kind: keyof typeof listKinds, status = 'open') => ({
  ...listKinds[kind],
  status,
  opensAt: '2026-11-01T00:00:00Z',
  closesAt: '2026-12-01T00:00:00Z',
});
const batch = (stage: NonNullable<ShelfFacts['batch']>['stage']) => ({
  stage,
  opensAt: stage === 'announced' ? '2026-12-01T00:00:00Z' : '2026-11-01T00:00:00Z',
  closesAt: '2026-12-20T00:00:00Z',
});
const plain: ShelfFacts = {
  isArchived: false,
  availabilities: ['in_stock'],
  batch: null,
  list: null,
};

/** What a phone reads before the shop answers, where a choice can't be ordered, and where it is sold out. */
function words(facts: Partial<ShelfFacts>, isDesigned = false) {
  const keys = saleKeys({ ...plain, ...facts }, isDesigned, now);
  return keys && [keys[keys.first].words, keys.no.words, keys.gone.words];
}

test('the bar of a phone says what can be done in each state of sale', () => {
  const [gb, given] = [{ availabilities: ['group_buy'] }, { availabilities: ['list'] }];
  assert.deepEqual(words({}), ['Add to cart', 'E-mail me updates', 'E-mail me when back']);
  assert.deepEqual(words({ list: list('waiting_list') }), [
    'Add to cart',
    'Join the list',
    'Join the list',
  ]);
  assert.equal(words({ ...gb, batch: batch('open') })?.[0], 'Add to cart');
  assert.equal(words({ ...gb, batch: batch('announced') })?.[0], 'Tell me when it opens');
  assert.deepEqual(words({ ...gb, batch: batch('open'), list: list('interest_check') })?.slice(1), [
    'E-mail me updates',
    'E-mail me updates',
  ]);
  assert.equal(words({ ...given, list: list('raffle') })?.[0], 'Enter the raffle');
  assert.equal(words({ ...given, list: list('raffle', 'drawn') })?.[0], 'See the raffle');
  assert.equal(
    words({ ...given, batch: batch('interest_check'), list: list('interest_check') })?.[0],
    'Vote',
  );
  assert.equal(
    words({ ...gb, batch: batch('closed'), list: list('waiting_list') })?.[0],
    'Join the list',
  );
  assert.equal(words({ availabilities: ['preorder'] }, true)?.[0], 'Design yours');
});

test('what is being made or no longer sold has no bar', () => {
  assert.equal(words({ availabilities: ['group_buy'], batch: batch('in_production') }), null);
  assert.equal(words({ availabilities: ['group_buy'], batch: batch('moq_failed') }), null);
  assert.equal(words({ isArchived: true }), null);
});
