export interface QuietRequest {
  readonly url: string;
  readonly body: string;
  readonly contentType: string;
}

export interface QuietAnswer {
  readonly status: number;
  readonly body: string;
  readonly rateLimits: string | null;
  readonly retryAfter: string | null;
}

/** The worker says of each request that it is on its way, and then what came back. */
export type WorkerMessage =
  | { readonly id: number; readonly kind: 'sent' }
  | { readonly id: number; readonly kind: 'answered'; readonly answer: QuietAnswer | null };

interface Waiting {
  readonly request: QuietRequest;
  readonly resolve: (answer: QuietAnswer | null) => void;
  isSent: boolean;
}

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let lastId = 0;

function startWorker(): Worker {
  const started = new Worker(new URL('./quiet-fetch-worker.ts', import.meta.url), {
    type: 'module',
  });
  started.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
    const entry = waiting.get(data.id);
    if (entry === undefined) return;
    if (data.kind === 'sent') {
      entry.isSent = true;
      return;
    }
    waiting.delete(data.id);
    entry.resolve(data.answer);
  });
  started.addEventListener('error', (event) => {
    event.preventDefault();
    for (const { resolve } of waiting.values()) resolve(null);
    waiting.clear();
  });
  addEventListener('pagehide', sendLastWords);
  return started;
}

/**
 * The worker ends with its page: a report that it has not sent by then goes out in a request that
 * outlives both. Statistics don't need that, they wait in the browser for the next page.
 */
function sendLastWords(): void {
  for (const { request, isSent } of waiting.values()) {
    const { url, body, contentType } = request;
    if (isSent || contentType !== 'text/plain') continue;
    fetch(url, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {});
  }
}

/**
 * Posts telemetry; null when nothing answered. A worker does it, because a browser writes every failed
 * request of a page into its console, and a blocked telemetry host is none of the visitor's business.
 */
export function quietFetch(request: QuietRequest): Promise<QuietAnswer | null> {
  return new Promise((resolve) => {
    try {
      worker ??= startWorker();
      lastId += 1;
      waiting.set(lastId, { request, resolve, isSent: false });
      worker.postMessage({ ...request, id: lastId }, []);
    } catch {
      resolve(null);
    }
  });
}
