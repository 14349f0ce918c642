import { reportErrors } from '../_shared/report-error.ts';
import { createRoundDeps } from './deps.ts';
import { handleRound } from './handler.ts';

const environment = Deno.env.toObject();
const deps = createRoundDeps(environment);

Deno.serve(reportErrors('beacon-round', environment, (request) => handleRound(request, deps)));
