import { notePaymentKeys } from '../_shared/payments/key-states.ts';
import { providers } from '../_shared/payments/providers.ts';
import { reportErrors } from '../_shared/report-error.ts';
import { createServiceCall } from '../_shared/service-calls.ts';
import { createRoleOf } from './deps.ts';
import { handlePaymentSettings } from './handler.ts';

const environment = Deno.env.toObject();
const call = createServiceCall(environment);
const deps = {
  environment,
  providers,
  webhookUrl: `${environment['SUPABASE_URL']}/functions/v1/payment-webhook`,
  roleOf: createRoleOf(environment),
  noteKeys: (states: Parameters<typeof notePaymentKeys>[1]) => notePaymentKeys(call, states),
};

Deno.serve(
  reportErrors('payment-settings', environment, (request) => handlePaymentSettings(request, deps)),
);
