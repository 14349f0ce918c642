import { atom } from 'nanostores';
import { beginPayment, type PayableOrder } from '../api/begin-payment.ts';
import type { PaymentProviderCode } from '../model/payment-providers.ts';
import { unanswered } from '#shared/backend/errors.ts';

/** Whether this page is about to be left for the provider's. */
export const $isLeaving = atom(false);
/** Why it could not be left. */
export const $payingFault = atom<string | null>(null);

/** Leaves for the provider's page; the answer says why where it can't. */
export async function goToPay(
  order: PayableOrder,
  provider: PaymentProviderCode,
): Promise<string | null> {
  $isLeaving.set(true);
  $payingFault.set(null);
  const answer = await beginPayment(order, provider).catch(unanswered);
  if (answer.ok) {
    location.assign(answer.value.href);
    return null;
  }
  $isLeaving.set(false);
  $payingFault.set(answer.error.message);
  return answer.error.message;
}

// Back from the provider the page is as it was left.
if ('window' in globalThis)
  addEventListener('pageshow', ({ persisted }) => persisted && $isLeaving.set(false));
