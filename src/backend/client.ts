/**
 * The only maker of the Supabase client, whose code is loaded when something first needs it.
 * Invariant: every figure that the library could change with an upgrade is fixed here.
 */
import type { SupabaseClient, SupabaseClientOptions } from '@supabase/supabase-js';
import { backendAddress, type BackendAddress } from './address.ts';
import type { Database } from './database.types.ts';
import { request } from './request.ts';
import { createSessionStorage, keepSessionFresh } from './session-freshness.ts';

export type Backend = SupabaseClient<Database>;

const heartbeatMs = 30_000;
const realtimeTimeoutMs = 10_000;
const reconnectMs = [1_000, 2_000, 5_000, 10_000] as const;

/** What a test gives in place of the browser's own. */
export interface BackendParts {
  readonly fetch: typeof fetch;
  readonly storage: Storage | null;
  readonly transport?: NonNullable<SupabaseClientOptions<'public'>['realtime']>['transport'];
}

let opened: Promise<Backend> | undefined;

/** One client a page. A chunk that could not be loaded is asked for again the next time. */
export function getBackend(): Promise<Backend> {
  opened ??= openBackend(backendAddress, { fetch: request, storage: browserStorage() }).catch(
    (error: unknown) => {
      opened = undefined;
      throw error;
    },
  );
  return opened;
}

export async function openBackend(address: BackendAddress, parts: BackendParts): Promise<Backend> {
  const { createClient } = await import('@supabase/supabase-js');
  const client = createClient<Database>(address.url, address.publishableKey, {
    global: { fetch: parts.fetch },
    db: { retry: false },
    auth: {
      flowType: 'pkce',
      storage: createSessionStorage(parts.storage),
      autoRefreshToken: false,
    },
    realtime: {
      heartbeatIntervalMs: heartbeatMs,
      timeout: realtimeTimeoutMs,
      reconnectAfterMs: (tries) => reconnectMs[tries - 1] ?? 10_000,
      ...(parts.transport ? { transport: parts.transport } : {}),
    },
  });
  keepSessionFresh(client.auth);
  return client;
}

/** Reading the property alone throws where storage is forbidden. */
function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
