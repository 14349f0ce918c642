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
const caseName = /^\s*(=\d+|\w[\w ]*?)\s*\{/;

/** @example parsePattern('{count} of <b>{all}</b>') */
export function parsePattern(pattern: string): readonly Part[] {
  let rest = pattern;
  const take = (grammar: RegExp): RegExpExecArray | null => {
    const found = grammar.exec(rest);
    if (found !== null) rest = rest.slice(found[0].length);
    return found;
  };
  const fail = (): never => {
    throw new PatternUnreadable(`“${pattern}” can't be read from “${rest}” on.`);
  };

  function choiceOf(name: string, by: 'plural' | 'select'): Part {
    const cases = new Map<string, readonly Part[]>();
    for (let found = take(caseName); found !== null; found = take(caseName)) {
      cases.set(found[1] ?? '', partsUpTo(by === 'plural' ? name : null));
      take(/^\}/) ?? fail();
    }
    take(/^\s*\}/) ?? fail();
    if (!cases.has('other')) fail();
    return { kind: 'choice', by, name, cases };
  }

  function partsUpTo(counted: string | null): Part[] {
    const parts: Part[] = [];
    while (rest !== '' && !rest.startsWith('}') && !rest.startsWith('</')) {
      const text = take(counted === null ? /^[^{}<>]+/ : /^[^{}<>#]+/)?.[0];
      if (text !== undefined) parts.push({ kind: 'text', text });
      else if (counted !== null && take(/^#/)) parts.push({ kind: 'hole', name: counted });
      else parts.push(signOf(counted));
    }
    return parts;
  }

  function signOf(counted: string | null): Part {
    const named = take(hole)?.[1];
    if (named !== undefined) return { kind: 'hole', name: named };
    const [, chosen, by] = take(choosing) ?? [];
    if (chosen !== undefined) return choiceOf(chosen, by === 'plural' ? 'plural' : 'select');
    const name = take(opening)?.[1] ?? fail();
    const parts = partsUpTo(counted);
    if (take(closing)?.[1] !== name) fail();
    return { kind: 'tag', name, parts };
  }

  const parts = partsUpTo(null);
  return rest === '' ? parts : fail();
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
