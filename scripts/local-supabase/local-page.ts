/** Invariant: nothing runs on them but the script that was given, and nothing of them is kept. */
import { randomBytes } from 'node:crypto';

export const noStore = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);

const pageStyle = `
:root { color-scheme: light dark; --ink: light-dark(#1d1b18, #eeeae3); --quiet: light-dark(#625c53, #aaa399);
  --page: light-dark(#f4f1ec, #171513); --card: light-dark(#fff, #211e1b); --line: light-dark(#ddd6cb, #38332d);
  --accent: light-dark(#8a3b12, #f0a878); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.125rem; margin: 0; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; color: var(--quiet); }
.bar { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin-bottom: 1.5rem; }
button { font: inherit; color: var(--accent); background: none; border: 1px solid var(--line); border-radius: .375rem;
  padding: .25rem .75rem; min-height: 2.75rem; cursor: pointer; }
button:hover { border-color: currentColor; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin: 0 0 1.25rem; overflow: clip; }
header { padding: .875rem 1rem; border-bottom: 1px solid var(--line); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; margin: .25rem 0 0; color: var(--quiet); font-size: .875rem; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 34rem; border: 0; resize: vertical; background: var(--card); }
summary { padding: .75rem 1rem; cursor: pointer; color: var(--accent); border-top: 1px solid var(--line); }
pre { margin: 0; padding: 0 1rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; font: .875rem/1.5 ui-monospace, monospace; }
.empty { padding: 3rem 1rem; text-align: center; border: 1px dashed var(--line); border-radius: .5rem; }`;

export interface LocalPage {
  readonly title: string;
  /** Markup whose values are escaped already. */
  readonly body: string;
  readonly status?: number;
  readonly script?: string;
  /** What the script finds in the body's dataset. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Where a form of the page may lead besides this backend. */
  readonly formTarget?: string;
}

export function localPage(page: LocalPage): Response {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    page.script ? `script-src 'nonce-${nonce}'` : "script-src 'none'",
    "connect-src 'self'",
    'img-src data: http: https:',
    "base-uri 'none'",
    `form-action ${page.formTarget ? `'self' ${page.formTarget}` : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');
  const facts = Object.entries(page.facts ?? {})
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('');
  const script = page.script ? `<script nonce="${nonce}">${page.script}</script>` : '';
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · Keywright</title>
<link rel="icon" href="data:,">
<style>${pageStyle}</style>
</head>
<body${facts}>
<main>
${page.body}
</main>
${script}
</body>
</html>`;
  return new Response(html, {
    status: page.status ?? 200,
    headers: {
      ...noStore,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    },
  });
}
