import type { ServiceCall } from '../service-calls.ts';
import type { KeyState } from './provider.ts';

/** Tells the shop which providers have keys here: what has none can't be offered. */
export async function notePaymentKeys(
  call: ServiceCall,
  states: Readonly<Record<string, KeyState>>,
): Promise<unknown> {
  return await call('note_payment_keys', { p_keys: states });
}
