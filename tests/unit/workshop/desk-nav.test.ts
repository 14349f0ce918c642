import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deskRights, mayOpen } from '../../../src/desk-kit/model/desk-rights.ts';
import { queuesOf, toDeskHome } from '../../../src/features/workshop/model/desk-home.ts';
import { deskBar, deskGroups } from '../../../src/features/workshop/model/desk-nav.ts';

const roles = ['owner', 'editor', 'fulfilment', 'support'] as const;
const desks = Object.keys(deskRights) as (keyof typeof deskRights)[];

describe('the way to the desks', () => {
  for (const role of roles)
    test(`names every desk that ${role} may open once, and no other`, () => {
      const open = desks.filter((desk) => mayOpen(role, desk)).toSorted();
      assert.deepEqual(deskGroups(role).flat().toSorted(), open);
      const { bar, more } = deskBar(role);
      assert.equal(bar.length, 4);
      assert.deepEqual([...bar, ...more].toSorted(), open);
    });

  test('goes from the day to the orders, and ends with whether all is well', () => {
    assert.deepEqual(deskGroups('owner').flat(), [
      'home',
      'orders',
      'customers',
      'shipping',
      'lists',
      'products',
      'batches',
      'colorways',
      'media',
      'photos',
      'designs',
      'content',
      'translations',
      'money',
      'check',
      'health',
      'staff',
    ]);
    assert.deepEqual(deskBar('owner').bar, ['home', 'orders', 'shipping', 'products']);
  });

  test('leads to what waits at its own desk, by the way that the home goes', () => {
    const row = { subject: '', record: '', amount_minor: null, currency: '', at: null };
    for (const desk of desks)
      for (const { what, path } of queuesOf(desk)) {
        const { tasks, counts } = toDeskHome([{ ...row, what, count: 3 }]);
        assert.equal(tasks[0]?.path, path);
        assert.equal(counts[what], 3);
        assert.match(path, new RegExp(`^/admin/${desk}[?]`));
      }
  });

  test('knows a nought from what nobody may read, and counts nothing that only ends', () => {
    const row = { subject: 'A raffle', record: '', amount_minor: null, currency: '', at: null };
    const { counts } = toDeskHome([
      { ...row, what: 'draft', count: 0 },
      { ...row, what: 'list_ends', count: 1 },
    ]);
    assert.deepEqual(counts, { draft: 0 });
  });
});
