import type { Given } from '#shared/backend/given.ts';

/** One attempt to pay an order, as the database recorded it before any provider heard of it. */
export type PaymentAttempt = Given<'begin_payment'>;

/** Opens the provider's page for an attempt; the same attempt gives the same page. */
export type OpenPaymentPage = (attempt: PaymentAttempt, returnUrl: string) => Promise<string>;
