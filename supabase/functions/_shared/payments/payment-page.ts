/** One attempt to pay an order, as the database recorded it before any provider heard of it. */
export interface PaymentAttempt {
  readonly attemptId: string;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly email: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** Opens the provider's page for an attempt; the same attempt gives the same page. */
export type OpenPaymentPage = (attempt: PaymentAttempt, returnUrl: string) => Promise<string>;
