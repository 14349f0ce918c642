/**
 * The library would do it 90 seconds before, so the session it reads seems to end a minute later.
 * Invariant: what is stored is the true end, as the token itself says it.
 */
import type { Session, SupportedStorage } from '@supabase/supabase-js';

const renewalMarginMs = 30_000;
const libraryMarginMs = 90_000;
const retryMs = 10_000;

/** The part of the library's auth client that renewal needs. */
export interface SessionSource {
  getSession(): Promise<{ readonly data: { readonly session: Session | null } }>;
  onAuthStateChange(listen: (event: string, session: Session | null) => void): unknown;
}

/** In seconds since 1970, or null when the token does not say. */
export function tokenEnd(accessToken: string): number | null {
  try {
    const body = accessToken.split('.')[1] ?? '';
    const json = atob(body.replaceAll('-', '+').replaceAll('_', '/'));
    const { exp } = JSON.parse(json) as { exp?: unknown };
    return typeof exp === 'number' ? exp : null;
  } catch {
    return null;
  }
}

export function createSessionStorage(storage: Storage | null): SupportedStorage {
  const memory = new Map<string, string>();
  const shiftSeconds = (libraryMarginMs - renewalMarginMs) / 1000;
  return {
    getItem: (key) => withEnd(read(storage, key) ?? memory.get(key) ?? null, shiftSeconds),
    setItem(key, value) {
      const stored = withEnd(value, 0);
      if (stored === null) return;
      memory.set(key, stored);
      write(storage, key, stored);
    },
    removeItem(key) {
      memory.delete(key);
      write(storage, key, null);
    },
  };
}

function withEnd(text: string | null, shiftSeconds: number): string | null {
  if (text === null) return null;
  try {
    const session = JSON.parse(text) as { access_token?: unknown };
    if (typeof session.access_token !== 'string') return text;
    const end = tokenEnd(session.access_token);
    return end === null ? text : JSON.stringify({ ...session, expires_at: end + shiftSeconds });
  } catch {
    return text;
  }
}

/** Storage may be full or forbidden: then the session lasts as long as the page. */
function read(storage: Storage | null, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function write(storage: Storage | null, key: string, value: string | null): void {
  try {
    if (value === null) storage?.removeItem(key);
    else storage?.setItem(key, value);
  } catch {
    // Kept in memory.
  }
}

export function keepSessionFresh(auth: SessionSource, now: () => number = Date.now): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let awaited: string | null = null;

  function schedule(session: Session | null): void {
    clearTimeout(timer);
    const end = session === null ? null : tokenEnd(session.access_token);
    if (session === null || end === null) return;
    const dueMs = end * 1000 - renewalMarginMs - now();
    // A renewal that failed leaves the token as it was: not again at once.
    const waitMs =
      dueMs <= 0 && awaited === session.access_token ? retryMs : Math.max(0, dueMs) + 1;
    timer = setTimeout(() => void renew(session), Math.min(waitMs, 2 ** 31 - 1));
  }

  async function renew(session: Session): Promise<void> {
    awaited = session.access_token;
    try {
      const { data } = await auth.getSession();
      schedule(data.session);
    } catch {
      schedule(session);
    }
  }

  auth.onAuthStateChange((_event, session) => schedule(session));
}
