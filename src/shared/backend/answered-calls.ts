const whoamiPath = '/rest/v1/rpc/my_staff_role';
/** What the frame of every desk asks by itself, again and again, and what changes nothing. */
const askedByFrame = /\/rpc\/(?:desk_home|waiting_changes|my_account_state)$/;

type Listener = (wasRefused: boolean, mayHaveChanged: boolean) => void;

const listeners = new Set<Listener>();

/** Passes requests on. The question for the role itself is not told: its asker knows the answer. */
export function tellingAnswers(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname.endsWith(whoamiPath)) return answer;
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    const mayHaveChanged =
      answer.ok && !/^(?:GET|HEAD)$/i.test(method) && !askedByFrame.test(pathname);
    for (const hear of listeners) hear(answer.status === 403, mayHaveChanged);
    return answer;
  };
}

/** Gives what ends it. */
export function hearAnswers(hear: Listener): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}
