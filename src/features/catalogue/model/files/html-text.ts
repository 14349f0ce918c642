/** Invariant: what comes out has no markup but Markdown's: tags that say nothing here are left out. */
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  hellip: '…',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  nbsp: ' ',
  ndash: '–',
  quot: '"',
  rdquo: '”',
  rsquo: '’',
};

function decoded(text: string): string {
  return text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 31 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ';
  });
}

const marks: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  em: '*',
  i: '*',
};

function tagText(tag: string, isEnd: boolean): string {
  const mark = marks[tag];
  if (mark !== undefined) return mark;
  if (tag === 'br') return '\n';
  if (tag === 'li') return isEnd ? '' : '\n- ';
  const level = /^h([1-6])$/.exec(tag)?.[1];
  if (level !== undefined) return isEnd ? '\n\n' : `\n\n${'#'.repeat(Math.max(2, Number(level)))} `;
  return /^(?:p|div|ul|ol|table|tr|blockquote|section)$/.test(tag) ? '\n\n' : '';
}

/** @example markdownOfHtml('<p>Made of <b>brass</b>.</p>') // 'Made of **brass**.' */
export function markdownOfHtml(html: string): string {
  const plain = html
    .replaceAll(/<!--[\s\S]*?-->|<(script|style|iframe)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      /<a\b[^>]*\bhref="(https?:[^"\s]+)"[^>]*>(.*?)<\/a>/gi,
      (_, link: string, words: string) => `[${words}](${link})`,
    )
    .replaceAll(/<(\/?)([a-z][a-z\d]*)\b[^>]*>/gi, (_, end: string, tag: string) =>
      tagText(tag.toLowerCase(), end !== ''),
    );
  return decoded(plain)
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/\n\n(?=- )/g, '\n')
    .trim();
}

/** The first sentences of a text, without marks, up to so many letters. */
export function firstWords(markdown: string, most: number): string {
  const text = markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*#]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [sentence = ''] = /^.*?[.!?](?=\s|$)/.exec(text) ?? [text];
  if (sentence.length <= most) return sentence;
  const cut = sentence.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`;
}
