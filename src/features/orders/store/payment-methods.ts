/** How an order can be paid: read once somebody has to choose, or is about to pay. */
import { atom, onMount } from 'nanostores';
import { listPaymentMethods, type PaymentMethod } from '../api/payment-methods.ts';

type PaymentMethods =
  | { readonly status: 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly methods: readonly PaymentMethod[] };

export const $paymentMethods = atom<PaymentMethods>({ status: 'loading' });

onMount($paymentMethods, () => {
  if ('window' in globalThis) void readMethods();
});

export async function readMethods(): Promise<void> {
  if ($paymentMethods.get().status === 'ready') return;
  $paymentMethods.set({ status: 'loading' });
  const answer = await listPaymentMethods();
  $paymentMethods.set(
    answer.ok ? { status: 'ready', methods: answer.value } : { status: 'failed' },
  );
}

export const testModeWords = 'Test mode: no money moves.';

/** Whether no money moves where this order is paid. */
export const isTestMode = (state: PaymentMethods, payment: string): boolean =>
  state.status === 'ready' && state.methods.some(({ code, isTest }) => code === payment && isTest);
