import { sendRefunds } from '../_shared/payments/refund-call.ts';
import { reportErrors } from '../_shared/report-error.ts';
import { createRefundDeps, createWaitingOf } from './deps.ts';
import { handleSendRefunds } from './handler.ts';

const environment = Deno.env.toObject();
const refunds = createRefundDeps(environment);
const deps = {
  waitingOf: createWaitingOf(environment),
  send: (orders: readonly string[]) => sendRefunds(refunds, orders),
};

Deno.serve(
  reportErrors('send-refunds', environment, (request) => handleSendRefunds(request, deps)),
);
