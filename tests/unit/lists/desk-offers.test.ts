import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  nextWords,
  offersInTurn,
  offerState,
  payBy,
  seenWords,
} from '../../../src/features/lists/model/desk-offers.ts';
import type { DeskRow } from '../../../src/desk-kit/model/desk-row.ts';

const row = (id: string, values: DeskRow['values']): DeskRow => ({ id, version: null, values });
const place = (number: number, variant = 'Birch') => row(`${number}`, { place: number, variant });

describe('offers at the desk of a list', () => {
  test('say how far each is: sent, seen, in a cart, ordered, paid, over', () => {
    const states = [
      { status: 'pending' },
      { status: 'pending', seen_at: '2031-01-01' },
      { status: 'claimed', seen_at: '2031-01-01' },
      { status: 'claimed', is_ordered: true },
      { status: 'claimed', is_ordered: true, paid_at: '2031-01-02' },
      { status: 'expired', seen_at: '2031-01-01' },
      { status: 'revoked' },
    ].map((values) => offerState(row('one', values)).words);
    const told = ['sent', 'seen', 'in a cart', 'ordered', 'paid', 'expired', 'withdrawn'];
    assert.deepEqual(states, told);
  });

  test('say when they were seen, and whether they still can be', () => {
    const words = (status: string, seen_at: string | null = null) =>
      seenWords(row('one', { status, seen_at }));
    assert.match(words('pending', '2031-01-01T10:00:00Z'), /^seen 1 Jan 2031/);
    assert.deepEqual(
      ['pending', 'claimed', 'expired', 'revoked'].map((each) => words(each)),
      ['not seen yet', '', 'never seen', 'never seen'],
    );
  });

  test('stand with those that still wait first, each down the rank', () => {
    const offers = [
      row('over', { status: 'expired', rank: 1 }),
      row('late', { status: 'pending', rank: 7 }),
      row('paid', { status: 'claimed', is_ordered: true, rank: 2 }),
      row('held', { status: 'claimed', rank: 3 }),
    ];
    assert.deepEqual(
      offersInTurn(offers).map(({ id }) => id),
      ['held', 'late', 'over', 'paid'],
    );
  });

  test('can be ordered as long as a cart holds them', () => {
    const offer = { expires_at: '2031-01-01', holds_until: '2031-01-02' };
    assert.equal(payBy(row('one', offer)), '2031-01-02');
    assert.equal(payBy(row('one', { ...offer, holds_until: null })), '2031-01-01');
  });

  test('the next ones are named one by one, and by their ends where they are many', () => {
    assert.equal(nextWords([]), 'nobody');
    assert.equal(nextWords([place(1), place(2)]), 'place 1 (Birch), place 2 (Birch)');
    const many = Array.from({ length: 40 }, (_, index) => place(index + 5));
    assert.equal(
      nextWords([place(1), place(3, 'Dusk'), ...many]),
      'place 1 (Birch), place 3 (Dusk), places 5 to 44 (Birch)',
    );
  });
});
