// chunk: stores
/**
 * Goods, wishes and pages are known by one path in every language. Only links, and files that hold
 * texts, are asked for with the language before it.
 */
declare const KEYWRIGHT_PREFIX: string | undefined;

/** Where the pages of this build begin. */
export const prefix = typeof KEYWRIGHT_PREFIX === 'undefined' ? '' : KEYWRIGHT_PREFIX;

/** @example pagePath('/de/faq') // '/faq' on a German page */
export const pagePath = (pathname: string): string =>
  prefix === '' ? pathname : pathname.slice(prefix.length) || '/';
