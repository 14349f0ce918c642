import type { FunctionEnvironment } from '../_shared/report-error.ts';

/** Whether the provider gave this answer to somebody who solved its question for this shop. */
export type VerifyCaptcha = (answer: string) => Promise<boolean>;

const longestWaitMs = 10_000;

/** Both take the same form and answer `success`. */
const addresses = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const;

/** Null where the project has no secret for it, or names a provider that is none of these. */
export function createVerifier(environment: FunctionEnvironment): VerifyCaptcha | null {
  const secret = environment['CAPTCHA_SECRET_KEY'];
  const provider = environment['CAPTCHA_PROVIDER'] || 'turnstile';
  if (!secret || !Object.hasOwn(addresses, provider)) return null;
  const address = environment['CAPTCHA_API_URL'] || addresses[provider as keyof typeof addresses];
  return async (answer) => {
    const response = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: answer }),
      signal: AbortSignal.timeout(longestWaitMs),
    });
    if (!response.ok) throw new Error(`The captcha provider answered ${response.status}`);
    const told: unknown = await response.json();
    return typeof told === 'object' && told !== null && 'success' in told && told.success === true;
  };
}
