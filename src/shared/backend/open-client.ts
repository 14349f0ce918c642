/**
 * The library, and all that a request goes through. Invariant: every figure that the library could change
 * with an upgrade is fixed here.
 */
import { createClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import { backendAddress, type BackendAddress } from './address.ts';
import { tellingAnswers } from './answered-calls.ts';
import { browserStorage, sessionKey, type Backend } from './client.ts';
import type { Database } from './database.types.ts';
import { askingPersons } from './human-calls.ts';
import { provingAgain } from './proven-calls.ts';
import { request } from './request.ts';
import { createSessionStorage, keepSessionFresh } from './session-freshness.ts';
import { notingWaits } from './waiting-time.ts';

declare const KEYWRIGHT_LANGUAGE: string | undefined;

/** What is mailed later follows the language of the pages that asked for it; the first is not named. */
const language = typeof KEYWRIGHT_LANGUAGE === 'undefined' ? 'en' : KEYWRIGHT_LANGUAGE;

const heartbeatMs = 30_000;
const realtimeTimeoutMs = 10_000;
const reconnectMs = [1_000, 2_000, 5_000, 10_000] as const;

/** What a test gives in place of the browser's own. */
export interface BackendParts {
  readonly fetch: typeof fetch;
  readonly storage: Storage | null;
  readonly transport?: NonNullable<SupabaseClientOptions<'public'>['realtime']>['transport'];
}

/** The one client of this page. */
export function openOwn(newToken: () => Promise<string | null>): Promise<Backend> {
  const send = tellingAnswers(askingPersons(provingAgain(notingWaits(request), newToken)));
  return openBackend(backendAddress, { fetch: send, storage: browserStorage() });
}

export function openBackend(address: BackendAddress, parts: BackendParts): Promise<Backend> {
  const client = createClient<Database>(address.url, address.publishableKey, {
    global:
      language === 'en'
        ? { fetch: parts.fetch }
        : { fetch: parts.fetch, headers: { 'X-Client-Info': `keywright/${language}` } },
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
  return Promise.resolve(client);
}
