/** The only place where sending meets the outside: the outbox's leases and whoever delivers. */
import { createMailTransport } from './mail-transport.ts';
import type { FunctionEnvironment } from '../report-error.ts';
import { createServiceCall } from '../service-calls.ts';
import type { SendingDeps, WaitingMail } from './sending.ts';

const longestError = 1000;

export function createSendingDeps(environment: FunctionEnvironment): SendingDeps {
  const call = createServiceCall(environment);
  return {
    shopUrl: (environment['SITE_URL'] || 'http://localhost:4321').replace(/\/$/, ''),
    deliver: createMailTransport(environment),
    claim: async (most) => (await call('claim_mails', { p_limit: most })) as readonly WaitingMail[],
    noteSent: async (id) => void (await call('mail_sent', { p_id: id })),
    noteFailed: async (id, error) =>
      void (await call('mail_failed', { p_id: id, p_error: error.slice(0, longestError) })),
  };
}
