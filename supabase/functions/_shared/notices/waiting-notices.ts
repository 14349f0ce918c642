import type { Given } from '#shared/backend/given.ts';
import type { ServiceCall } from '../service-calls.ts';
import { logEvent } from '../log-event.ts';
import type { SentHow } from './send-notices.ts';
import type { PushKeys } from './web-push.ts';

export type ClaimedNotices = Given<'claim_notices'>;
export type WaitingNotice = ClaimedNotices['notices'][number];

/** Without those of services that keep silent, by their origins. */
export async function claimNotices(
  call: ServiceCall,
  most: number,
  silent: readonly string[],
): Promise<ClaimedNotices> {
  return await call('claim_notices', { p_limit: most, p_silent: [...silent] });
}

export async function keepNoticeKeys(call: ServiceCall, keys: PushKeys): Promise<void> {
  await call('keep_notice_keys', { p_public: keys.public, p_private: keys.private });
}

export async function noticeSent(
  call: ServiceCall,
  id: string,
  problem: string | null,
  { isGone, waitSeconds }: SentHow,
): Promise<void> {
  const said = {
    p_notice: id,
    p_problem: problem,
    p_is_gone: isGone,
    p_wait_seconds: waitSeconds,
  };
  if (await call('notice_sent', said)) logEvent('notices', 'given_up', { id });
}
