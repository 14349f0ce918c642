/**
 * Staff who gave the code of their authenticator app long ago are asked for another one before they
 * change something. Invariant: what was refused for that has changed nothing, so it is sent again as
 * it was.
 */
type AskForCode = () => Promise<boolean>;

const staleReason = 'second_factor_stale';

let ask: AskForCode | null = null;

/** Says who asks the person; it answers true once a code was right. Gives what ends it. */
export function answerStaleProof(asker: AskForCode): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = null;
  };
}

/** Passes requests on, and those that an old code was not enough for once more after a new one. */
export function provingAgain(
  send: typeof fetch,
  newToken: () => Promise<string | null>,
): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    if (ask === null || answer.status !== 403 || !(await isStale(answer))) return answer;
    const token = (await ask()) ? await newToken() : null;
    if (token === null) return answer;
    const given = init?.headers ?? (input instanceof Request ? input.headers : undefined);
    const headers = new Headers(given);
    headers.set('authorization', `Bearer ${token}`);
    return send(input, { ...init, headers });
  };
}

async function isStale(answer: Response): Promise<boolean> {
  try {
    const body: unknown = await answer.clone().json();
    return typeof body === 'object' && body !== null && 'hint' in body && body.hint === staleReason;
  } catch {
    return false;
  }
}
