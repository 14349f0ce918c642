/**
 * The only place that shows the embedded mailbox: `/_local/emails` to programs, `/_local/mail` to people.
 * Invariant: mails hold sign-in links, so no page of another origin may read them, and a mail's
 * own markup runs no script and sits in a sandboxed frame.
 */
import { randomBytes } from 'node:crypto';
import type { DeliveredMail, LocalContext } from './context.ts';

const noStore = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

export async function handleMailbox(request: Request, context: LocalContext): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/_local/emails') return handleEmails(request, context);
  if (pathname === '/_local/mail' && (request.method === 'GET' || request.method === 'HEAD')) {
    return showPage(context.mailbox.list());
  }
  return json(404, { message: `No such path: ${pathname}` });
}

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...noStore, 'content-type': 'application/json; charset=utf-8' },
  });

function handleEmails(request: Request, { mailbox }: LocalContext): Response {
  if (request.method === 'GET' || request.method === 'HEAD') return json(200, mailbox.list());
  if (request.method !== 'DELETE')
    return json(405, { message: 'GET lists mails, DELETE clears them' });
  mailbox.clear();
  return new Response(null, { status: 204, headers: noStore });
}

function showPage(mails: readonly DeliveredMail[]): Response {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    'img-src data: http: https:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return new Response(renderPage(mails, nonce), {
    headers: {
      ...noStore,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    },
  });
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
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

/** Asks now and then whether there is more; showing it is left to the reader, who may be reading. */
const pageScript = `
const news = document.querySelector('#news');
const known = Number(document.body.dataset.count);
const last = document.body.dataset.last;
document.querySelector('#clear')?.addEventListener('click', async () => {
  await fetch('/_local/emails', { method: 'DELETE' });
  location.reload();
});
news.addEventListener('click', () => location.reload());
setInterval(async () => {
  if (document.hidden) return;
  const mails = await fetch('/_local/emails').then((answer) => answer.json()).catch(() => null);
  if (!mails || (mails.at(-1)?.id ?? '') === last) return;
  const more = Math.max(mails.length - known, 1);
  if (known === 0) location.reload();
  news.textContent = more === 1 ? 'Show 1 new mail' : 'Show ' + more + ' new mails';
  news.hidden = false;
}, 3000);`;

function renderPage(mails: readonly DeliveredMail[], nonce: string): string {
  const counted = mails.length === 1 ? '1 mail' : `${mails.length} mails`;
  const list = mails.toReversed().map(renderMail).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox (${counted}) · Keywright</title>
<link rel="icon" href="data:,">
<style>${pageStyle}</style>
</head>
<body data-count="${mails.length}" data-last="${escapeHtml(mails.at(-1)?.id ?? '')}">
<main>
<h1>Mailbox</h1>
<p>Everything that the shop on this machine has sent, latest first. Nothing leaves this machine.</p>
<div class="bar" role="status"><span>${counted}</span>
<button type="button" id="news" hidden></button>
${mails.length > 0 ? '<button type="button" id="clear">Delete all</button>' : ''}</div>
${list || '<p class="empty">No mail yet. Sign up or place an order, and it appears here.</p>'}
</main>
<script nonce="${nonce}">${pageScript}</script>
</body>
</html>`;
}

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

/** After the doctype, or the mail would be laid out as pages were in 1998. */
function withBase(html: string): string {
  const base = '<base target="_blank">';
  return html.includes('<head>') ? html.replace('<head>', `<head>${base}`) : base + html;
}

function renderMail(mail: DeliveredMail): string {
  const title = escapeHtml(mail.subject);
  // Links open beside the mailbox; the frame has neither scripts nor this page's origin.
  const source = escapeHtml(withBase(mail.html));
  return `<article>
<header><h2>${title}</h2>
<dl><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>From</dt><dd>${escapeHtml(mail.from ?? '')}</dd>
<dt>Sent</dt><dd><time datetime="${escapeHtml(mail.at)}">${timeFormat.format(new Date(mail.at))} UTC</time></dd></dl></header>
<iframe title="${title}" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" referrerpolicy="no-referrer" srcdoc="${source}"></iframe>
<details><summary>Plain text</summary><pre>${escapeHtml(mail.text)}</pre></details>
</article>`;
}
