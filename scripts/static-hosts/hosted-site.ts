/** What a host of files is told of a site. Invariant: every host is told the same, in its own grammar. */
import type { HeaderRule, RedirectRule } from '../site-server/host-rules.ts';

export const staticHosts = ['cloudflare', 'netlify', 'vercel', 'nginx'] as const;
export type StaticHost = (typeof staticHosts)[number];

export interface HostRules {
  readonly headers: readonly HeaderRule[];
  readonly redirects: readonly RedirectRule[];
}

/** Where the rules of a site lie in it, in the grammar of Cloudflare and of our own server. */
export const ruleFiles = { headers: '_headers', redirects: '_redirects' } as const;

/** Addresses that were renamed. */
export function movedAddresses({ redirects }: HostRules): readonly RedirectRule[] {
  return redirects.filter(({ status }) => status !== 200);
}

/** The page that opens every design; null for a site without any. */
export function designShellOf({ redirects }: HostRules): string | null {
  return redirects.find(({ status }) => status === 200)?.to ?? null;
}
