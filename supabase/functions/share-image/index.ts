import { reportErrors } from '../_shared/report-error.ts';
import { createShareDeps } from './deps.ts';
import { handleShareImage } from './handler.ts';

const environment = Deno.env.toObject();
const deps = createShareDeps(environment);

Deno.serve(reportErrors('share-image', environment, (request) => handleShareImage(request, deps)));
