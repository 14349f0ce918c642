import type { ServiceCall } from '../service-calls.ts';
import type { WaitingCall } from './webhook-call.ts';

export async function claimWebhookCalls(
  call: ServiceCall,
  most: number,
): Promise<readonly WaitingCall[]> {
  return await call('claim_webhook_calls', { p_limit: most });
}

export async function webhookCalled(
  call: ServiceCall,
  id: string,
  problem: string | null,
): Promise<void> {
  await call('webhook_called', { p_call: id, p_problem: problem });
}
