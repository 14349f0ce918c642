import { beginPayment, type PayableOrder } from '../api/begin-payment.ts';
import { toBackendError } from '#shared/backend/errors.ts';

const lost = () => ({ ok: false, error: toBackendError(null, 0) }) as const;

/** Leaves for the provider's page; the answer says why where it can't. */
export async function goToPay(
  order: PayableOrder,
  provider: 'stripe' | 'demo',
): Promise<string | null> {
  const answer = await beginPayment(order, provider).catch(lost);
  if (!answer.ok) return answer.error.message;
  location.assign(answer.value.href);
  return null;
}
