/**
 * Sends something to an address that somebody entered. Invariant: no redirect is followed, no answer is read,
 * and what went wrong is said without the address, which is a secret.
 */
import { outsideAddress } from './outside-address.ts';
import type { FunctionEnvironment } from './report-error.ts';

const longestWaitMs = 8000;

export interface OutsideDeps {
  readonly environment: FunctionEnvironment;
  readonly send?: typeof fetch;
}

/** What keeps a call from being taken, in words for whoever entered the address. */
export class NotTaken extends Error {
  readonly status: number | null;
  /** For how long it asks to be left alone; nought where it says nothing of that. */
  readonly waitSeconds: number;

  constructor(message: string, status: number | null = null, waitSeconds = 0) {
    super(message);
    this.status = status;
    this.waitSeconds = waitSeconds;
  }
}

type Written = Pick<RequestInit, 'headers' | 'body'>;

/** To an address that is known to lie outside. */
export async function postTo(address: URL, written: Written, send = fetch): Promise<void> {
  const response = await send(address, {
    method: 'POST',
    ...written,
    redirect: 'error',
    signal: AbortSignal.timeout(longestWaitMs),
  });
  await response.body?.cancel();
  if (!response.ok) {
    const { status, headers } = response;
    throw new NotTaken(`It answered ${status}`, status, secondsToWait(headers.get('retry-after')));
  }
}

const longestWaitSeconds = 24 * 60 * 60;

/** @example secondsToWait('120') // 120 */
function secondsToWait(retryAfter: string | null): number {
  const text = retryAfter?.trim() ?? '';
  if (text === '') return 0;
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), longestWaitSeconds);
}

export async function postOutside(
  url: string,
  write: (address: URL) => Promise<Written>,
  { environment, send }: OutsideDeps,
): Promise<void> {
  const address = outsideAddress(url, environment);
  if (address === null) throw new NotTaken('Its address must not be called');
  await postTo(address, await write(address), send);
}

/** What a network says may name an address. */
export function problemOf(error: unknown): string {
  if (error instanceof NotTaken) return error.message;
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? 'It did not answer in time'
    : 'It could not be reached';
}
