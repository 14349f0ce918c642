import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachWords, type ReachState } from '#features/shop-check/model/product-reach.ts';

const state = (stock: string, more: Partial<ReachState> = {}): ReachState => ({
  stock,
  batch_stage: null,
  list_status: null,
  ...more,
});
const stopped = (...states: ReachState[]) =>
  reachWords({ can_be_ordered: false, states, blocked: [] }, 49);

test('why nobody can buy a product now is said as people say it', () => {
  const making = state('group_buy', { batch_stage: 'in_production' });
  assert.equal(stopped(making), 'Its batch is at the stage “In production”');
  assert.equal(stopped(state('group_buy')), 'Its group buy is without a batch');
  assert.equal(
    stopped(state('archived'), state('list', { list_status: 'open' })),
    'Archived; only through its raffle or waiting list (open)',
  );
  assert.equal(
    stopped(state('list')),
    'Only through a raffle or waiting list, and no such list includes it',
  );
  assert.equal(stopped(state('sold_out')), 'Sold out');
  assert.equal(stopped(), 'Can’t be bought');
});
