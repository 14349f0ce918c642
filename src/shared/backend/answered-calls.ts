const whoamiPath = '/rest/v1/rpc/my_staff_role';

type Listener = (wasRefused: boolean) => void;

const listeners = new Set<Listener>();

/** Passes requests on. The question for the role itself is not told: its asker knows the answer. */
export function tellingAnswers(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname.endsWith(whoamiPath)) return answer;
    for (const hear of listeners) hear(answer.status === 403);
    return answer;
  };
}

/** Gives what ends it. */
export function hearAnswers(hear: Listener): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}
