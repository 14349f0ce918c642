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

type Waiting = (answer: QuietAnswer | null) => void;

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let lastId = 0;

function startWorker(): Worker {
  const started = new Worker(new URL('./quiet-fetch-worker.ts', import.meta.url), {
    type: 'module',
  });
  started.addEventListener(
    'message',
    ({ data }: MessageEvent<{ readonly id: number; readonly answer: QuietAnswer | null }>) => {
      waiting.get(data.id)?.(data.answer);
      waiting.delete(data.id);
    },
  );
  started.addEventListener('error', (event) => {
    event.preventDefault();
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  });
  return started;
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
      waiting.set(lastId, resolve);
      worker.postMessage({ ...request, id: lastId });
    } catch {
      resolve(null);
    }
  });
}
