/**
 * Two files for nginx: one to include in `http { }`, one in the `server { }` of the shop, which says
 * where it listens, under which name, with which certificate and from which folder.
 *
 * Invariant: what an answer says depends on the address that was asked for, never on the file that
 * nginx found for it, and a status decides before the address does.
 */
import { designIdSource } from '../../src/routes.ts';
import { pageCache } from '../site-server/host-rules.ts';
import { isCompressible, mediaTypes } from '../site-server/media-types.ts';
import { closedPolicy } from '../site-server/safe-headers.ts';
import { fillWithMarkup } from '../site-server/views.ts';
import { designShells, movedAddresses, type HostRules } from './hosted-site.ts';

const cacheControl = 'Cache-Control';
const policy = 'Content-Security-Policy';

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** @example variableOf('X-Frame-Options') // '$kw_x_frame_options' */
const variableOf = (name: string): string => `$kw_${name.toLowerCase().replaceAll('-', '_')}`;

function regexOf(place: string): string {
  const parts = place.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return `~^${parts.join('.*')}$`;
}

function mapOf(from: string, to: string, lines: readonly (readonly [string, string])[]): string {
  const inner = lines.map(([key, value]) => `  ${key} ${value};`);
  return [`map ${from} ${to} {`, ...inner, '}'].join('\n');
}

/** The first line that matches holds, so the rules stand in reverse: the last of them is the narrowest. */
function headerMap(name: string, { headers }: HostRules, otherwise: string): string {
  const lines: (readonly [string, string])[] = [];
  let fallback = otherwise;
  for (const { place, without, headers: own } of headers) {
    const value = own.find(([each]) => each === name)?.[1];
    if (value === undefined && !without.includes(name)) continue;
    if (place === '/*') fallback = value ?? '';
    else lines.unshift([quoted(regexOf(place)), quoted(value ?? '')]);
  }
  const variable = `${variableOf(name)}_here`;
  return mapOf('$kw_address', variable, [['default', quoted(fallback)], ...lines]);
}

/** Whether it says another word anywhere; a header that does not needs no variable. */
function isSteady(name: string, { headers }: HostRules): boolean {
  if (name === policy || name === cacheControl) return false;
  return headers.every(
    ({ place, without, headers: own }) =>
      place === '/*' || !(without.includes(name) || own.some(([each]) => each === name)),
  );
}

function namesOf({ headers }: HostRules): readonly string[] {
  const names = headers.flatMap(({ headers: own }) => own.map(([name]) => name));
  return [...new Set([...names, cacheControl])];
}

function headerLine(name: string, rules: HostRules): string {
  const [value = ''] = rules.headers
    .filter(({ place }) => place === '/*')
    .flatMap(({ headers }) => headers.flatMap(([each, said]) => (each === name ? [said] : [])));
  return `add_header ${name} ${isSteady(name, rules) ? quoted(value) : variableOf(name)} always;`;
}

/** Answers that are no page of the site: redirects, and requests that this host does not take. */
const withoutPage = quoted('~^(?:30[1278]|400|405)$');

function statusMap(name: string): string {
  const ofAddress = `${variableOf(name)}_here`;
  const special: (readonly [string, string])[] =
    name === policy
      ? [[withoutPage, quoted(closedPolicy)]]
      : name === cacheControl
        ? [
            [withoutPage, '""'],
            [quoted('~^[45]'), '"no-store"'],
          ]
        : [];
  return mapOf('$status', variableOf(name), [['default', ofAddress], ...special]);
}

/** nginx does not start with an address that is longer than its tables were told. */
function hashSizes(keys: readonly string[]): readonly string[] {
  const longest = Math.max(0, ...keys.map((key) => Buffer.byteLength(key)));
  const bucket = 2 ** Math.ceil(Math.log2(longest + 128));
  return [`map_hash_bucket_size ${bucket};`, `map_hash_max_size ${2048 + keys.length * 4};`];
}

function httpFile(rules: HostRules): string {
  const names = namesOf(rules).filter((name) => !isSteady(name, rules));
  const moved = movedAddresses(rules).map(({ from, to }): [string, string] => [
    quoted(from),
    quoted(to),
  ]);
  return [
    '# Written by the build: include it in http { }, and load nginx again after every build.',
    ...hashSizes(moved.map(([from]) => from)),
    mapOf('$request', '$kw_typed', [
      ['default', '"/"'],
      [quoted('~^\\S+ (?:https?://[^/]*)?(?<kw_path>/[^?#\\s]*)'), '$kw_path'],
    ]),
    mapOf('$kw_typed', '$kw_not_found', [
      ['default', '"Page not found: $kw_typed"'],
      [
        quoted('~^/(?:colorpicker|keyboards|products|updates)/[^/]+$'),
        '"Page Not Found: $kw_typed"',
      ],
    ]),
    mapOf('$kw_typed', '$kw_lost_view', [
      ['default', '/404.html'],
      ...rules.languages.map((language): [string, string] => [
        quoted(`~^${language}(?:/|$)`),
        `${language}/404.html`,
      ]),
    ]),
    mapOf('$kw_typed', '$kw_moved', [['default', '""'], ...moved]),
    mapOf('$status', '$kw_allow', [
      ['default', '""'],
      ['405', '"GET, HEAD"'],
    ]),
    ...names.map((name) => headerMap(name, rules, name === cacheControl ? pageCache : '')),
    ...names.map(statusMap),
    '',
  ].join('\n\n');
}

