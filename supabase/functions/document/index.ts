import { reportErrors } from '../_shared/report-error.ts';
import { createDocumentDeps } from './deps.ts';
import { handleDocument } from './handler.ts';

const environment = Deno.env.toObject();
const deps = createDocumentDeps(environment);

Deno.serve(reportErrors('document', environment, (request) => handleDocument(request, deps)));
