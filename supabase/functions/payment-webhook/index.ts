import { createDemoReader } from '../_shared/payments/demo.ts';
import { createStripeReader } from '../_shared/payments/stripe.ts';
import { reportErrors } from '../_shared/report-error.ts';
import { createServiceCall } from '../_shared/service-calls.ts';
import { createApply } from './deps.ts';
import { handlePaymentWebhook } from './handler.ts';

const environment = Deno.env.toObject();
const deps = {
  readers: { stripe: createStripeReader(environment), demo: createDemoReader(environment) },
  apply: createApply(createServiceCall(environment)),
};

Deno.serve(
  reportErrors('payment-webhook', environment, (request) => handlePaymentWebhook(request, deps)),
);
