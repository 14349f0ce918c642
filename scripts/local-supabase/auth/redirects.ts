/**
 * Invariant: the answer is http(s), without credentials, and either the shop's own origin or on the
 * allow-list; anything else becomes the shop's address.
 */
import type { AuthCall } from './call.ts';
import type { AuthSettings } from './auth-options.ts';

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

function allowedRedirect(wanted: string, settings: AuthSettings): string {
  return isAllowedRedirect(wanted, settings) ? new URL(wanted).href : settings.siteUrl;
}

function isAllowedRedirect(wanted: string, settings: AuthSettings): boolean {
  const url = parseWebAddress(wanted);
  if (!url) return false;
  if (isSameOrigin(url, new URL(settings.siteUrl))) return true;
  const bare = `${url.origin}${url.pathname}`;
  return settings.redirectUrls.some((pattern) => {
    const matcher = patternToMatcher(pattern);
    return matcher.test(bare) || matcher.test(bare + url.search);
  });
}

/** Browsers read backslashes, tabs and odd schemes in ways that a comparison of strings misses. */
function parseWebAddress(text: string): URL | null {
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\\\s\p{Cc}\p{Cf}]/u.test(text)) return null;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url : null;
}

/** The shop on this machine is the same shop under each of the machine's own names. */
function isSameOrigin(url: URL, site: URL): boolean {
  if (url.origin === site.origin) return true;
  const bothLoopback = loopbackNames.has(url.hostname) && loopbackNames.has(site.hostname);
  return bothLoopback && url.protocol === site.protocol && url.port === site.port;
}

/** GoTrue's patterns: `*` stays between the separators `.` and `/`, `**` doesn't, `?` is one character. */
function patternToMatcher(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*\*|[*?]|[^*?]+/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return part.replaceAll(/[.+^${}()|[\]\\/-]/g, String.raw`\$&`);
  });
  return new RegExp(`^${source}$`, 'i');
}

/** `redirect_to` of the request, else the page it came from, else the shop. */
export function redirectOf(call: AuthCall, settings: AuthSettings): string {
  const wanted =
    call.url.searchParams.get('redirect_to') ??
    (typeof call.body['redirect_to'] === 'string' ? call.body['redirect_to'] : null) ??
    call.request.headers.get('referer') ??
    '';
  return allowedRedirect(wanted, settings);
}

/** The same address with more in its query or its fragment. */
export function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

export function withFragment(address: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  const sorted = Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
  url.hash = new URLSearchParams(sorted).toString();
  return url.href;
}
