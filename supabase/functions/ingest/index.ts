import { reportErrors } from '../_shared/report-error.ts';
import { createIngestDeps } from './deps.ts';
import { handleIngest } from './handler.ts';

const environment = Deno.env.toObject();
const deps = createIngestDeps(environment);

Deno.serve(reportErrors('ingest', environment, (request) => handleIngest(request, deps)));
