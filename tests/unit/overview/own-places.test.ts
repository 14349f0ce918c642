import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  hasProof,
  isPast,
  toldPlace,
  type ToldPlace,
} from '#features/overview/model/own-places.ts';
import { Constants } from '#shared/backend/database.types.ts';
import { listKinds } from '#shared/list-kinds.ts';

type Kind = keyof typeof listKinds;
type Status = ToldPlace['status'];
type Offer = ToldPlace['offers'][number];

const over = new Set<Status>(['drawn', 'finished']);

function placeOn(kind: Kind, status: Status, more: Partial<ToldPlace> = {}): ToldPlace {
  const { isDrawn, isVote } = listKinds[kind];
  const isRanked = isDrawn ? over.has(status) : !isVote;
  return {
    is_drawn: isDrawn,
    is_vote: isVote,
    status,
    position: isRanked ? 5 : null,
    of: 33,
    last_offered_rank: isDrawn && isRanked ? 3 : null,
    max_wins: 1,
    closes_at: '2026-10-03T18:00:00Z',
    withdrawn_at: null,
    offers: [],
    ...more,
  };
}

const offer = (more: Partial<Offer> = {}): Offer => ({
  status: 'pending',
  is_ordered: false,
  expires_at: '2026-11-20T18:00:00Z',
  holds_until: null,
  title: 'Lamp Moth',
  end_reason: null,
  ...more,
});

const told = (place: ToldPlace) => {
  const { badge, sentence } = toldPlace(place);
  return `${isPast(place) ? 'past' : 'now'}, ${badge}: ${sentence}`;
};

const statuses = Constants.public.Enums.list_status.filter((status) => status !== 'draft');
const closes = /Closes 3 Oct 2026/;

describe('a place on a list, as the account tells it', () => {
  const plain: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
    raffle: {
      closed: 'now, Entered: Not drawn yet.',
      frozen: 'now, Entered: Not drawn yet.',
      drawn: 'past, Drawn: You are 5th of 33. Offers have reached rank 3.',
      finished: 'past, Not won: You are 5th of 33. Offers have reached rank 3.',
    },
    waiting_list: {
      closed: 'now, On the list: You are 5th of 33.',
      finished: 'past, Ended: This list has ended.',
    },
    interest_check: {
      closed: 'now, Counted: You are one of 33. Voting is over.',
      finished: 'past, Counted: You are one of 33. Voting is over.',
    },
  };
  for (const kind of Object.keys(listKinds) as Kind[]) {
    test(`of the kind ${kind} says its result, and when it closes only while it is open`, () => {
      for (const status of statuses) {
        const words = told(placeOn(kind, status));
        assert.equal(closes.test(words), status === 'open', `${status}: ${words}`);
        const expected = plain[kind][status];
        if (expected !== undefined) assert.equal(words, expected);
      }
    });

    test(`of the kind ${kind} is checked by a draw only where one was made`, () => {
      const checked = statuses.filter((status) => hasProof(placeOn(kind, status)));
      assert.deepEqual(checked, listKinds[kind].isDrawn ? ['drawn', 'finished'] : []);
    });
  }

  test('an offer that waits belongs to the present, whatever the list does', () => {
    for (const kind of ['raffle', 'waiting_list'] as const) {
      const badge = listKinds[kind].isDrawn ? 'Won' : 'Your turn';
      for (const status of ['drawn', 'finished'] as const) {
        const waiting = told(placeOn(kind, status, { offers: [offer()] }));
        assert.match(waiting, new RegExp(`^now, ${badge}: An offer is waiting until 20 Nov 2026`));
        const held = { status: 'claimed', holds_until: '2026-11-21T18:00:00Z' } as const;
        const accepted = told(placeOn(kind, status, { offers: [offer(held)] }));
        assert.match(accepted, new RegExp(`^now, ${badge}: You accepted.* Order by 21 Nov 2026`));
      }
    }
  });

  test('a second win waits above the first, which was ordered', () => {
    const ordered = offer({ status: 'claimed', is_ordered: true });
    const both = placeOn('raffle', 'drawn', { max_wins: 2, offers: [offer(), ordered] });
    assert.match(told(both), /^now, Won: An offer is waiting/);
    const first = placeOn('waiting_list', 'open', { max_wins: 2, offers: [ordered] });
    assert.equal(told(first), 'now, Ordered: You have ordered yours.');
    assert.equal(told({ ...first, max_wins: 1 }), 'past, Ordered: You have ordered yours.');
  });

  test('who let a win go is told so, and not that it was never won', () => {
    const offers = [offer({ status: 'expired', end_reason: 'Turned down' })];
    assert.equal(
      told(placeOn('raffle', 'finished', { offers })),
      'past, Drawn: Your offer for Lamp Moth is over: turned down. You are 5th of 33. Offers have reached rank 3.',
    );
    assert.match(
      told(placeOn('waiting_list', 'open', { offers, closes_at: null })),
      /^now, On the list: .*turned down\. You are 5th of 33\.$/,
    );
  });

  test('a list that was left is past', () => {
    const left = { withdrawn_at: '2026-10-01T00:00:00Z', position: null };
    for (const kind of Object.keys(listKinds) as Kind[])
      assert.equal(told(placeOn(kind, 'open', left)), 'past, Left: You left this list.');
  });
});
