import { reportErrors } from '../_shared/report-error.ts';
import { passCaptcha } from './deps.ts';
import { handleCaptcha } from './handler.ts';
import { createVerifier } from './verifier.ts';

const environment = Deno.env.toObject();
const deps = { verify: createVerifier(environment), pass: passCaptcha(environment) };

Deno.serve(reportErrors('captcha', environment, (request) => handleCaptcha(request, deps)));
