/**
 * Invariant: inline code runs by its hash alone, and nobody is reached but this site, the backend and
 * the telemetry that is set.
 */
import { createHash } from 'node:crypto';

export interface PolicyHosts {
  readonly backendUrl: string;
  readonly sentryDsn: string;
  readonly ingestUrl: string;
  /** Any page may have to show the captcha, which is a page of its own. */
  readonly showsCaptcha?: boolean;
}

export interface InlineHashes {
  readonly scripts: ReadonlySet<string>;
  readonly styles: ReadonlySet<string>;
}

const inlinePattern = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;
/** Scripts of these types hold data, which the policy lets pass. */
const dataType = /\btype="application\/(?:ld\+)?json"/;

/** Thousands of pages share a few styles and scripts. */
const hashes = new Map<string, string>();

function quotedHash(code: string): string {
  const known = hashes.get(code);
  if (known !== undefined) return known;
  const hash = `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
  hashes.set(code, hash);
  return hash;
}

/** The hashes of a page's inline scripts and styles. */
export function inlineHashes(html: string): {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
} {
  const [scripts, styles] = [new Set<string>(), new Set<string>()];
  for (const [, tag, attributes = '', code = ''] of html.matchAll(inlinePattern)) {
    if (tag === 'style') styles.add(quotedHash(code));
    else if (!/\bsrc=/.test(attributes) && !dataType.test(attributes)) {
      scripts.add(quotedHash(code));
    }
  }
  return { scripts: [...scripts], styles: [...styles] };
}

/**
 * An origin as a policy names it. One without TLS goes without its scheme, which then is that of the
 * page: a page with TLS could not use it anyway.
 */
function originOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { protocol, host, origin } = new URL(url);
  return [protocol === 'http:' ? host : origin];
}

function socketOriginOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).origin.replace(/^http/, 'ws')] : [];
}

interface Openings {
  /** Whom scripts may talk to. */
  readonly connect: readonly string[];
  /** Whom it may show within itself. */
  readonly frames?: string;
  /** Who may show the page within one of theirs. */
  readonly ancestors: string;
  /** Whether sounds may be played, which lie where the backend keeps files. */
  readonly hasSounds?: boolean;
  /** Another name under which markup may be made. */
  readonly maker?: string;
}

function policy(hosts: PolicyHosts, inline: InlineHashes, openings: Openings): string {
  const directives: readonly (readonly string[])[] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...[...inline.scripts].toSorted()],
    ['style-src', "'self'", ...[...inline.styles].toSorted()],
    ['img-src', "'self'", 'data:', 'blob:', ...originOf(hosts.backendUrl)],
    ...(openings.hasSounds ? [['media-src', ...originOf(hosts.backendUrl)]] : []),
    ['font-src', "'self'"],
    ['connect-src', ...openings.connect],
    ['manifest-src', "'self'"],
    ['worker-src', "'self'"],
    ...(openings.frames === undefined ? [] : [['frame-src', openings.frames]]),
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', openings.ancestors],
    ['require-trusted-types-for', "'script'"],
    // `default` is the boot script's; a screen that has to write markup makes it with `keywright`.
    ['trusted-types', 'default', 'keywright', ...(openings.maker ? [openings.maker] : [])],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

function openingsOf(hosts: PolicyHosts): Openings {
  const backend = [...originOf(hosts.backendUrl), ...socketOriginOf(hosts.backendUrl)];
  const telemetry = [...originOf(hosts.sentryDsn), ...originOf(hosts.ingestUrl)];
  const connect = new Set(["'self'", ...backend, ...telemetry]);
  return { connect: [...connect], ancestors: "'none'" };
}

/** Of pages that show none within themselves, but for the captcha. Every answer carries each byte of it. */
export function contentSecurityPolicy(
  hosts: PolicyHosts,
  inline: InlineHashes,
  hasSounds = false,
): string {
  const frames = hosts.showsCaptcha ? { frames: "'self'" } : {};
  return policy(hosts, inline, { ...openingsOf(hosts), ...frames, hasSounds });
}

/** Of all pages: editors see that of a product within their own, before it is built. */
export function commonPolicy(hosts: PolicyHosts, inline: InlineHashes): string {
  return policy(hosts, inline, { ...openingsOf(hosts), frames: "'self'", hasSounds: true });
}

/** A page that is not built yet talks to nobody, and is shown by the desk that asked for it. */
export function previewPolicy(
  hosts: PolicyHosts,
  { scripts, styles }: ReturnType<typeof inlineHashes>,
): string {
  const inline = { scripts: new Set(scripts), styles: new Set(styles) };
  return policy(hosts, inline, {
    connect: ["'none'"],
    ancestors: "'self'",
    hasSounds: true,
    maker: 'preview',
  });
}
