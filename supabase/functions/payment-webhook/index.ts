import { ofProviders } from '../_shared/payments/providers.ts';
import { reportErrors } from '../_shared/report-error.ts';
import { createServiceCall } from '../_shared/service-calls.ts';
import { createApply } from '../_shared/payments/apply-event.ts';
import { handlePaymentWebhook } from './handler.ts';

const environment = Deno.env.toObject();
const deps = {
  readers: ofProviders(({ signatureHeader, createReader }) => ({
    header: signatureHeader,
    read: createReader(environment),
  })),
  apply: createApply(createServiceCall(environment)),
};

Deno.serve(
  reportErrors('payment-webhook', environment, (request) => handlePaymentWebhook(request, deps)),
);
