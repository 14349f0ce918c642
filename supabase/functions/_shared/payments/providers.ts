import type { PaymentProviderCode } from '#features/orders/model/payment-providers.ts';
import type { FunctionEnvironment } from '../report-error.ts';
import { demo } from './demo.ts';
import { paypal } from './paypal.ts';
import { keyStateOf, type KeyState, type PaymentProvider } from './provider.ts';
import { stripe } from './stripe.ts';

export const providers: Readonly<Record<PaymentProviderCode, PaymentProvider>> = {
  stripe,
  paypal,
  demo,
};

/** One part of every provider, with what the environment gives it. */
export const ofProviders = <Part>(
  part: (provider: PaymentProvider) => Part,
): Readonly<Record<string, Part>> =>
  Object.fromEntries(Object.entries(providers).map(([code, provider]) => [code, part(provider)]));

export const keyStates = (environment: FunctionEnvironment): Readonly<Record<string, KeyState>> =>
  ofProviders((provider) => keyStateOf(provider, environment));
