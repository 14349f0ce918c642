/**
 * Where the owner switched the captcha on, an order of a guest, and what the sign-in of a hosted project
 * guards, ask for a person. Invariant: what was refused for that has changed nothing, so it is sent
 * again as it was, with the captcha's answer.
 */
type AskPerson = () => Promise<string | null>;

let ask: AskPerson | null = null;

/** Says who asks the person; it gives the captcha's answer, or null when the person closed it. */
export function answerCaptcha(asker: AskPerson): void {
  ask = asker;
}

type Sent = Readonly<Record<string, unknown>>;

export function askingPersons(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const refused = await send(input, init);
    const { status } = refused;
    if (ask === null || (status !== 400 && status !== 403)) return refused;
    const why = await reasonOf(refused);
    const body = typeof init?.body === 'string' ? recordOf(init.body) : null;
    const isOrder = why === 'captcha_needed';
    if (body === null || !(isOrder || why === 'captcha_failed')) return refused;
    const answer = await ask();
    if (answer === null) return refused;
    if (!isOrder) return send(input, { ...init, body: withAnswer(body, answer) });
    const url = new URL('/functions/v1/captcha', input instanceof Request ? input.url : input);
    const text = JSON.stringify({ key: body['p_key'], answer });
    const given = new Headers(init?.headers);
    const headers = { apikey: given.get('apikey') ?? '', 'content-type': 'application/json' };
    const told = await send(url, { method: 'POST', headers, body: text });
    return told.ok ? send(input, init) : told;
  };
}

/** As GoTrue wants it, whichever of its calls it is. */
function withAnswer(body: Sent, answer: string): string {
  const security = { ...recordOf(body['gotrue_meta_security']), captcha_token: answer };
  return JSON.stringify({ ...body, gotrue_meta_security: security });
}

function recordOf(value: unknown): Sent | null {
  try {
    const read: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof read === 'object' && read !== null ? { ...read } : null;
  } catch {
    return null;
  }
}

/** The database says it as `hint`, GoTrue as `error_code` or `code`. */
async function reasonOf(refused: Response): Promise<unknown> {
  const { hint, error_code, code } = recordOf(await refused.clone().text()) ?? {};
  return hint ?? error_code ?? code;
}
