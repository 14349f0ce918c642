import { useStore } from '@nanostores/react';
import { $paymentMethods, isTestMode, testModeWords } from '../store/payment-methods.ts';

/** Beside what leads to a provider's page. */
export function TestModeNote({ payment }: { readonly payment: string }) {
  const methods = useStore($paymentMethods);
  return isTestMode(methods, payment) ? (
    <p>
      <strong>{testModeWords}</strong>
    </p>
  ) : null;
}
