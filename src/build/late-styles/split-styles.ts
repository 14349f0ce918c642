/**
 * Invariant: every rule lands in one of the two parts, in its order and in the layers and conditions
 * that it stood in; no mark is left.
 */

/**
 * True in every browser, so that a sheet that was not split works as well. `yes` is late everywhere;
 * another word is late on the pages that have it below their first screen, and nothing elsewhere.
 */
export const lateMark = (where: string) => `(--late:${where})`;
const mark = /^@supports\s*\(\s*--late\s*:\s*([a-z]+)\s*\)$/;
const group = /^@(?:layer|media|supports|container)\b/;

export interface Parts {
  /** What the page needs at once. */
  readonly first: string;
  /** What comes with its scripts. */
  readonly late: string;
  readonly whole: string;
}

interface Rule {
  readonly head: string;
  /** Null for a statement without a block. */
  readonly body: string | null;
  readonly text: string;
}

/** Where the block ends that opens at `start`; braces in quotes do not count. */
function endOfBlock(css: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let at = start; at < css.length; at += 1) {
    const sign = css[at] ?? '';
    if (sign === '\\') at += 1;
    else if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '{') depth += 1;
    else if (sign === '}' && (depth -= 1) === 0) return at;
  }
  throw new Error(`A style sheet has a block without end: ${css.slice(start, start + 60)}`);
}

function* rulesOf(css: string): Generator<Rule> {
  for (let at = 0; at < css.length;) {
    const [lead = ''] = /^[^{;]*/.exec(css.slice(at)) ?? [];
    const open = at + lead.length;
    if (css[open] !== '{') {
      yield { head: lead.trim(), body: null, text: css.slice(at, open + 1) };
      at = open + 1;
      continue;
    }
    const end = endOfBlock(css, open);
    const text = css.slice(at, end + 1);
    yield { head: lead.trim(), body: css.slice(open + 1, end), text };
    at = end + 1;
  }
}

/**
 * `below` is the word of this page, if it has one; `isNeeded` says of a rule's selectors whether the page
 * needs it as it is written.
 * @example splitStyles('a{b:c}@supports (--late:yes){d{e:f}}').late // 'd{e:f}'
 */
export function splitStyles(
  css: string,
  below = '',
  isNeeded: (selectors: string) => boolean = () => true,
): Parts {
  let [first, late, whole] = ['', '', ''];
  for (const { head, body, text } of rulesOf(css)) {
    if (body === null || !group.test(head)) {
      if (head.startsWith('@') || isNeeded(head)) first += text;
      else late += text;
      whole += text;
      continue;
    }
    const parts = splitStyles(body, below, isNeeded);
    const marked = mark.exec(head)?.[1];
    if (marked !== undefined) {
      const isLate = marked === 'yes' || marked === below;
      first += isLate ? '' : parts.first;
      late += isLate ? parts.whole : parts.late;
      whole += parts.whole;
      continue;
    }
    const wrapped = (inner: string) => (inner.trim() === '' ? '' : `${head}{${inner}}`);
    first += body.trim() === '' ? text : wrapped(parts.first);
    late += wrapped(parts.late);
    whole += body.trim() === '' ? text : wrapped(parts.whole);
  }
  return { first, late, whole };
}
