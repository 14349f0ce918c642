import { reportError, type FunctionEnvironment } from '../report-error.ts';
import { createServiceCall } from '../service-calls.ts';
import { picturesOf } from './line-pictures.ts';
import { createMailTransport } from './mail-transport.ts';
import { claimMails, mailFailed, mailSent } from './outbox.ts';
import type { SendingDeps } from './sending.ts';

export function createSendingDeps(environment: FunctionEnvironment): SendingDeps {
  const call = createServiceCall(environment);
  const shopUrl = (environment['SITE_URL'] || 'http://localhost:4321').replace(/\/$/, '');
  return {
    shopUrl,
    addPictures: picturesOf(environment, shopUrl),
    deliver: createMailTransport(environment),
    claim: (most) => claimMails(call, most),
    noteSent: (id) => mailSent(call, id),
    noteFailed: (id, error) => mailFailed(call, id, error),
    report: (error) => reportError(error, 'mail', environment),
  };
}
