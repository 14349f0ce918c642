/** How customers can pay, and what the providers' keys are good for. */
import { atom, onMount } from 'nanostores';
import { unanswered } from '#shared/backend/errors.ts';
import { askProviders, readMethodSettings, saveMethodSettings } from '../api/payment-settings.ts';
import type {
  ConnectionAnswer,
  MethodSettings,
  ProviderSettings,
} from '../model/payment-settings.ts';

export type PaymentDesk =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string }
  | {
      readonly status: 'ready';
      readonly methods: readonly MethodSettings[];
      readonly providers: readonly ProviderSettings[];
      readonly webhookUrl: string;
    };

export const $paymentDesk = atom<PaymentDesk>({ status: 'loading' });

export async function readPaymentDesk(): Promise<void> {
  $paymentDesk.set({ status: 'loading' });
  // The functions tell the shop of their keys first, so that what is read after them agrees.
  const told = await askProviders(null).catch(unanswered);
  const methods = told.ok ? await readMethodSettings().catch(unanswered) : told;
  if (!told.ok || !methods.ok) {
    const { message } =
      told.ok && !methods.ok ? methods.error : told.ok ? unanswered().error : told.error;
    $paymentDesk.set({ status: 'failed', message });
    return;
  }
  const { providers, webhookUrl } = told.value;
  $paymentDesk.set({ status: 'ready', methods: methods.value, providers, webhookUrl });
}

onMount($paymentDesk, () => {
  if ('window' in globalThis) void readPaymentDesk();
});

/** Null when it is saved; otherwise why not. */
export async function saveMethod(method: MethodSettings): Promise<string | null> {
  const saved = await saveMethodSettings(method).catch(unanswered);
  if (!saved.ok) return saved.error.message;
  const desk = $paymentDesk.get();
  if (desk.status === 'ready') {
    const methods = desk.methods.map((each) => (each.code === method.code ? saved.value : each));
    $paymentDesk.set({ ...desk, methods });
  }
  return null;
}

export async function tryConnection(code: string): Promise<ConnectionAnswer> {
  const told = await askProviders(code).catch(unanswered);
  if (!told.ok) return { isWell: false, says: told.error.message };
  return told.value.connection ?? { isWell: false, says: 'This provider can’t be tried.' };
}
