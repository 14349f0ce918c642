import { ofProviders } from '../_shared/payments/providers.ts';
import { reportErrors } from '../_shared/report-error.ts';
import { createBegin } from './deps.ts';
import { handleStartPayment } from './handler.ts';

const environment = Deno.env.toObject();
const deps = {
  shopUrl: (environment['SITE_URL'] || 'http://localhost:4321').replace(/\/$/, ''),
  pages: ofProviders(({ createPages }) => createPages(environment)),
  begin: createBegin(environment),
};

Deno.serve(
  reportErrors('start-payment', environment, (request) => handleStartPayment(request, deps)),
);
