import { oneOf } from '#shared/parsed-fields.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';
import type { PaymentProvider } from './place-order.ts';

export interface PaymentMethod {
  readonly code: PaymentProvider;
  readonly title: string;
  readonly note: string;
}

const providers: readonly PaymentProvider[] = ['invoice', 'demo', 'stripe'];

/** What is not offered is not in the answer. */
export async function listPaymentMethods(
  backend: Promise<Backend> = getBackend(),
): Promise<Result<readonly PaymentMethod[], BackendError>> {
  try {
    const { data, error, status } = await (
      await backend
    )
      .from('payment_methods')
      .select('code,title,note')
      .eq('is_offered', true)
      .order('position');
    if (error) return fail(toBackendError(error, status));
    return succeed(
      data.flatMap(({ code, title, note }) => {
        const provider = oneOf(code, providers);
        return provider === null ? [] : [{ code: provider, title, note }];
      }),
    );
  } catch (error) {
    return fail(toBackendError(error));
  }
}
