// chunk: reader
/**
 * Reads of whoever is not signed in: the same questions as the whole client asks, without the nine tenths of
 * the library that keep a session, a socket and files.
 */
import { PostgrestClient } from '@supabase/postgrest-js';
import { backendAddress } from './address.ts';
import { browserStorage, getBackend, sessionKey, type Backend } from './client.ts';
import type { Database } from './database.types.ts';
import { request } from './request.ts';
import { notingWaits } from './waiting-time.ts';

export type Reader = Pick<Backend, 'from' | 'rpc'>;

function isSessionKept(): boolean {
  try {
    return (browserStorage()?.getItem(sessionKey()) ?? null) !== null;
  } catch {
    return false;
  }
}

let reader: Reader | undefined;

export function getReader(): Promise<Reader> {
  if (isSessionKept()) return getBackend();
  const { url, publishableKey } = backendAddress;
  reader ??= new PostgrestClient<Database>(`${url}/rest/v1`, {
    headers: { apikey: publishableKey },
    fetch: notingWaits(request),
    retry: false,
  });
  return Promise.resolve(reader);
}
