/** What the shop asks of a payment provider. Each is one file of this folder and one entry of `providers.ts`. */
import type { FunctionEnvironment } from '../report-error.ts';
import type { PaymentEvent, ReadPaymentEvent } from './payment-event.ts';
import type { OpenPaymentPage } from './payment-page.ts';
import type { SendRefund } from './refund-call.ts';

/** What a provider's page sent a customer back with. */
export interface SettledReturn {
  readonly event: PaymentEvent | null;
  /** Where the customer has to go on instead of the shop; null where nothing is left to do there. */
  readonly page: string | null;
}

export type SettleReturn = (query: URLSearchParams) => Promise<SettledReturn>;

export interface ConnectionAnswer {
  readonly isWell: boolean;
  /** A sentence for staff; it names no key. */
  readonly says: string;
}

export interface PaymentProvider {
  /** The header of a delivery that tells who sent it. */
  readonly signatureHeader: string;
  /** The names of its keys, without which it can't be offered. Each begins with the provider's own code. */
  readonly keys: readonly string[];
  /** Whether keys that are there move money. */
  readonly isLive: (environment: FunctionEnvironment) => boolean;
  /** Each gives null where the keys are missing. */
  readonly createPages: (environment: FunctionEnvironment) => OpenPaymentPage | null;
  readonly createReader: (environment: FunctionEnvironment) => ReadPaymentEvent | null;
  readonly createRefunds?: (environment: FunctionEnvironment) => SendRefund | null;
  /** For those whose customers come back with something to do. */
  readonly createReturns?: (environment: FunctionEnvironment) => SettleReturn | null;
  readonly tryConnection?: (
    environment: FunctionEnvironment,
    webhookUrl: string,
  ) => Promise<ConnectionAnswer>;
}

/** What the shop may know of a provider's keys; never the keys. */
export type KeyState = 'missing' | 'test' | 'live';

export function keyStateOf(provider: PaymentProvider, environment: FunctionEnvironment): KeyState {
  if (provider.keys.some((name) => !environment[name])) return 'missing';
  return provider.isLive(environment) ? 'live' : 'test';
}
