/** Invariant: every value is escaped, and links are the shop's own. */
import { encode } from 'uqr';
import { builtLanguage } from '../../../../src/languages/built-language.ts';
import type { MailContent, MailLine } from './mail-content.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Where mail programs find how to end such mails; null for mails that can't be declined here. */
  readonly endingUrl: string | null;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

/** The number of an order or a document stays on one line; its text is the plain number, to find and to copy. */
const words = (text: string): string =>
  escape(text).replaceAll(/\bKW-[A-Z]?\d+\b/g, '<span style="white-space:nowrap">$&</span>');

const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 24px 12px; background: #f4f1ec; color: #1d1b18; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
main { max-width: 560px; margin: 0 auto; padding: 28px; background: #ffffff; border: 1px solid #ddd6cb; border-radius: 8px; overflow-wrap: anywhere; }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.25; }
p { margin: 0 0 16px; }
table { width: 100%; margin: 0 0 20px; border-collapse: collapse; font-size: 15px; }
td { padding: 10px 0; border-top: 1px solid #ddd6cb; vertical-align: top; }
td.picture { width: 72px; padding-right: 14px; }
td.picture img { display: block; width: 72px; height: auto; border-radius: 6px; }
td.amount { text-align: right; white-space: nowrap; padding-left: 12px; font-variant-numeric: tabular-nums; }
td small { color: #625c53; font-size: 14px; }
.totals td { padding: 4px 0; border: 0; }
.totals tr:last-child td { padding-top: 10px; border-top: 1px solid #ddd6cb; font-weight: 600; }
.facts td:first-child { padding-right: 12px; overflow-wrap: break-word; }
.code { table-layout: fixed; width: auto; margin: 0 0 6px; }
.code td { height: 4px; padding: 0; border: 0; font-size: 0; line-height: 0; }
.brand { margin: 0 0 24px; color: #625c53; font-size: 14px; font-weight: 600; letter-spacing: 0.08em; text-transform: uppercase; }
.action { display: inline-block; padding: 12px 20px; border-radius: 6px; background: #8a3b12; color: #ffffff; font-weight: 600; text-decoration: none; }
.quiet { margin: 24px 0 0; color: #625c53; font-size: 14px; }
.preview { display: none; max-height: 0; overflow: hidden; }
@media (prefers-color-scheme: dark) {
  body { background: #171513; color: #eeeae3; }
  main { background: #211e1b; border-color: #38332d; }
  td, .totals tr:last-child td { border-color: #38332d; }
  .brand, .quiet, td small { color: #b4ada3; }
  a { color: #f0a878; }
  a.action { background: #f0a878; color: #1d1b18; }
}`;

function lineRow({ title, detail, amount, picture, url }: MailLine): string {
  const image = picture === null ? '' : `<img src="${escape(picture)}" alt="" width="72">`;
  const name = url ? `<a href="${escape(url)}">${words(title)}</a>` : words(title);
  const small = detail === '' ? '' : `<br><small>${words(detail)}</small>`;
  return `<tr><td class="picture">${image}</td><td>${name}${small}</td><td class="amount">${escape(amount)}</td></tr>`;
}

function pairTable(
  kind: string,
  pairs: readonly (readonly [string, string])[] | undefined,
  valueClass: string,
): string {
  if (pairs === undefined || pairs.length === 0) return '';
  const rows = pairs.map(
    ([label, value]) =>
      `<tr><td>${words(label)}</td><td class="${valueClass}">${words(value)}</td></tr>`,
  );
  return `<table role="presentation" class="${kind}">${rows.join('')}</table>`;
}

/** Cells of a table and no picture: it is there without a server, and where pictures are not shown. */
function squareCode({ text, label }: NonNullable<MailContent['code']>): string {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const rows = data.map((cells) => {
    const runs: { isDark: boolean; length: number }[] = [];
    for (const isDark of cells) {
      const last = runs.at(-1);
      if (last?.isDark === isDark) last.length += 1;
      else runs.push({ isDark, length: 1 });
    }
    const tds = runs.map(
      ({ isDark, length }) =>
        `<td${length > 1 ? ` colspan="${length}"` : ''} bgcolor="${isDark ? '#000000' : '#ffffff'}"></td>`,
    );
    return `<tr height="4">${tds.join('')}</tr>`;
  });
  const side = size * 4;
  return `<table class="code" role="img" aria-label="${escape(label)}" cellspacing="0" cellpadding="0" width="${side}" style="width:${side}px">${rows.join('')}</table><p><small>${words(label)}</small></p>`;
}

function htmlOf(content: MailContent, shopUrl: string): string {
  const { lines = [], action, footnote, ending } = content;
  const body = [
    `<p class="preview">${escape(content.preview)}</p>`,
    `<p class="brand">Keywright</p>`,
    `<h1>${words(content.heading)}</h1>`,
    ...content.paragraphs.map((paragraph) => `<p>${words(paragraph)}</p>`),
    lines.length === 0 ? '' : `<table role="presentation">${lines.map(lineRow).join('')}</table>`,
    pairTable('totals', content.totals, 'amount'),
    pairTable('facts', content.facts, 'value'),
    content.code ? squareCode(content.code) : '',
    action
      ? `<p><a class="action" href="${escape(action.url)}">${words(action.label)}</a></p>`
      : '',
    footnote ? `<p class="quiet">${words(footnote)}</p>` : '',
    ending
      ? `<p class="quiet"><a href="${escape(ending.url)}">${escape(ending.label)}</a></p>`
      : '',
    `<p class="quiet"><a href="${escape(shopUrl + builtLanguage.prefix)}">${escape(new URL(shopUrl).host)}</a></p>`,
  ];
  return `<!doctype html>
<html lang="${builtLanguage.code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(content.subject)}</title>
<style>${styles}
</style>
</head>
<body>
<main>
${body.filter((part) => part !== '').join('\n')}
</main>
</body>
</html>
`;
}

function textOf(content: MailContent, shopUrl: string): string {
  const lines = (content.lines ?? []).map(({ title, detail, amount, url = '' }) =>
    [[title, detail, amount].filter((part) => part !== '').join(' · '), url].join('\n').trim(),
  );
  const pairLines = (pairs: MailContent['facts'] = []) =>
    pairs.map(([label, value]) => `${label}: ${value}`).join('\n');
  const parts = [
    content.heading,
    ...content.paragraphs,
    lines.join('\n'),
    pairLines(content.totals),
    pairLines(content.facts),
    content.action ? `${content.action.label}: ${content.action.url}` : '',
    content.footnote ?? '',
    content.ending ? `${content.ending.label}: ${content.ending.url}` : '',
    `Keywright, ${shopUrl}${builtLanguage.prefix}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

export function layOutMail(content: MailContent, shopUrl: string): RenderedMail {
  return {
    // A line break in a subject would let a title write headers of its own.
    subject: content.subject.replaceAll(/\s+/g, ' ').trim(),
    html: htmlOf(content, shopUrl),
    text: textOf(content, shopUrl),
    endingUrl: content.ending?.url ?? null,
  };
}