function typesBlock(): readonly string[] {
  const lines = Object.entries(mediaTypes).map(
    ([ending, type]) => `  ${type.replace(/;.*$/, '')} ${ending.slice(1)};`,
  );
  return ['types {', ...lines, '}'];
}

const charsetTypes = [
  ...new Set(
    Object.values(mediaTypes)
      .filter((type) => type.includes('charset=') && !type.startsWith('text/html'))
      .map((type) => type.replace(/;.*$/, '')),
  ),
];

function serverFile(rules: HostRules): string {
  return [
    '# Written by the build: include it in the server { } of the shop. Its root is the folder "site".',
    ...typesBlock(),
    'default_type application/octet-stream;',
    'charset utf-8;',
    `charset_types ${charsetTypes.join(' ')};`,
    'server_tokens off;',
    'merge_slashes off;',
    'absolute_redirect off;',
    'gzip_static on;',
    'gzip_vary on;',
    '',
    'set $kw_address $uri;',
    'if ($request_method !~ "^(?:GET|HEAD)$") { return 405; }',
    'if ($kw_moved) { return 301 $kw_moved; }',
    '',
    ...namesOf(rules).map((name) => headerLine(name, rules)),
    'add_header Allow $kw_allow always;',
    '',
    'error_page 403 404 @keywright_missing;',
    // There is no address that could be looked for.
    'error_page 400 414 =404 /_keywright/unreadable;',
    'error_page 405 /_keywright/read-only;',
    'error_page 500 502 503 504 /_keywright/failure;',
    '',
    'location / { try_files $uri $uri.html =404; }',
    'location = / { try_files /index.html =404; }',
    // To the disk several slashes are one; an address with them is none of the shop's.
    'location ~ "//" { return 404; }',
    'location ~ "^/(?:index|(?:[a-z][a-z]/)?404|500)$" { return 404; }',
    'location ~ "\\.html$" { return 404; }',
    // A slash too many; nothing but the name of a page that is there can come out.
    'location ~ "^(?<kw_page>/[\\w./-]*[\\w-])/+$" {',
    '  if (-f "$document_root$kw_page.html") { return 308 $kw_page; }',
    '  return 404;',
    '}',
    'location ~ "/$" { return 404; }',
    ...designShells(rules).flatMap(({ folder, shell }) => [
      `location ~ "^${folder}/(?:${designIdSource})$" {`,
      `  try_files ${shell}.html =404;`,
      '}',
    ]),
    'location @keywright_missing {',
    '  if ($http_sec_fetch_dest ~ "^(?:script|style|image|font|empty)$") {',
    '    rewrite ^ /_keywright/nothing last;',
    '  }',
    '  ssi on;',
    '  try_files $kw_lost_view =404;',
    '}',
    'location = /_keywright/nothing {',
    '  internal;',
    '  types { }',
    '  default_type text/plain;',
    '  return 404 "$kw_not_found\\n";',
    '}',
    'location = /_keywright/unreadable { internal; ssi on; try_files /404.html =404; }',
    'location = /_keywright/read-only {',
    '  internal;',
    '  types { }',
    '  default_type text/plain;',
    '  return 405 "This site is only read.\\n";',
    '}',
    'location = /_keywright/failure { internal; ssi on; try_files /500.html =500; }',
    '',
  ].join('\n');
}

const say = (variable: string): string =>
  `<!--# echo var="${variable}" encoding="entity" default="" -->`;

/** Views of failures say what nginx alone knows: the address, and the number of the request in its log. */
export function nginxView(file: string, html: string): string {
  return file === '404.html'
    ? fillWithMarkup(html, 'data-not-found', say('kw_not_found'))
    : fillWithMarkup(html, 'data-error-id', `Error ${say('request_id')}`);
}

/** What is sent as it lies there; nginx fills the views, so they stay as they are. */
export function isPackedForNginx(file: string, mediaType: string): boolean {
  return isCompressible(mediaType) && !/^(?:500|(?:[a-z]{2}\/)?404)\.html$/.test(file);
}

export function nginxFiles(rules: HostRules): ReadonlyMap<string, string> {
  return new Map([
    ['keywright.http.conf', httpFile(rules)],
    ['keywright.server.conf', serverFile(rules)],
  ]);
}
