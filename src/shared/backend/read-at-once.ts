// chunk: facts
/**
 * The only way the pages of the catalogue ask: once, and only where that is not answered with the
 * patience of `patient-read.ts`, whose code is loaded then. Invariant: eight seconds in all.
 */
const patienceMs = 8_000;
const firstPassing = 502;

export const readAtOnce: typeof fetch = async (address, init) => {
  const left = init?.signal ? [init.signal] : [];
  const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), ...left]);
  const first = fetch(address, { ...init, signal });
  const answer = await first.catch(() => null);
  if (answer && answer.status < firstPassing) return answer;
  const code = await import('./patient-read.ts');
  return code.readPatientlyAfter(first)(address, { ...init, signal });
};
