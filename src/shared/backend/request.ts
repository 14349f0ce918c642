// chunk: backend
/** Invariant: only what may happen twice is sent twice. */
export interface RequestParts {
  readonly fetch: typeof fetch;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly timeout: (ms: number) => AbortSignal;
  readonly now: () => number;
  readonly random: () => number;
  readonly isOnline: () => boolean;
}

/** `read` may be repeated as it is, `keyed` because its key makes it happen once, `once` may not. */
type Repetition = 'read' | 'keyed' | 'once';

interface Plan {
  readonly repetition: Repetition;
  /** Reads give up after this long in all, the others after this long each time. */
  readonly patienceMs: number;
  /** Sign-in shows how long to wait, so it is not waited for here. */
  readonly waitsWhenLimited: boolean;
}

const readPatienceMs = 8_000;
const orderPatienceMs = 15_000;
const uploadPatienceMs = 60_000;
const mostTries = 4;
const unreachableStatuses: ReadonlySet<number> = new Set([502, 503, 504, 520]);
const collisionCodes: ReadonlySet<unknown> = new Set(['40001', '40P01']);
const keyInBody = /"p_key":"[0-9a-f-]{36}"/i;
/** Opening an order by the link of a mail confirms it, and finds it confirmed the second time. */
const postsThatRead =
  /\/rest\/v1\/rpc\/(?:quote_cart|open_order)$|\/storage\/v1\/object\/(?:list|info)\b/;

function planOf(url: URL, method: string, body: unknown): Plan {
  const isRead = method === 'GET' || method === 'HEAD' || postsThatRead.test(url.pathname);
  const under = (service: string) => url.pathname.includes(`/${service}/v1/`);
  if (under('auth') || under('functions')) {
    const patienceMs = isRead ? readPatienceMs : orderPatienceMs;
    return { repetition: 'once', patienceMs, waitsWhenLimited: false };
  }
  if (isRead) return { repetition: 'read', patienceMs: readPatienceMs, waitsWhenLimited: true };
  if (under('storage')) {
    return { repetition: 'once', patienceMs: uploadPatienceMs, waitsWhenLimited: true };
  }
  const isKeyed =
    url.pathname.includes('/rpc/') && typeof body === 'string' && keyInBody.test(body);
  const repetition = isKeyed ? 'keyed' : 'once';
  return { repetition, patienceMs: orderPatienceMs, waitsWhenLimited: true };
}

export function createRequest(parts: RequestParts): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = (
      init?.method ?? (input instanceof Request ? input.method : 'GET')
    ).toUpperCase();
    const plan = planOf(url, method, init?.body);
    const whole = plan.repetition === 'read' ? [parts.timeout(plan.patienceMs)] : [];
    const asked = init?.signal ? [init.signal] : [];
    const startedAt = parts.now();

    for (let attempt = 1; ; attempt += 1) {
      const own = plan.repetition === 'read' ? whole : [parts.timeout(plan.patienceMs)];
      const outcome = await tryOnce(parts, input, init, { asked, own });
      const waitMs = await waitBefore(parts, plan, outcome, attempt);
      const wasAborted = asked.some(({ aborted }) => aborted);
      const isTooLate =
        plan.repetition === 'read' && parts.now() - startedAt + (waitMs ?? 0) >= plan.patienceMs;
      if (waitMs === null || wasAborted || isTooLate) return conclude(outcome);
      if (outcome.response) await outcome.response.body?.cancel();
      await parts.sleep(waitMs, AbortSignal.any([...asked, ...whole]));
    }
  };
}

type Outcome =
  | { readonly response: Response }
  | { readonly response: null; readonly thrown: unknown };

/** The asker's own signal, and the one that ends our patience. */
interface Signals {
  readonly asked: readonly AbortSignal[];
  readonly own: readonly AbortSignal[];
}

/** The body is waited for as well: one that breaks off, or never ends, is no answer. */
async function tryOnce(
  parts: RequestParts,
  input: string | URL | Request,
  init: RequestInit | undefined,
  { asked, own }: Signals,
): Promise<Outcome> {
  const signal = AbortSignal.any([...asked, ...own]);
  try {
    const sent = input instanceof Request ? input.clone() : input;
    const answer = await parts.fetch(sent, { ...init, signal });
    const body = await answer.blob().catch((thrown: unknown) => {
      // A refusal says enough by its status.
      if (answer.ok || asked.some(({ aborted }) => aborted)) throw thrown;
      return new Blob();
    });
    // An answer whose status has no body may be made with none, not with an empty one.
    return { response: new Response(body.size > 0 ? body : null, answer) };
  } catch (thrown) {
    // Where patience ends amid a body, browsers say that somebody cancelled.
    const late = asked.some(({ aborted }) => aborted)
      ? undefined
      : own.find((each) => each.aborted);
    return { response: null, thrown: late === undefined ? thrown : late.reason };
  }
}

function conclude(outcome: Outcome): Response {
  if (outcome.response) return outcome.response;
  throw outcome.thrown;
}

/** How long until the next try, or null when this outcome is the answer. */
async function waitBefore(
  parts: RequestParts,
  plan: Plan,
  outcome: Outcome,
  attempt: number,
): Promise<number | null> {
  if (attempt >= mostTries || !parts.isOnline()) return null;
  const { response } = outcome;
  if (response?.status === 429) {
    const askedMs = plan.waitsWhenLimited ? retryAfterMs(response, parts.now()) : null;
    return askedMs !== null && askedMs <= plan.patienceMs ? askedMs : null;
  }
  if (plan.repetition === 'once' || !(await isPassing(plan, outcome))) return null;
  if (plan.repetition === 'keyed') return 500 * 2 ** (attempt - 1) * (0.5 + parts.random() / 2);
  const askedMs = response ? retryAfterMs(response, parts.now()) : null;
  return askedMs ?? 1000 * 2 ** (attempt - 1);
}

/** Whether the same request may well succeed in a moment. */
async function isPassing(plan: Plan, outcome: Outcome): Promise<boolean> {
  const { response } = outcome;
  if (response) {
    if (unreachableStatuses.has(response.status)) return true;
    return plan.repetition === 'keyed' && response.status >= 400 && (await isCollision(response));
  }
  const { name } = outcome.thrown instanceof Error ? outcome.thrown : { name: '' };
  if (name === 'AbortError') return false;
  return name !== 'TimeoutError' || plan.repetition === 'keyed';
}

/** Two transactions were in each other's way, and the database undid this one. */
async function isCollision(response: Response): Promise<boolean> {
  try {
    const body: unknown = await response.clone().json();
    return (
      typeof body === 'object' && body !== null && 'code' in body && collisionCodes.has(body.code)
    );
  } catch {
    return false;
  }
}

function retryAfterMs(response: Response, now: number): number | null {
  const text = response.headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function sleepUntilAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

export const request: typeof fetch = createRequest({
  // What the shop answers is one person's and of now: no copy of it stays in the browser.
  fetch: (input, init) => fetch(input, { cache: 'no-store', ...init }),
  sleep: sleepUntilAborted,
  timeout: (ms) => AbortSignal.timeout(ms),
  now: () => Date.now(),
  random: Math.random,
  isOnline: () => globalThis.navigator?.onLine ?? true,
});
