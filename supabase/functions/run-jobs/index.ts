import { reportError, reportErrors } from '../_shared/report-error.ts';
import { createServiceCall, forSchedulers } from '../_shared/service-calls.ts';
import { createSendingDeps } from '../_shared/mail/sending-deps.ts';
import { sendWaitingMails } from '../_shared/mail/sending.ts';
import { runDueJobs, runJobs } from './handler.ts';

const environment = Deno.env.toObject();
const call = createServiceCall(environment);
const mail = createSendingDeps(environment);

const run = () =>
  runJobs({
    runDueJobs: () => runDueJobs(call),
    sendMails: () => sendWaitingMails(mail),
    report: (error) => reportError(error, 'run-jobs', environment),
  });

Deno.serve(reportErrors('run-jobs', environment, forSchedulers(environment, run)));
