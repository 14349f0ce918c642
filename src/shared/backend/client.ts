// chunk: backend
/** Invariant: every figure that the library could change with an upgrade is fixed here. */
import type { SupabaseClient, SupabaseClientOptions } from '@supabase/supabase-js';
import { backendAddress, type BackendAddress } from './address.ts';
import { tellingAnswers } from './answered-calls.ts';
import type { Database } from './database.types.ts';
import { askingPersons } from './human-calls.ts';
import { provingAgain } from './proven-calls.ts';
import { request } from './request.ts';
import { createSessionStorage, keepSessionFresh } from './session-freshness.ts';
import { notingWaits } from './waiting-time.ts';

export type Backend = SupabaseClient<Database>;

/** Where the browser keeps the session: the library's own name for it. */
export function sessionKey({ url }: BackendAddress = backendAddress): string {
  return `sb-${new URL(url).hostname.split('.')[0]}-auth-token`;
}

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
const waitingForBackend = new Set<(backend: Backend) => void>();

/** One client a page. A chunk that could not be loaded is asked for again the next time. */
export function getBackend(): Promise<Backend> {
  opened ??= openOwn().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function openOwn(): Promise<Backend> {
  const newToken = async () => {
    const { data } = await (await getBackend()).auth.getSession();
    return data.session?.access_token ?? null;
  };
  const send = tellingAnswers(askingPersons(provingAgain(notingWaits(request), newToken)));
  const parts = { fetch: send, storage: browserStorage() };
  const backend = await openBackend(backendAddress, parts);
  for (const listen of waitingForBackend) listen(backend);
  return backend;
}

/** Hears of the page's client once something has opened it; opens nothing itself. */
export function whenBackendOpens(listen: (backend: Backend) => void): void {
  if (opened) void opened.then(listen, () => undefined);
  else waitingForBackend.add(listen);
}

export async function openBackend(address: BackendAddress, parts: BackendParts): Promise<Backend> {
  const { createClient } = await import('@supabase/supabase-js');
  const client = createClient<Database>(address.url, address.publishableKey, {
    global: { fetch: parts.fetch },
    db: { retry: false },
    auth: {
      flowType: 'pkce',
      // The boot script takes what a mail's link carries out of the address before anything reads it.
      detectSessionInUrl: false,
      storageKey: sessionKey(address),
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
export function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
