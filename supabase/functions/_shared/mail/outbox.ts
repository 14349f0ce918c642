import type { ServiceCall } from '../service-calls.ts';
import type { WaitingMail } from './sending.ts';

const longestError = 1000;

export async function claimMails(call: ServiceCall, most: number): Promise<readonly WaitingMail[]> {
  return await call('claim_mails', { p_limit: most });
}

export async function mailSent(call: ServiceCall, id: string): Promise<void> {
  await call('mail_sent', { p_id: id });
}

export async function mailFailed(call: ServiceCall, id: string, error: string): Promise<void> {
  await call('mail_failed', { p_id: id, p_error: error.slice(0, longestError) });
}
