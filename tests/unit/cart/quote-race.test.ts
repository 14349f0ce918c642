import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { quoteAnswer } from '../../support/order-answers.ts';
import { addToCart, clearCart } from '../../../src/features/cart/store/cart.ts';
import { $quote, askQuote, takeQuote } from '../../../src/features/cart/store/quote.ts';

const line = {
  variant_id: '11111111-1111-4111-8111-111111111111',
  quantity: 1,
  options: {},
  design_id: null,
  offer_id: null,
};

const answerOf = (hash: string) => quoteAnswer({ quote_hash: hash });

/** Each question waits until the test answers it, whatever was asked or given up since. */
const asked: ((hash: string) => void)[] = [];
const ownFetch = globalThis.fetch;
let leave = () => {};

async function questions(count: number): Promise<void> {
  for (let turns = 0; asked.length < count; turns += 1) {
    assert.ok(turns < 5000, `only ${asked.length} of ${count} questions were asked`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Long enough for an answer to go through everything that reads it. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const shown = () => $quote.get().quoted?.quote.quote_hash ?? null;

describe('of two quotes the newer one stays', () => {
  before(() => {
    const ignore = () => true;
    Object.assign(globalThis, {
      dispatchEvent: ignore,
      addEventListener: ignore,
      removeEventListener: ignore,
    });
    // Looked at, as by a page: it asks for itself when somebody begins to.
    leave = $quote.listen(() => undefined);
    globalThis.fetch = () =>
      new Promise((resolve) => {
        asked.push((hash) => resolve(Response.json(answerOf(hash))));
      });
  });
  after(() => {
    leave();
    globalThis.fetch = ownFetch;
  });
  beforeEach(() => {
    asked.length = 0;
    clearCart();
    addToCart(line);
  });

  test('when the answer to an earlier question comes after that to a later one', async () => {
    askQuote();
    await questions(1);
    askQuote();
    await questions(2);
    asked[1]?.('later');
    await settle();
    assert.equal(shown(), 'later');
    asked[0]?.('earlier');
    await settle();
    assert.equal(shown(), 'later');
  });

  test('when one came with a refused order while an earlier question was under way', async () => {
    askQuote();
    await questions(1);
    takeQuote(answerOf('of the refusal'));
    asked[0]?.('earlier');
    await settle();
    assert.equal(shown(), 'of the refusal');
    assert.equal($quote.get().status, 'ready');
  });
});
