import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachWords } from '#features/shop-check/model/product-reach.ts';

const stopped = (...states: string[]) =>
  reachWords({ can_be_ordered: false, states, blocked: [] }, 49);

test('why nobody can buy a product now is said as people say it', () => {
  assert.equal(stopped('group buy, in_production'), 'Its batch is at the stage “In production”');
  assert.equal(stopped('group buy, without a batch'), 'Its group buy is without a batch');
  assert.equal(
    stopped('archived', 'by list, open'),
    'Archived; only through its raffle or waiting list (open)',
  );
  assert.equal(stopped('sold_out'), 'Sold out');
  assert.equal(stopped(), 'Can’t be bought');
});
