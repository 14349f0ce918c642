/**
 * What every answer says to a browser, whoever made it. Invariant: an answer that has a header of its
 * own keeps it, and none leaves without any of these.
 */
import { securityHeaders } from '../../src/build/published-files/headers-file.ts';

/** Whatever is no page of the site needs nothing. */
export const closedPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const safeHeaders: readonly (readonly [string, string])[] = [
  ...Object.entries(securityHeaders),
  ['Content-Security-Policy', closedPolicy],
];

export function withSafeHeaders(own: Iterable<readonly [string, string]>): Record<string, string> {
  const headers = new Map(own);
  const known = new Set(Array.from(headers.keys(), (name) => name.toLowerCase()));
  const missing = safeHeaders.filter(([name]) => !known.has(name.toLowerCase()));
  return Object.fromEntries([...headers, ...missing]);
}
