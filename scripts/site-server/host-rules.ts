/**
 * Invariant: what the local site answers with is what those files say, so that a deployed site answers
 * the same.
 */

/** Of every file that no rule says another word about; hosts of files do the same by themselves. */
export const pageCache = 'public, max-age=0, must-revalidate';

export interface HeaderRule {
  readonly place: string;
  readonly pattern: RegExp;
  /** What earlier rules set, and this one takes back. */
  readonly without: readonly string[];
  readonly headers: readonly (readonly [string, string])[];
}

export interface RedirectRule {
  readonly from: string;
  readonly pattern: RegExp;
  readonly to: string;
  readonly status: number;
}

/**
 * `*` is anything, `:name` anything within one segment.
 * @example patternOf('/_astro/*').test('/_astro/a.js') // true
 */
export function patternOf(place: string): RegExp {
  const parts = place.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*').replace(/:[a-z]\w*/gi, '[^/]+')}$`);
}

export function parseHeaders(text: string): readonly HeaderRule[] {
  const rules: (HeaderRule & { without: string[]; headers: [string, string][] })[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (line.startsWith('/')) {
      const place = line.trim();
      rules.push({ place, pattern: patternOf(place), without: [], headers: [] });
    } else {
      const [, dropped] = /^\s+!\s+([\w-]+)$/.exec(line) ?? [];
      if (dropped !== undefined) rules.at(-1)?.without.push(dropped);
      const [, name, value] = /^\s+([\w-]+):\s*(.*)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) rules.at(-1)?.headers.push([name, value]);
    }
  }
  return rules;
}

export function parseRedirects(text: string): readonly RedirectRule[] {
  return text.split('\n').flatMap((line) => {
    const [from, to, status] = line.trim().split(/\s+/);
    if (from === undefined || to === undefined || !from.startsWith('/')) return [];
    return [{ from, pattern: patternOf(from), to, status: Number(status ?? 301) }];
  });
}

/** What all rules that match say together; values of one name are joined, as hosts do. */
export function headersFor(rules: readonly HeaderRule[], path: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const rule of rules) {
    if (!rule.pattern.test(path)) continue;
    for (const name of rule.without) headers.delete(name);
    for (const [name, value] of rule.headers) {
      const known = headers.get(name);
      headers.set(name, known === undefined ? value : `${known}, ${value}`);
    }
  }
  return headers;
}
