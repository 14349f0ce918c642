/** What happened to a payment, whoever the provider is: the only shape that reaches the database. */
export interface PaymentEvent {
  /** The code of the payment method. */
  readonly provider: string;
  /** The provider's own id: the same id again is the same event. */
  readonly eventId: string;
  readonly kind:
    | 'paid'
    | 'failed'
    | 'expired'
    | 'refunded'
    | 'refund_failed'
    | 'disputed'
    | 'dispute_won'
    | 'dispute_lost';
  /** Null when the event names its payment alone: then the reference leads to the order. */
  readonly orderId: string | null;
  /** The provider's id of the payment, by which refunds and disputes find it. */
  readonly reference: string | null;
  readonly amountMinor: number;
  readonly currency: string;
}

/** @returns null for what can be no order of this shop, whoever signed it. */
export function parseOrderId(text: unknown): string | null {
  const pattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
  return typeof text === 'string' && pattern.test(text) ? text : null;
}

/** A delivery that is not what it claims to be: nothing of it is used. */
export class UntrustedDelivery extends Error {}

/** Reads a delivery's raw text; null means genuine and of no interest here. */
export type ReadPaymentEvent = (body: string, headers: Headers) => Promise<PaymentEvent | null>;
