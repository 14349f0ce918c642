import { oneOf } from '#shared/parsed-fields.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';
import { paymentCodes, type PaymentCode } from '../model/payment-providers.ts';

export interface PaymentMethod {
  readonly code: PaymentCode;
  readonly title: string;
  readonly note: string;
  /** Its keys are for trials: no money moves. */
  readonly isTest: boolean;
}

/** What is not offered is not in the answer. */
export async function listPaymentMethods(
  backend: Promise<Backend> = getBackend(),
): Promise<Result<readonly PaymentMethod[], BackendError>> {
  try {
    const { data, error, status } = await (
      await backend
    )
      .from('payment_methods')
      .select('code,title,note,keys')
      .eq('is_offered', true)
      .order('position');
    if (error) return fail(toBackendError(error, status));
    return succeed(
      data.flatMap(({ code, title, note, keys }) => {
        const provider = oneOf(code, paymentCodes);
        return provider === null ? [] : [{ code: provider, title, note, isTest: keys === 'test' }];
      }),
    );
  } catch (error) {
    return fail(toBackendError(error));
  }
}
