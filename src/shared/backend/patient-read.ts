/** Invariant: a read gives up after eight seconds in all. */
export interface ReadParts {
  readonly fetch: typeof fetch;
  readonly sleep: (ms: number) => Promise<void>;
  readonly timeout: (ms: number) => AbortSignal;
}

const patienceMs = 8_000;
const waitsMs = [1_000, 2_000, 4_000] as const;
const passingStatuses: readonly number[] = [502, 503, 504, 520];

export function createPatientRead({ fetch, sleep, timeout }: ReadParts): typeof globalThis.fetch {
  return async (address, init) => {
    const left = init?.signal ? [init.signal] : [];
    const signal = AbortSignal.any([timeout(patienceMs), ...left]);
    const read = () => fetch(address, { ...init, signal });
    for (const waitMs of waitsMs) {
      const answer = await read().catch((error: unknown) => {
        if (signal.aborted || !(globalThis.navigator?.onLine ?? true)) throw error;
      });
      if (answer && !passingStatuses.includes(answer.status)) return answer;
      const askedMs = Number(answer?.headers.get('retry-after')) * 1_000;
      await sleep(Math.min(askedMs || waitMs, patienceMs));
    }
    return read();
  };
}

const browser = {
  fetch: (input, init) => fetch(input, init),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  timeout: (ms) => AbortSignal.timeout(ms),
} satisfies ReadParts;

export const readPatiently: typeof fetch = createPatientRead(browser);

/** Goes on where a first read of the same was not answered: the first try is not made again. */
export function readPatientlyAfter(first: Promise<Response>): typeof fetch {
  let given: Promise<Response> | null = first;
  return createPatientRead({
    ...browser,
    fetch(input, init) {
      const answer = given ?? browser.fetch(input, init);
      given = null;
      return answer;
    },
  });
}
