/** Who takes money for the shop, by the code of the payment method, as staff call them. */
export const paymentProviders = {
  stripe: { name: 'Stripe', sendsRefunds: true },
  paypal: { name: 'PayPal', sendsRefunds: true },
  demo: { name: 'Demo', sendsRefunds: false },
} as const;

export type PaymentProviderCode = keyof typeof paymentProviders;

/** Beside the providers' own pages there is the bank. */
export const paymentCodes = ['invoice', 'stripe', 'paypal', 'demo'] as const satisfies readonly (
  | 'invoice'
  | PaymentProviderCode
)[];
export type PaymentCode = (typeof paymentCodes)[number];
