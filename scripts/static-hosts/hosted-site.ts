/** What a host of files is told of a site. Invariant: every host is told the same, in its own grammar. */
import path from 'node:path';
import type { HeaderRule, RedirectRule } from '../site-server/host-rules.ts';

export const staticHosts = ['cloudflare', 'netlify', 'vercel', 'nginx'] as const;
export type StaticHost = (typeof staticHosts)[number];

export interface HostRules {
  readonly headers: readonly HeaderRule[];
  readonly redirects: readonly RedirectRule[];
  /** Where a further language begins, which has its own view of what is not found: `/de`. */
  readonly languages: readonly string[];
}

/** Where the rules of a site lie in it, in the grammar of Cloudflare and of our own server. */
export const ruleFiles = { headers: '_headers', redirects: '_redirects' } as const;

/** Addresses that were renamed. */
export function movedAddresses({ redirects }: HostRules): readonly RedirectRule[] {
  return redirects.filter(({ status }) => status !== 200);
}

/** The page that opens every design below its folder, in each language of the site. */
export function designShells({
  redirects,
}: HostRules): readonly { readonly folder: string; readonly shell: string }[] {
  const shells = redirects.flatMap(({ status, to }) => (status === 200 ? [to] : []));
  return [...new Set(shells)].map((shell) => ({ folder: path.posix.dirname(shell), shell }));
}
