import { reportErrors } from '../_shared/report-error.ts';
import { forSchedulers } from '../_shared/service-calls.ts';
import { createSendingDeps } from '../_shared/mail/sending-deps.ts';
import { sendWaitingMails } from '../_shared/mail/sending.ts';

const environment = Deno.env.toObject();
const deps = createSendingDeps(environment);
const send = async () => ({ ...(await sendWaitingMails(deps)) });

Deno.serve(reportErrors('send-mail', environment, forSchedulers(environment, send)));
