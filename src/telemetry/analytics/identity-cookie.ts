export interface StoredIdentity {
  readonly deviceId?: string;
  readonly sessionId?: number;
  readonly lastEventTime?: number;
}

/** The library names its cookies and its stored queue after the first ten characters of the key. */
function namesFor(apiKey: string): { cookies: readonly string[]; queue: string } {
  const short = apiKey.slice(0, 10);
  return { cookies: [`AMP_${short}`, `AMP_MKTG_${short}`], queue: `AMP_unsent_${short}` };
}

function readCookie(name: string): string | undefined {
  const start = `${name}=`;
  return document.cookie
    .split('; ')
    .find((each) => each.startsWith(start))
    ?.slice(start.length);
}

function removeCookie(name: string): void {
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * What the identity cookie says; an unreadable one is removed, for the library would complain of it
 * in the console. Reading it here also keeps the library from taking an identity out of the address.
 */
export function readIdentity(apiKey: string): StoredIdentity {
  const [name = ''] = namesFor(apiKey).cookies;
  const raw = readCookie(name);
  if (raw === undefined) return {};
  try {
    const value: unknown = JSON.parse(decodeURIComponent(atob(raw)));
    if (!isRecord(value)) throw new TypeError('not an identity');
    const { deviceId, sessionId, lastEventTime } = value;
    return {
      ...(typeof deviceId === 'string' ? { deviceId } : {}),
      ...(typeof sessionId === 'number' ? { sessionId } : {}),
      ...(typeof lastEventTime === 'number' ? { lastEventTime } : {}),
    };
  } catch {
    removeCookie(name);
    return {};
  }
}

/** Removes everything that statistics have left in this browser. */
export function forgetVisitor(apiKey: string): void {
  const { cookies, queue } = namesFor(apiKey);
  for (const name of cookies) removeCookie(name);
  try {
    localStorage.removeItem(queue);
  } catch {
    // What can't be reached was never written.
  }
}
