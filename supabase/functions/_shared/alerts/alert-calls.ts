import type { ServiceCall } from '../service-calls.ts';
import type { WaitingAlert } from './webhook.ts';

export async function claimAlerts(call: ServiceCall): Promise<readonly WaitingAlert[]> {
  return await call('claim_alerts', { p_limit: 20 });
}

export async function alertsCalled(call: ServiceCall, ids: readonly string[]): Promise<void> {
  await call('alerts_called', { p_ids: ids });
}
