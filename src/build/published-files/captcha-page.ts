/**
 * The page that holds the captcha of a provider, shown within the shop's own pages alone. Invariant: it
 * is the one page whose policy lets a provider's code run.
 */
import { inlineHashes } from './content-security-policy.ts';

export interface Captcha {
  readonly provider: 'turnstile' | 'hcaptcha';
  readonly siteKey: string;
  /** Another address of the provider, for tests. */
  readonly url: string;
}

interface Provider {
  readonly script: string;
  readonly origins: string;
}

const providers: Readonly<Record<Captcha['provider'], Provider>> = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    origins: 'https://challenges.cloudflare.com',
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js',
    origins: 'https://hcaptcha.com https://*.hcaptcha.com',
  },
};

/** Null where no site key is set. A provider that is misspelt stops the build. */
export function readCaptcha(env: Readonly<Record<string, string | undefined>>): Captcha | null {
  const siteKey = env['PUBLIC_CAPTCHA_SITE_KEY'] ?? '';
  if (siteKey === '') return null;
  const provider = env['PUBLIC_CAPTCHA_PROVIDER'] || 'turnstile';
  if (provider !== 'turnstile' && provider !== 'hcaptcha')
    throw new Error(`PUBLIC_CAPTCHA_PROVIDER is turnstile or hcaptcha, not ${provider}.`);
  return { provider, siteKey, url: env['PUBLIC_CAPTCHA_URL'] ?? '' };
}

const json = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

export function captchaPage({ provider, siteKey, url }: Captcha): {
  readonly html: string;
  readonly policy: string;
} {
  const { script, origins } = providers[provider];
  const address = `${url || script}?render=explicit&onload=keywrightCaptcha`;
  const code = `
const tell = (told) => parent.postMessage(told, location.origin);
const fail = () => tell({ state: 'failed' });
window.keywrightCaptcha = () => {
  const captcha = window[${json(provider)}];
  const id = captcha.render(document.querySelector('main'), {
    sitekey: ${json(siteKey)},
    theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    callback: (answer) => tell({ answer }),
    'error-callback': fail,
    'expired-callback': () => captcha.reset(id),
  });
  tell({ state: 'ready' });
};
const script = document.createElement('script');
script.src = ${json(address)};
script.onerror = fail;
document.head.append(script);
`;
  const style =
    ':root{color-scheme:light dark}body{margin:0}main{display:grid;place-items:center;min-height:5rem}';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Captcha</title><style>${style}</style></head><body><main></main><script>${code}</script></body></html>`;
  const { scripts, styles } = inlineHashes(html);
  const allowed = url === '' ? origins : new URL(url).host;
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.join(' ')} ${allowed}`,
    `style-src ${styles.join(' ')} ${allowed}`,
    `connect-src ${allowed}`,
    `frame-src ${allowed}`,
    `img-src ${allowed} data:`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
  return { html, policy };
}
