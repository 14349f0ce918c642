import type { ServiceCall } from '../service-calls.ts';
import type { Fields } from '../../../../src/shared/parsed-fields.ts';
import { logEvent } from '../log-event.ts';
import type { PushKeys } from './web-push.ts';

export interface WaitingNotice {
  readonly id: string;
  readonly kind: string;
  readonly fact: string;
  readonly payload: Fields;
  readonly language: string;
  readonly endpoint: string;
  readonly public_key: string;
  readonly secret: string;
}

export interface ClaimedNotices {
  /** Null: nobody has made them yet. */
  readonly keys: PushKeys | null;
  readonly notices: readonly WaitingNotice[];
}

export async function claimNotices(call: ServiceCall, most: number): Promise<ClaimedNotices> {
  return (await call('claim_notices', { p_limit: most })) as ClaimedNotices;
}

export async function keepNoticeKeys(call: ServiceCall, keys: PushKeys): Promise<void> {
  await call('keep_notice_keys', { p_public: keys.public, p_private: keys.private });
}

export async function noticeSent(
  call: ServiceCall,
  id: string,
  problem: string | null,
  isGone: boolean,
): Promise<void> {
  const said = { p_notice: id, p_problem: problem, p_is_gone: isGone };
  if ((await call('notice_sent', said)) === true) logEvent('notices', 'given_up', { id });
}
