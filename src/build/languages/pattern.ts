/**
 * What a translator writes, in ICU's grammar: `{name}` is what the code puts in, `<b>…</b>` an element
 * of its own, `{count, plural, one {# key} other {# keys}}` and `{kind, select, a {…} other {…}}`
 * choose, also by several words. There is no quoting: our texts hold none of these signs.
 */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hole'; readonly name: string }
  | { readonly kind: 'tag'; readonly name: string; readonly parts: readonly Part[] }
  | {
      readonly kind: 'choice';
      readonly by: 'plural' | 'select';
      readonly name: string;
      readonly cases: ReadonlyMap<string, readonly Part[]>;
    };

export class PatternUnreadable extends Error {}

const opening = /^<([\w.]+)>/;
const closing = /^<\/([\w.]+)>/;
const choosing = /^\{([^{}<>,#]+),\s*(plural|select),\s*/;
const hole = /^\{([^{}<>,#]+)\}/;
const never = /(?!)/;
const caseName = /^\s*(=\d+|\w[\w ]*?)\s*\{/;

interface Reading {
  readonly pattern: string;
  rest: string;
}

function take(reading: Reading, grammar: RegExp): RegExpExecArray | null {
  const found = grammar.exec(reading.rest);
  if (found !== null) reading.rest = reading.rest.slice(found[0].length);
  return found;
}

function need(reading: Reading, grammar: RegExp): RegExpExecArray {
  const found = take(reading, grammar);
  if (found !== null) return found;
  throw new PatternUnreadable(`“${reading.pattern}” can't be read from “${reading.rest}” on.`);
}

function choiceOf(reading: Reading, name: string, by: 'plural' | 'select'): Part {
  const cases = new Map<string, readonly Part[]>();
  for (let found = take(reading, caseName); found !== null; found = take(reading, caseName)) {
    cases.set(found[1] ?? '', partsOf(reading, by === 'plural' ? name : null));
    need(reading, /^\}/);
  }
  need(reading, cases.has('other') ? /^\s*\}/ : never);
  return { kind: 'choice', by, name, cases };
}

function signOf(reading: Reading, counted: string | null): Part {
  const named = take(reading, hole)?.[1];
  if (named !== undefined) return { kind: 'hole', name: named };
  const [, chosen, by] = take(reading, choosing) ?? [];
  if (chosen !== undefined) return choiceOf(reading, chosen, by === 'plural' ? 'plural' : 'select');
  const [, name = ''] = need(reading, opening);
  const parts = partsOf(reading, counted);
  need(reading, name === closing.exec(reading.rest)?.[1] ? closing : never);
  return { kind: 'tag', name, parts };
}

/** Up to what ends a case or an element; `counted` is what `#` stands for. */
function partsOf(reading: Reading, counted: string | null): Part[] {
  const parts: Part[] = [];
  while (!/^(?:$|\}|<\/)/.test(reading.rest)) {
    const text = take(reading, counted === null ? /^[^{}<>]+/ : /^[^{}<>#]+/)?.[0];
    if (text !== undefined) parts.push({ kind: 'text', text });
    else if (counted !== null && take(reading, /^#/)) parts.push({ kind: 'hole', name: counted });
    else parts.push(signOf(reading, counted));
  }
  return parts;
}

/** @example parsePattern('{count} of <b>{all}</b>') */
export function parsePattern(pattern: string): readonly Part[] {
  const reading: Reading = { pattern, rest: pattern };
  const parts = partsOf(reading, null);
  need(reading, /^$/);
  return parts;
}

/** What a pattern puts in and wraps, once each. */
export function namesIn(parts: readonly Part[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const part of parts) {
    if (part.kind === 'text') continue;
    names.add(part.kind === 'tag' ? `<${part.name}>` : part.name);
    const inner =
      part.kind === 'tag' ? [part.parts] : part.kind === 'choice' ? part.cases.values() : [];
    for (const each of inner) for (const name of namesIn(each)) names.add(name);
  }
  return names;
}
