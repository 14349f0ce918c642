import type { PaymentEvent } from './payment-event.ts';
import { RefusedCall, type ServiceCall } from '../service-calls.ts';

export async function applyPaymentEvent(call: ServiceCall, event: PaymentEvent): Promise<unknown> {
  return await call('apply_payment_event', {
    p_provider: event.provider,
    p_event_id: event.eventId,
    p_kind: event.kind,
    p_order: event.orderId,
    p_reference: event.reference,
    p_amount_minor: event.amountMinor,
    p_currency: event.currency,
  });
}

export async function noteRefusedEvent(
  call: ServiceCall,
  event: PaymentEvent,
  why: string,
): Promise<unknown> {
  return await call('note_refused_event', {
    p_provider: event.provider,
    p_event_id: event.eventId,
    p_kind: event.kind,
    p_reference: event.reference,
    p_amount_minor: event.amountMinor,
    p_currency: event.currency,
    p_why: why,
  });
}

export function createApply(call: ServiceCall) {
  return async (event: PaymentEvent): Promise<Readonly<Record<string, unknown>>> => {
    try {
      return { result: await applyPaymentEvent(call, event) };
    } catch (error) {
      // What the shop refuses in words of its own stays refused: an order that isn't ours, an odd sum. The
      // provider must not send it again for three days, and the check shows it to staff.
      if (error instanceof RefusedCall && error.refusal.code.startsWith('PT4')) {
        await noteRefusedEvent(call, event, error.refusal.message);
        return { refused: true };
      }
      throw error;
    }
  };
}
