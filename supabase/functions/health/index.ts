import { reportErrors } from '../_shared/report-error.ts';
import { handleHealth } from './handler.ts';
import { health } from './read-health.ts';

const environment = Deno.env.toObject();

Deno.serve(
  reportErrors('health', environment, (request) =>
    handleHealth(request, () => health(environment)),
  ),
);
