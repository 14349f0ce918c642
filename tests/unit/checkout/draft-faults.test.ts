import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftFaults } from '#features/checkout/ui/draft-faults.ts';
import type { CheckoutDraft } from '#features/checkout/store/checkout-draft.ts';
import { emptyAddress } from '#shared/address.ts';
import { succeed } from '#shared/result.ts';
import { methodAnswer, quoteAnswer } from '../../support/order-answers.ts';

const draft = { email: 'ada@example.test', payment: 'invoice', terms: true } as CheckoutDraft;
const methods = [
  methodAnswer({ id: 'post', price_minor: 900 }),
  methodAnswer({ id: 'courier', price_minor: null }),
];
const faultOf = (
  counted: string | null,
  methodId: string | null,
  together: string | null = null,
  shipsTogether = false,
) =>
  draftFaults(
    draft,
    succeed(emptyAddress),
    succeed(null),
    { country: 'NL', code: null, methodId, together },
    quoteAnswer({
      shipping_methods: methods,
      shipping_method: counted,
      ships_together: shipsTogether,
    }),
    false,
    null,
  )['method'];

test('an order waits until the total in sight counts the shipping that was chosen', () => {
  assert.match(faultOf(null, 'post') ?? '', /does not include this shipping yet/);
  assert.match(faultOf('courier', 'post') ?? '', /does not include this shipping yet/);
  assert.equal(faultOf('post', 'post'), undefined);
});

test('an order waits until the total in sight counts how it was chosen to be sent', () => {
  assert.match(faultOf('post', 'post', 'Ships in Q3 2027') ?? '', /does not include this shipping/);
  assert.match(faultOf('post', 'post', null, true) ?? '', /does not include this shipping yet/);
  assert.equal(faultOf('post', 'post', 'Ships in Q3 2027', true), undefined);
});

test('without a method that can be used one is asked for', () => {
  assert.equal(faultOf(null, null), 'Choose a shipping method.');
  assert.equal(faultOf('courier', 'courier'), 'Choose a shipping method.');
});
