import type { Given } from '#shared/backend/given.ts';
import type { ServiceCall } from '../service-calls.ts';

/** A refund that the books say and a provider is to send. */
export type RefundCall = Given<'claim_refund_calls'>[number];

/** Gives the provider's name of the refund; asked again with the same id, it sends nothing twice. */
export type SendRefund = (call: RefundCall) => Promise<string>;

/** The provider won't send this refund, however often it is asked. */
export class RefundRefused extends Error {}

export interface RefundDeps {
  readonly providers: Readonly<Record<string, SendRefund | null>>;
  readonly call: ServiceCall;
}

export interface RefundReport {
  sent: number;
  waiting: number;
  refused: number;
}

/** Hosts end a function that runs longer. */
const longestRunMs = 30_000;
/** At once, so that the slowest answer comes within the two minutes that a claim holds. */
const mostAtOnce = 20;

export async function claimRefundCalls(
  { providers, call }: RefundDeps,
  orders: readonly string[] | null,
): Promise<readonly RefundCall[]> {
  const able = Object.keys(providers).filter((name) => providers[name]);
  if (able.length === 0) return [];
  const asked = { p_providers: able, p_orders: orders, p_limit: mostAtOnce };
  return await call('claim_refund_calls', asked);
}

interface RefundAnswer {
  readonly p_reference?: string;
  readonly p_problem?: string;
  readonly p_is_final?: boolean;
}

/** Gives the state that the refund has by now. */
export async function refundCalled(
  call: ServiceCall,
  id: string,
  answer: RefundAnswer,
): Promise<unknown> {
  return await call('refund_called', { p_id: id, ...answer });
}

async function sendOne(refund: RefundCall, { providers, call }: RefundDeps): Promise<unknown> {
  let answer: RefundAnswer;
  try {
    const send = providers[refund.provider];
    if (!send) throw new Error(`${refund.provider} has no key here`);
    answer = { p_reference: await send(refund) };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    answer = { p_problem: problem.slice(0, 500), p_is_final: error instanceof RefundRefused };
  }
  // Whoever dies before this line leaves the refund to be asked for again, by the same id.
  return await refundCalled(call, refund.id, answer);
}

const isState = (state: unknown): state is keyof RefundReport =>
  state === 'sent' || state === 'waiting' || state === 'refused';

/** Asks the providers for all that is due, or once for what waits of some orders. */
export async function sendRefunds(
  deps: RefundDeps,
  orders: readonly string[] | null,
): Promise<RefundReport> {
  const report: RefundReport = { sent: 0, waiting: 0, refused: 0 };
  const endsAt = Date.now() + longestRunMs;
  let isMore = true;
  while (isMore && Date.now() < endsAt) {
    const claimed = await claimRefundCalls(deps, orders);
    const settled = await Promise.allSettled(claimed.map((refund) => sendOne(refund, deps)));
    for (const each of settled) {
      // What the shop could not note down is asked for again.
      if (each.status === 'rejected') throw each.reason;
      if (isState(each.value)) report[each.value] += 1;
    }
    isMore = orders === null && claimed.length === mostAtOnce;
  }
  return report;
}
