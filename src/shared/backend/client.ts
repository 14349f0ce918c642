// chunk: backend
/** The page’s one client of the shop, opened by whoever first needs it. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { backendAddress, type BackendAddress } from './address.ts';
import type { Database } from './database.types.ts';

export type Backend = SupabaseClient<Database>;

/** Where the browser keeps the session: the library's own name for it. */
export function sessionKey({ url }: BackendAddress = backendAddress): string {
  return `sb-${new URL(url).hostname.split('.')[0]}-auth-token`;
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
  const code = await import('./open-client.ts');
  const backend = await code.openOwn(newToken);
  for (const listen of waitingForBackend) listen(backend);
  return backend;
}

/** Hears of the page's client once something has opened it; opens nothing itself. */
export function whenBackendOpens(listen: (backend: Backend) => void): void {
  if (opened) void opened.then(listen, () => undefined);
  else waitingForBackend.add(listen);
}

/** Reading the property alone throws where storage is forbidden. */
export function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
