import { reportError, reportErrors } from '../_shared/report-error.ts';
import { createServiceCall, forSchedulers } from '../_shared/service-calls.ts';
import { alertsCalled, claimAlerts } from '../_shared/alerts/alert-calls.ts';
import { callWebhook, webhookAddress } from '../_shared/alerts/webhook.ts';
import { callWebhooks } from '../_shared/webhooks/webhook-call.ts';
import { claimWebhookCalls, webhookCalled } from '../_shared/webhooks/waiting-calls.ts';
import { logEvent } from '../_shared/log-event.ts';
import { notePaymentKeys } from '../_shared/payments/key-states.ts';
import { keyStates } from '../_shared/payments/providers.ts';
import { removeFromStorage, sweepPhotos } from '../_shared/photos/sweep-files.ts';
import { sendRefunds } from '../_shared/payments/refund-call.ts';
import { sendNotices } from '../_shared/notices/send-notices.ts';
import { claimNotices, keepNoticeKeys, noticeSent } from '../_shared/notices/waiting-notices.ts';
import { createRefundDeps } from '../send-refunds/deps.ts';
import { createSendingDeps } from '../_shared/mail/sending-deps.ts';
import { sendWaitingMails } from '../_shared/mail/sending.ts';
import { runDueJobs, runFacts, runJobs } from './handler.ts';

const environment = Deno.env.toObject();
const call = createServiceCall(environment);
const mail = createSendingDeps(environment);
const refunds = createRefundDeps(environment);

const run = async () => {
  const done = await runJobs({
    runDueJobs: () => runDueJobs(call),
    notePaymentKeys: () => notePaymentKeys(call, keyStates(environment)),
    sendRefunds: () => sendRefunds(refunds, null),
    sendMails: () => sendWaitingMails(mail),
    callWebhook: async () =>
      callWebhook({
        address: webhookAddress(environment),
        shopUrl: mail.shopUrl,
        claim: () => claimAlerts(call),
        noteCalled: (ids) => alertsCalled(call, ids),
      }),
    tellNews: () =>
      callWebhooks({
        environment,
        shopUrl: mail.shopUrl,
        addPictures: mail.addPictures,
        claim: (most) => claimWebhookCalls(call, most),
        noteCalled: (id, problem) => webhookCalled(call, id, problem),
      }),
    sendNotices: () =>
      sendNotices({
        environment,
        shopUrl: mail.shopUrl,
        claim: (most, silent) => claimNotices(call, most, silent),
        keepKeys: (keys) => keepNoticeKeys(call, keys),
        noteSent: (id, problem, how) => noticeSent(call, id, problem, how),
      }),
    sweepPhotos: () => sweepPhotos(call, removeFromStorage(environment)),
    report: (error) => reportError(error, 'run-jobs', environment),
  });
  logEvent('run-jobs', 'run', runFacts(done));
  return done;
};

Deno.serve(reportErrors('run-jobs', environment, forSchedulers(environment, run)));
