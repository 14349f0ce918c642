import type { ShopDocument } from '#features/orders/model/document.ts';
import type { FunctionEnvironment } from '../_shared/report-error.ts';
import { RefusedCall } from '../_shared/service-calls.ts';

const longestWaitMs = 10_000;

/** As the caller; a guest's browser sends the publishable key, which is no token. */
export async function openDocument(
  environment: FunctionEnvironment,
  number: string,
  token: string | null,
  authorization: string | null,
): Promise<ShopDocument> {
  const key = environment['SUPABASE_PUBLISHABLE_KEY'] || environment['SUPABASE_ANON_KEY'] || '';
  const response = await fetch(`${environment['SUPABASE_URL']}/rest/v1/rpc/open_document`, {
    method: 'POST',
    headers: {
      apikey: key,
      'content-type': 'application/json',
      ...(authorization?.includes('.') ? { authorization } : {}),
    },
    body: JSON.stringify({ p_number: number, p_token: token }),
    signal: AbortSignal.timeout(longestWaitMs),
  });
  const body = await response.json().catch(() => null);
  if (!response.ok) throw new RefusedCall('open_document', response.status, body);
  return body;
}
