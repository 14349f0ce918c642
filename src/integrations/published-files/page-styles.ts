/**
 * The only place that says where a page's styles stand: in the page what its first picture needs, in
 * files what its scripts or islands need. Invariant: a file is named after its bytes, so that all pages
 * share it and none reads an older one.
 */
import { hashOf } from '../payloads/payload-text.ts';
import { splitStyles, type Parts } from '../late-styles/split-styles.ts';
import { hasIslands } from './late-files.ts';

const stylePattern = /<style>([\s\S]*?)<\/style>/g;
const scopePattern = /\bastro-([a-z\d]{5})([a-z\d]{3})\b/g;

export interface PlacedPage {
  readonly html: string;
  /** What the page's scripts have to wait for. */
  readonly lateSheets: readonly string[];
}

export interface PageStyles {
  readonly place: (html: string) => PlacedPage;
  /** By address, all that pages were told to ask for. */
  readonly sheets: ReadonlyMap<string, string>;
}

export function createPageStyles(): PageStyles {
  const sheets = new Map<string, string>();
  const known = new Map<string, Parts>();
  const scopes = new Map<string, string>();
  const put = (css: string): string => {
    const address = `/_astro/styles.${hashOf(css).slice(0, 12)}.css`;
    sheets.set(address, css);
    return address;
  };
  const split = (css: string): Parts => {
    const parts = known.get(css) ?? splitStyles(css);
    known.set(css, parts);
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
    const lateSheets: string[] = [];
    const inPage = (style: string, css: string): string => {
      const { first, late, whole } = split(css);
      // The order of layers stands in front of all sheets, wherever they are.
      if (hasIslands(html)) {
        return /^\s*@layer[^{]*$/.test(css)
          ? style
          : `<link rel="stylesheet" href="${put(whole)}">`;
      }
      if (late !== '') lateSheets.push(put(late));
      return `<style>${first}</style>`;
    };
    return { html: html.replace(stylePattern, inPage), lateSheets };
  };
  return { place, sheets };
}
