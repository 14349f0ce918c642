import { reportErrors } from '../_shared/report-error.ts';
import { createPublishDeps } from './deps.ts';
import { handlePublish } from './handler.ts';

const environment = Deno.env.toObject();
const deps = createPublishDeps(environment);

Deno.serve(reportErrors('publish', environment, (request) => handlePublish(request, deps)));
