import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  nextWords,
  offersInTurn,
  offerState,
  payBy,
  seenWords,
  whyNobody,
} from '../../../src/features/lists/model/desk-offers.ts';
import type { Offer } from '../../../src/features/lists/model/list-desk.ts';

const offer = (more: Partial<Offer>): Offer => ({
  id: 'o',
  list_id: 'l',
  entry_id: 'e',
  choice_id: 'c',
  variant_id: 'v',
  title: 'Birch',
  rank: 1,
  round: 1,
  status: 'pending',
  offered_at: '2030-12-31T10:00:00Z',
  expires_at: '2031-01-01T10:00:00Z',
  holds_until: null,
  seen_at: null,
  claimed_at: null,
  paid_at: null,
  reinstated_at: null,
  end_reason: null,
  is_ordered: false,
  ...more,
});
const place = (number: number, variant = 'Birch') => ({ place: number, variant });

describe('offers at the desk of a list', () => {
  test('say how far each is: sent, seen, in a cart, ordered, paid, over', () => {
    const given: readonly Partial<Offer>[] = [
      { status: 'pending' },
      { status: 'pending', seen_at: '2031-01-01' },
      { status: 'claimed', seen_at: '2031-01-01' },
      { status: 'claimed', is_ordered: true },
      { status: 'claimed', is_ordered: true, paid_at: '2031-01-02' },
      { status: 'expired', seen_at: '2031-01-01' },
      { status: 'revoked' },
    ];
    const states = given.map((each) => offerState(offer(each)).words);
    const told = ['sent', 'seen', 'in a cart', 'ordered', 'paid', 'expired', 'withdrawn'];
    assert.deepEqual(states, told);
  });

  test('say when they were seen, and whether they still can be', () => {
    const words = (status: Offer['status'], seen_at: string | null = null) =>
      seenWords(offer({ status, seen_at }));
    assert.match(words('pending', '2031-01-01T10:00:00Z'), /^seen 1 Jan 2031/);
    assert.deepEqual(
      (['pending', 'claimed', 'expired', 'revoked'] as const).map((each) => words(each)),
      ['not seen yet', '', 'never seen', 'never seen'],
    );
  });

  test('stand with those that still wait first, each down the rank', () => {
    const offers = [
      offer({ id: 'over', status: 'expired', rank: 1 }),
      offer({ id: 'late', status: 'pending', rank: 7 }),
      offer({ id: 'paid', status: 'claimed', is_ordered: true, rank: 2 }),
      offer({ id: 'held', status: 'claimed', rank: 3 }),
    ];
    assert.deepEqual(
      offersInTurn(offers).map(({ id }) => id),
      ['held', 'late', 'over', 'paid'],
    );
  });

  test('can be ordered as long as a cart holds them', () => {
    const ends = { expires_at: '2031-01-01', holds_until: '2031-01-02' };
    assert.equal(payBy(offer(ends)), '2031-01-02');
    assert.equal(payBy(offer({ ...ends, holds_until: null })), '2031-01-01');
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

  test('nobody is next for a reason that the database counts, not what is listed of a long list', () => {
    const values = { kind: 'waiting_list', status: 'open', capacity: null, released: 6000 };
    const list = { id: 'l', version: 1, values } as unknown as Parameters<typeof whyNobody>[0];
    assert.equal(whyNobody(list, { entryCount: 0, unasked: 0 }), 'Nobody is on the list.');
    assert.equal(
      whyNobody(list, { entryCount: 6000, unasked: 0 }),
      'Everyone on the list has had an offer.',
    );
    assert.match(whyNobody(list, { entryCount: 6000, unasked: 1 }), /^What the others chose/);
  });
});
