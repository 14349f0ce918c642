/**
 * What the shop's own service asks of the database: mails on a lease, due jobs, what payment
 * providers said. Needs a client with the secret key, so no page can use it; the edge functions ask
 * the same by HTTP.
 */
import { fieldsOf, listOf, numberOf, textOf } from '#domain/parsed-fields.ts';
import { fail, succeed, type Result } from '#domain/result.ts';
import type { Backend } from './client.ts';
import { toBackendError, type BackendError } from './errors.ts';

export interface ClaimedMail {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly attempts: number;
}

export async function claimMails(
  service: Backend,
  most: number,
): Promise<Result<readonly ClaimedMail[], BackendError>> {
  const { data, error, status } = await service.rpc('claim_mails', { p_limit: most });
  if (error) return fail(toBackendError(error, status));
  return succeed(
    listOf(data, (fields) => ({
      id: textOf(fields['id']),
      kind: textOf(fields['kind']),
      recipient: textOf(fields['recipient']),
      attempts: numberOf(fields['attempts']),
    })),
  );
}

export async function mailSent(
  service: Backend,
  id: string,
): Promise<Result<boolean, BackendError>> {
  const { data, error, status } = await service.rpc('mail_sent', { p_id: id });
  return error ? fail(toBackendError(error, status)) : succeed(data);
}

export async function mailFailed(
  service: Backend,
  id: string,
  why: string,
): Promise<Result<boolean, BackendError>> {
  const { data, error, status } = await service.rpc('mail_failed', { p_id: id, p_error: why });
  return error ? fail(toBackendError(error, status)) : succeed(data);
}

/** How much of what was done, by the name of the job. */
export async function runDueJobs(
  service: Backend,
): Promise<Result<Readonly<Record<string, unknown>>, BackendError>> {
  const { data, error, status } = await service.rpc('run_due_jobs');
  return error ? fail(toBackendError(error, status)) : succeed(fieldsOf(data) ?? {});
}

export interface PaymentEventFacts {
  readonly provider: 'stripe' | 'demo';
  readonly eventId: string;
  readonly kind: string;
  readonly orderId: string | null;
  readonly reference: string | null;
  readonly amountMinor: number;
  readonly currency: string;
}

/** The word for what it did; the same event again is `known`. */
export async function applyPaymentEvent(
  service: Backend,
  event: PaymentEventFacts,
): Promise<Result<string, BackendError>> {
  const { data, error, status } = await service.rpc('apply_payment_event', {
    p_provider: event.provider,
    p_event_id: event.eventId,
    p_kind: event.kind,
    p_amount_minor: event.amountMinor,
    p_currency: event.currency,
    ...(event.orderId === null ? {} : { p_order: event.orderId }),
    ...(event.reference === null ? {} : { p_reference: event.reference }),
  });
  if (error) return fail(toBackendError(error, status));
  return succeed(textOf(fieldsOf(data)?.['outcome']));
}

export interface BegunPayment {
  readonly attemptId: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** What `start-payment` asks with the rights of whoever pays. */
export async function beginPayment(
  caller: Backend,
  orderId: string,
  token: string | null,
  provider: 'stripe' | 'demo',
): Promise<Result<BegunPayment, BackendError>> {
  const { data, error, status } = await caller.rpc('begin_payment', {
    p_order: orderId,
    p_provider: provider,
    ...(token === null ? {} : { p_token: token }),
  });
  if (error) return fail(toBackendError(error, status));
  const fields = fieldsOf(data) ?? {};
  return succeed({
    attemptId: textOf(fields['attempt_id']),
    amountMinor: numberOf(fields['amount_minor']),
    currency: textOf(fields['currency']),
  });
}
