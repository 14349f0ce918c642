// chunk: backend
/** Invariant: a limit without a time is a minute. */
import type { BackendError } from './errors.ts';

const withoutTimeSeconds = 60;
const longestSeconds = 3_600;

let asked: { readonly seconds: number; readonly at: number } | null = null;

/** Passes requests on and reads the waiting time of those that were too many. */
export function notingWaits(send: typeof fetch, now: () => number = Date.now): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    if (answer.status === 429) {
      const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
      asked = Number.isFinite(seconds) ? { seconds, at: now() } : null;
    }
    return answer;
  };
}

/** How many seconds to wait before asking again; null when the error is not about that. */
export function waitingSeconds(error: BackendError, now: () => number = Date.now): number | null {
  if (error.kind !== 'limited') return null;
  const left = asked === null ? null : asked.seconds - Math.floor((now() - asked.at) / 1000);
  const seconds = error.waitSeconds ?? left ?? withoutTimeSeconds;
  return Math.min(Math.max(seconds, 1), longestSeconds);
}
