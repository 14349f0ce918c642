import { reportErrors } from '../_shared/report-error.ts';
import { createVatCheckDeps } from './deps.ts';
import { handleVatCheck } from './handler.ts';

const environment = Deno.env.toObject();
const deps = createVatCheckDeps(environment);

Deno.serve(
  reportErrors('check-vat-number', environment, (request) => handleVatCheck(request, deps)),
);
