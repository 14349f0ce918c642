/**
 * Takes what a guest's browser got from the captcha's provider and, where the provider stands by it,
 * lets the one order with this key be placed. The database asks for it where the owner wants it.
 */
import { nothing, refuse } from '../_shared/browser-answers.ts';
import type { VerifyCaptcha } from './verifier.ts';

export interface CaptchaDeps {
  readonly verify: VerifyCaptcha | null;
  readonly pass: (key: string) => Promise<void>;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A token of either provider is shorter. */
const mostLetters = 8_000;

export async function handleCaptcha(request: Request, deps: CaptchaDeps): Promise<Response> {
  if (request.method === 'OPTIONS') return nothing();
  if (request.method !== 'POST') return refuse(405, 'not_post', 'Only POST is understood here.');
  if (!deps.verify)
    return refuse(
      422,
      'no_captcha',
      'This shop can’t check that you are human. Please write to us.',
    );
  const body: unknown = await request.json().catch(() => null);
  const { key, answer } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof key !== 'string' || !uuid.test(key) || typeof answer !== 'string')
    return refuse(400, 'incomplete', 'Say which order and what the check answered.');
  if (answer === '' || answer.length > mostLetters || !(await deps.verify(answer)))
    return refuse(422, 'captcha_failed', 'The check did not succeed. Place the order again.');
  await deps.pass(key);
  return nothing();
}
