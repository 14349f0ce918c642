/**
 * Invariant: no header is set by two rules that match one file, since hosts join the values instead of
 * choosing one, unless the later rule takes it back first: `! Name`, as Cloudflare reads it. Where a
 * host does not, browsers disregard the joined value, which says the same, and ask both of two
 * policies, of which the first allows whatever the other does.
 */

const csp = 'Content-Security-Policy';
const corp = 'Cross-Origin-Resource-Policy';

/** Of every file, and of whatever else the site's own server answers. */
export const securityHeaders = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
  'Cross-Origin-Opener-Policy': 'same-origin',
  [corp]: 'same-origin',
  // An address may hold a mail's code until the page has read it: not even our own server gets it twice.
  'Referrer-Policy': 'strict-origin',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' } as const;
const personal = { 'Cache-Control': 'private, no-cache' } as const;
const alwaysAsked = { 'Cache-Control': 'no-cache' } as const;

type Headers = Readonly<Record<string, string>>;

/**
 * Of files that are no pages: the hashes of every page's styles would be 2 kB before each of them, and a
 * round trip more before the lettering. Workers heed what is left.
 */
const lean = (policy: string): Headers => ({
  ...immutable,
  [`! ${csp}`]: '',
  [csp]: [
    "default-src 'none'",
    "script-src 'self'",
    ...(/connect-src [^;]*/.exec(policy) ?? []),
    "frame-ancestors 'none'",
  ].join('; '),
});

/** Mails show them, in whatever page a mailbox is: the rule for all files is taken back first. */
const shownAnywhere = { [`! ${corp}`]: '', [corp]: 'cross-origin' } as const;

/** A page that the shop's own pages show within themselves. */
const shownWithin = (policy: string): Headers => ({
  ...alwaysAsked,
  [`! ${csp}`]: '',
  [csp]: policy,
  '! X-Frame-Options': '',
  'X-Frame-Options': 'SAMEORIGIN',
});

/** Nobody but the desk that asked for it sees one. */
const preview = (policy: string): Headers => ({
  ...shownWithin(policy),
  '! Referrer-Policy': '',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
});

type Policies = ReadonlyMap<string, string>;

/** Of the pages that others show within themselves, as far as the site has them. */
interface FramedPolicies {
  readonly captcha?: string | undefined;
  readonly preview?: string | undefined;
}

function rules(
  policy: string,
  ofPlaces: Policies,
  framed: FramedPolicies,
): readonly (readonly [string, Headers])[] {
  return [
    ['/*', { [csp]: policy, ...securityHeaders }],
    ...Array.from(ofPlaces, ([place, own]): [string, Headers] => [
      place,
      { [`! ${csp}`]: '', [csp]: own },
    ]),
    ['/_astro/*', lean(policy)],
    ['/pictures/*', { ...lean(policy), ...shownAnywhere }],
    ['/builds/*', alwaysAsked],
    ['/search/parts/*', lean(policy)],
    ['/cart', personal],
    ['/cart/*', personal],
    ['/orders', personal],
    ['/user', personal],
    ['/user/*', personal],
    ['/admin/*', personal],
    ['/colorpicker/*', personal],
    ...(framed.preview === undefined ? [] : [['/preview', preview(framed.preview)] as const]),
    ...(framed.captcha === undefined ? [] : [['/captcha', shownWithin(framed.captcha)] as const]),
  ];
}

/** `ofPlaces` are stricter than what holds everywhere, by the pattern of their addresses. */
export function headersFile(
  policy: string,
  ofPlaces: Policies,
  framed: FramedPolicies = {},
): string {
  return rules(policy, ofPlaces, framed)
    .map(([pattern, headers]) => {
      const lines = Object.entries(headers).map(([name, value]) =>
        value === '' ? `  ${name}` : `  ${name}: ${value}`,
      );
      return [pattern, ...lines].join('\n');
    })
    .join('\n\n')
    .concat('\n');
}
