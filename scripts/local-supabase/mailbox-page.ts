/**
 * Invariant: mails hold sign-in links, so no page of another origin may read them, and a mail's own
 * markup runs no script and sits in a sandboxed frame.
 */
import { randomUUID } from 'node:crypto';
import { bearerOf } from './callers.ts';
import type { DeliveredMail, LocalContext } from './context.ts';
import { escapeHtml, localPage, noStore } from './local-page.ts';
import { readText } from './request-body.ts';
import { isSameSecret } from './same-secret.ts';

const mostMailBytes = 5_000_000;

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

async function handleEmails(request: Request, context: LocalContext): Promise<Response> {
  const { mailbox } = context;
  if (request.method === 'GET' || request.method === 'HEAD') return json(200, mailbox.list());
  if (request.method === 'POST') return takeMail(request, context);
  if (request.method !== 'DELETE')
    return json(405, { message: 'GET lists mails, POST delivers one, DELETE clears them' });
  mailbox.clear();
  return new Response(null, { status: 204, headers: noStore });
}

/** As a mail provider does: the secret key, one mail as JSON, and a key that makes a repetition harmless. */
async function takeMail(request: Request, { mailbox, settings }: LocalContext): Promise<Response> {
  if (!isSameSecret(bearerOf(request), settings.secretKey))
    return json(401, { message: 'The secret key delivers mails here' });
  const mail = parseJson(await readText(request, mostMailBytes));
  if (!isPostedMail(mail))
    return json(422, { message: 'A mail has from, to (one address), subject, html and text' });
  const { from, to, subject, html, text } = mail;
  const id = request.headers.get('idempotency-key') ?? randomUUID();
  if (!mailbox.list().some((known) => known.id === id))
    await mailbox.deliver({ id, from, to: to[0], subject, html, text });
  return json(200, { id });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface PostedMail {
  readonly from: string;
  readonly to: readonly [string];
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

function isPostedMail(value: unknown): value is PostedMail {
  if (typeof value !== 'object' || value === null) return false;
  const { to, ...texts } = value as Readonly<Record<string, unknown>>;
  return (
    Array.isArray(to) &&
    to.length === 1 &&
    typeof to[0] === 'string' &&
    ['from', 'subject', 'html', 'text'].every((key) => typeof texts[key] === 'string')
  );
}

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

function showPage(mails: readonly DeliveredMail[]): Response {
  const counted = mails.length === 1 ? '1 mail' : `${mails.length} mails`;
  const list = mails.toReversed().map(renderMail).join('\n');
  return localPage({
    title: `Mailbox (${counted})`,
    facts: { count: String(mails.length), last: mails.at(-1)?.id ?? '' },
    script: pageScript,
    body: `<h1>Mailbox</h1>
<p>Everything the shop on this machine has sent, newest first. Nothing leaves this machine.</p>
<div class="bar" role="status"><span>${counted}</span>
<button type="button" id="news" hidden></button>
${mails.length > 0 ? '<button type="button" id="clear">Delete all</button>' : ''}</div>
${list || '<p class="empty">No e-mails yet. Sign up or place an order and they appear here.</p>'}`,
  });
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
