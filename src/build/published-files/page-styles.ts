/**
 * Invariant: a file is named after its bytes, so that all pages share it and none reads an older one;
 * a page has one sheet in it, as each is a hash in the policy that every answer carries.
 */
import { neededIn } from '../late-styles/needed-rules.ts';
import { splitStyles, type Parts } from '../late-styles/split-styles.ts';
import { hasIslands } from './late-files.ts';

const stylePattern = /<style>([\s\S]*?)<\/style>/g;
/** Also in what a page carries as a file, where a sign in front of it is written as digits. */
const scopePattern = /(?<![a-z_-])astro-[a-z\d]{8}\b/g;
const belowPattern = /\bdata-below="([a-z]+)"/;
/** Says that no other page has the same styles: only then may what stands in it decide which are late. */
const alonePattern = /\sdata-alone\b/;
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

interface NamedParts extends Parts {
  /** The short names of its scopes. */
  readonly scopes: ReadonlyMap<string, string>;
}

const withShortScopes = (text: string, scopes: Map<string, string>): string =>
  text.replace(scopePattern, (scope) => {
    const name = scopes.get(scope) ?? `_${scopes.size}`;
    scopes.set(scope, name);
    return name;
  });

/** Counted from the late sheet on, which pages of several kinds share. */
function nameScopes({ late, first, whole }: Parts): NamedParts {
  const scopes = new Map<string, string>();
  const [shortLate, shortFirst] = [withShortScopes(late, scopes), withShortScopes(first, scopes)];
  return { late: shortLate, first: shortFirst, whole: withShortScopes(whole, scopes), scopes };
}

export function createPageStyles(put: PutFile): PageStyles {
  const known = new Map<string, NamedParts>();
  const split = (css: string, page: string): NamedParts => {
    const below = belowPattern.exec(page)?.[1] ?? '';
    if (alonePattern.test(page)) return nameScopes(splitStyles(css, below, neededIn(page)));
    const key = `${below} ${css}`;
    const parts = known.get(key) ?? nameScopes(splitStyles(css, below));
    known.set(key, parts);
    return parts;
  };
  const place = (written: string): PlacedPage => {
    // The order of layers stands first, so the sheets are joined as they stand.
    const sheets = [...written.matchAll(stylePattern)].map(([, css = '']) => css.trim());
    if (sheets.length === 0) return { html: written, lateSheets: [] };
    const { first, late, whole, scopes } = split(sheets.join(''), written);
    const html = withShortScopes(written, new Map(scopes));
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
