/**
 * Tells the rules that a page needs as it is written from those that only what scripts make of it needs.
 * Invariant: a rule is called needless only if it names a class, an attribute or an element that the
 * page has not, or is for what a pointer is on; what stands in brackets, as in `:not()` and `:is()`, names
 * nothing.
 */

/** Set before anything is drawn, or by the browser itself. */
const setAtOnce = ['data-theme', 'data-unset', 'data-waiting', 'open'];

const tags = /<([a-z][\w-]*)((?:"[^"]*"|[^">])*)>/g;
const attributes = /\s([a-z][\w-]*)(?:="([^"]*)")?/g;
/** With their brackets, but for a scope, which is one class. */
const conditions = /:(?!where\(\.[\w-]+\))[\w-]+\((?:[^()]|\([^()]*\))*\)/g;
const named = /\.([\w-]+)|\[([\w-]+)[^\]]*\]|(?<![\w:.#[-])([a-z][\w-]*)/g;

function namesOf(html: string): ReadonlySet<string> {
  const names = new Set(setAtOnce.map((name) => `[${name}`));
  for (const [, tag = '', inner = ''] of html.matchAll(tags)) {
    names.add(tag);
    for (const [, name = '', value = ''] of inner.matchAll(attributes)) {
      names.add(`[${name}`);
      if (name === 'class') for (const word of value.split(/\s+/)) names.add(`.${word}`);
    }
  }
  return names;
}

/** Of a list of selectors, those that a comma outside brackets parts. */
const selectorsOf = (list: string) => list.split(/,(?![^(]*\))/);

/** Nobody points at what was not drawn yet. */
const pointed = /:(?:hover|active)\b/;

/** @example neededIn('<p class="a">')('.b, p') // true ; neededIn('<p class="a">')('.b p') // false */
export function neededIn(html: string): (selectors: string) => boolean {
  const names = namesOf(html);
  const isThere = (selector: string) => {
    const bare = selector.replace(conditions, '');
    const parts = [...bare.matchAll(named)];
    return (
      !pointed.test(bare) &&
      parts.every(([, own, attribute, element]) =>
        names.has(own ? `.${own}` : attribute ? `[${attribute}` : (element ?? '')),
      )
    );
  };
  return (list) => selectorsOf(list).some(isThere);
}
