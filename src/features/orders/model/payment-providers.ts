/** Who takes money for the shop, by the code of the payment method, as staff call them. */
const providers = {
  stripe: { name: 'Stripe', sendsRefunds: true },
  paypal: { name: 'PayPal', sendsRefunds: true },
  demo: { name: 'Demo', sendsRefunds: false },
} as const;

export type PaymentProviderCode = keyof typeof providers;
export type PaymentCode = 'invoice' | PaymentProviderCode;

const isProvider = (code: string): code is PaymentProviderCode => Object.hasOwn(providers, code);

export const providerCodes: readonly PaymentProviderCode[] =
  Object.keys(providers).filter(isProvider);

/** Beside the providers' own pages there is the bank. */
export const paymentCodes: readonly PaymentCode[] = ['invoice', ...providerCodes];

/** Null where no page takes the money. */
export const providerOf = (code: string): PaymentProviderCode | null =>
  isProvider(code) ? code : null;

export const paymentName = (code: string): string =>
  code === 'invoice' ? 'Bank transfer' : isProvider(code) ? providers[code].name : code;

/** Whether refunds of its payments are asked of it; others are sent by hand. */
export const sendsRefunds = (code: string): boolean =>
  isProvider(code) && providers[code].sendsRefunds;
