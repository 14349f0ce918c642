import { createApply } from '../_shared/payments/apply-event.ts';
import { ofProviders } from '../_shared/payments/providers.ts';
import { reportError, reportErrors } from '../_shared/report-error.ts';
import { createServiceCall } from '../_shared/service-calls.ts';
import { handlePaymentReturn } from './handler.ts';

const environment = Deno.env.toObject();
const deps = {
  shopUrl: (environment['SITE_URL'] || 'http://localhost:4321').replace(/\/$/, ''),
  returns: ofProviders(({ createReturns }) => createReturns?.(environment) ?? null),
  apply: createApply(createServiceCall(environment)),
  report: (error: unknown) => reportError(error, 'payment-return', environment),
};

Deno.serve(
  reportErrors('payment-return', environment, (request) => handlePaymentReturn(request, deps)),
);
