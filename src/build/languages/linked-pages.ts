/** What a page leads to, in the page's own language. */
import { addressIn } from '#languages/addresses.ts';

/**
 * A script is left alone but for what machines read of it, and so is a link that names its language. Of
 * the rest: what people and machines follow.
 */
const pieces =
  /<script\b(?![^>]*type="(?:application\/ld\+json|speculationrules)")[\s\S]*?<\/script>|<(?:a|link)\b[^>]*\bhreflang=[^>]*>|(\s(?:href|action)="|"(?:@id|url|item|urlTemplate|target)":"|property="og:url" content="|\[href\^=')([^"']*)/g;

export interface PageLinks {
  /** Of the language that pages are made in. */
  readonly prefix: string;
  /** Of the site, without a slash. */
  readonly origin: string;
}

export function withLinkedPages(html: string, { prefix, origin }: PageLinks): string {
  if (prefix === '') return html;
  return html.replace(pieces, (whole, before: string | undefined, address: string) => {
    if (before === undefined) return whole;
    const own = address.startsWith(`${origin}/`) ? origin : '';
    return before + own + addressIn(prefix, address.slice(own.length));
  });
}
