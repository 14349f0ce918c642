/**
 * Invariant: a change says by how much, and what the count must have been, so that two people who
 * counted at once are told.
 */
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';
import type { PoolCount } from '../model/stock-count.ts';

export interface StockChange {
  readonly poolId: string;
  readonly delta: number;
  /** What the person saw; null where the delta holds whatever the count is by now. */
  readonly expectedOnHand: number | null;
  readonly reason: string;
}

export async function adjustStock(
  change: StockChange,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<PoolCount, BackendError>> {
  const call = (await backend).rpc('adjust_stock', {
    p_pool: change.poolId,
    p_delta: change.delta,
    p_reason: change.reason,
    ...(change.expectedOnHand === null ? {} : { p_expected: change.expectedOnHand }),
  });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  if (error) return fail(toBackendError(error, status));
  return succeed({ onHand: data.on_hand, allocated: data.allocated });
}
