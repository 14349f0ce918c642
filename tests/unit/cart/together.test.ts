import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { methodAnswer, quoteAnswer } from '../../support/order-answers.ts';
import type { Quote } from '../../../src/features/cart/model/quote.ts';
import { parcelWords } from '../../../src/features/cart/model/parcel-words.ts';
import { $choices, forgetOwnChoices } from '../../../src/features/cart/store/cart-choices.ts';
import {
  $togetherNote,
  chooseTogether,
  settleTogether,
} from '../../../src/features/cart/store/together.ts';

const offer = {
  ships_on: '2027-07-01',
  eta_precision: 'quarter',
  batch_id: 'b',
  handling_days: 3,
  parcels: 2,
  saves_minor: 1090,
  reason: null,
  changes_tax: false,
} as const;

const offered = (more: Parameters<typeof quoteAnswer>[0]): Quote =>
  quoteAnswer({ ships_together: true, together: offer, ...more });

function choose(): void {
  const { together } = offered({});
  assert.ok(together);
  chooseTogether(together);
}

beforeEach(() => {
  forgetOwnChoices();
  chooseTogether(null);
});

test('a cart stays sent together for as long as its last part stays where it was told', () => {
  choose();
  assert.equal(settleTogether(offered({})), false);
  assert.equal($choices.get().together, 'Ships in Q3 2027');
  assert.equal($togetherNote.get(), '');
});

test('a cart whose last part moves is asked about again', () => {
  choose();
  const later = { ...offer, ships_on: '2027-10-01' };
  assert.equal(settleTogether(offered({ together: later })), true);
  assert.equal($choices.get().together, null);
  assert.equal(
    $togetherNote.get(),
    'The last part now ships in Q4 2027. Choose again how your order ships.',
  );
});

test('a cart that is one parcel anyway has nothing to choose, and is not chosen for later', () => {
  choose();
  assert.equal(settleTogether(offered({ ships_together: false, together: null })), true);
  assert.equal($choices.get().together, null);
  assert.equal($togetherNote.get(), '');
});

test('a cart that no method takes in one is sent in parts, and says why', () => {
  choose();
  const method = methodAnswer({ price_minor: null, reason: 'Too heavy: at most 20 kg.' });
  assert.equal(settleTogether(offered({ shipping_methods: [method] })), true);
  assert.equal($choices.get().together, null);
  assert.equal($togetherNote.get(), 'Your order can’t be sent together. Too heavy: at most 20 kg.');
  choose();
  const other = methodAnswer({ id: 'n', price_minor: 900 });
  assert.equal(settleTogether(offered({ shipping_methods: [method, other] })), false);
});

test('nothing is settled for who never chose it', () => {
  assert.equal(settleTogether(offered({ ships_together: false })), false);
  assert.equal($choices.get().together, null);
});

test('what is made without a date promises none', () => {
  const undated = { ...offer, ships_on: null };
  const { together } = offered({ together: undated });
  assert.equal(together && parcelWords(together), 'Ships once it is made');
  const { together: ready } = offered({ together: { ...undated, batch_id: null } });
  assert.equal(ready && parcelWords(ready), 'Ships within 3 working days');
});
