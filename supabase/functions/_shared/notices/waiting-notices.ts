import type { FunctionEnvironment } from '../report-error.ts';
import type { ServiceCall } from '../service-calls.ts';
import type { Fields } from '../../../../src/shared/parsed-fields.ts';
import { logEvent } from '../log-event.ts';
import type { NoticeDeps } from './send-notices.ts';
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

export const noticeDeps = (
  environment: FunctionEnvironment,
  call: ServiceCall,
  shopUrl: string,
): NoticeDeps => ({
  environment,
  shopUrl,
  claim: async (most) => (await call('claim_notices', { p_limit: most })) as ClaimedNotices,
  keepKeys: async (keys) => {
    await call('keep_notice_keys', { p_public: keys.public, p_private: keys.private });
  },
  async noteSent(id, problem, isGone) {
    const said = { p_notice: id, p_problem: problem, p_is_gone: isGone };
    if ((await call('notice_sent', said)) === true) logEvent('notices', 'given_up', { id });
  },
});
