/**
 * The only place that says where a page's styles stand: in the page what its first picture needs, in
 * files what its scripts or islands need. Invariant: a file is named after its bytes, so that all pages
 * share it and none reads an older one; a page has one sheet in it, as each is a hash in the policy that
 * every answer carries.
 */
import { splitStyles, type Parts } from '../late-styles/split-styles.ts';
import { hasIslands } from './late-files.ts';

const stylePattern = /<style>([\s\S]*?)<\/style>/g;
const scopePattern = /\bastro-([a-z\d]{5})([a-z\d]{3})\b/g;
const belowPattern = /\bdata-below="([a-z]+)"/;
/** What Astro writes before islands; the page's first script has no such beginning. */
const islandScript = /<script>(\(\(\)=>\{[\s\S]*?)<\/script>/g;

export interface PlacedPage {
  readonly html: string;
  /** What the page's scripts have to wait for. */
  readonly lateSheets: readonly string[];
}

export interface PageStyles {
  readonly place: (html: string) => PlacedPage;
}

export type FileKind = 'styles' | 'island' | 'file';
/** Keeps a text for pages to ask for, and gives its address. */
export type PutFile = (text: string, kind: FileKind) => string;

export function createPageStyles(put: PutFile): PageStyles {
  const known = new Map<string, Parts>();
  const scopes = new Map<string, string>();
  const split = (css: string, below: string): Parts => {
    const key = `${below} ${css}`;
    const parts = known.get(key) ?? splitStyles(css, below);
    known.set(key, parts);
    return parts;
  };
  const shortScope = (scope: string, start: string, end: string): string => {
    const taken = scopes.get(start) ?? end;
    scopes.set(start, taken);
    if (taken !== end) throw new Error(`Two components would share the scope ${scope} cut short.`);
    return `a-${start}`;
  };
  const place = (written: string): PlacedPage => {
    const html = written.replace(scopePattern, shortScope);
    // The order of layers stands first, so the sheets are joined as they stand.
    const sheets = [...html.matchAll(stylePattern)].map(([, css = '']) => css.trim());
    if (sheets.length === 0) return { html, lateSheets: [] };
    const { first, late, whole } = split(sheets.join(''), belowPattern.exec(html)?.[1] ?? '');
    const isFilled = hasIslands(html);
    let left = sheets.length;
    const inPlaceOfLast = (text: string) =>
      html.replace(stylePattern, () => ((left -= 1) === 0 ? text : ''));
    if (isFilled) {
      const linked = inPlaceOfLast(`<link rel="stylesheet" href="${put(whole, 'styles')}">`);
      const asked = (_: string, code: string) => `<script src="${put(code, 'island')}"></script>`;
      return { html: linked.replace(islandScript, asked), lateSheets: [] };
    }
    if (late === '') return { html: inPlaceOfLast(`<style>${first}</style>`), lateSheets: [] };
    const address = put(late, 'styles');
    const unscripted = `<noscript><link rel="stylesheet" href="${address}"></noscript>`;
    const text = `<style>${first}</style>${unscripted}`;
    return { html: inPlaceOfLast(text), lateSheets: [address] };
  };
  return { place };
}
