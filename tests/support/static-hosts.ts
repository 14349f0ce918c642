/**
 * What hosts of files answer, by what their documents say of the files that they are given. Each reads
 * the written files anew, in its own grammar, and shares nothing with whoever wrote them.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export interface HostAnswer {
  readonly status: number;
  /** The file that is sent; null for a redirect. */
  readonly file: string | null;
  readonly location: string | null;
  readonly headers: ReadonlyMap<string, string>;
}

interface Block {
  readonly path: string;
  readonly lines: readonly string[];
}

/** A line without an indent begins a block of `_headers`. */
function blocksOf(text: string): readonly Block[] {
  const blocks: { path: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    if (/^\s/.test(line)) blocks.at(-1)?.lines.push(line.trim());
    else blocks.push({ path: line.trim(), lines: [] });
  }
  return blocks;
}

const escaped = (text: string): string => text.replace(/[\\^$.+?()[\]{}|]/g, '\\$&');

/** Splats take anything, placeholders anything but a slash. */
function globOf(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => escaped(part).replace(/:[A-Za-z]\w*/g, '[^/]+'));
  return new RegExp(`^${parts.join('.*')}$`);
}

function pairOf(line: string): readonly [string, string] {
  const at = line.indexOf(':');
  if (at < 1) throw new Error(`This is no header: ${line}`);
  return [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()];
}

interface Redirect {
  readonly from: RegExp;
  readonly to: string;
  readonly status: number;
}

function redirectsOf(text: string): readonly Redirect[] {
  return text.split('\n').flatMap((line) => {
    const [from, to, status, ...rest] = line.split(/\s+/);
    if (from === undefined || from === '') return [];
    if (to === undefined || rest.length > 0) throw new Error(`This is no redirect: ${line}`);
    return [{ from: globOf(from), to, status: Number(status ?? 302) }];
  });
}

const isFile = (file: string): boolean => existsSync(file) && statSync(file).isFile();

/** The file of an address without its ending; hosts never send their own two. */
function fileOf(folder: string, address: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(address);
  } catch {
    return null;
  }
  if (/^\/_(?:headers|redirects)$/.test(decoded)) return null;
  const names = decoded === '/' ? ['/index.html'] : [decoded, `${decoded}.html`];
  return names.find((name) => isFile(path.join(folder, name))) ?? null;
}

type Headers = (address: string) => ReadonlyMap<string, string>;

const lost = (headers: Headers, address: string, file = '/404.html'): HostAnswer => ({
  status: 404,
  file,
  location: null,
  headers: headers(address),
});

const sent = (headers: Headers, address: string, file: string): HostAnswer => ({
  status: 200,
  file,
  location: null,
  headers: headers(address),
});

const moved = (status: number, location: string): HostAnswer => ({
  status,
  file: null,
  location,
  headers: new Map(),
});

/** The address that a page's file, or a slash too many, is redirected to. */
function tidied(folder: string, address: string): string | null {
  const plain = address.replace(/(?:\.html|\/+)$/, '');
  return plain !== address && plain !== '' && fileOf(folder, plain) !== null ? plain : null;
}

export type StaticHostStandIn = (address: string) => HostAnswer;

/** The view that lies nearest above an address. */
function nearestView(folder: string, address: string): string {
  const above = path.posix.dirname(address);
  const view = path.posix.join(above, '404.html');
  return above === '/' || isFile(path.join(folder, view)) ? view : nearestView(folder, above);
}

/** All rules that match speak; one may take back what earlier ones said, and values of one name are joined. */
export function cloudflarePages(folder: string): StaticHostStandIn {
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const blocks = blocksOf(read('_headers'));
  const redirects = redirectsOf(read('_redirects'));
  if (blocks.length > 100) throw new Error(`${blocks.length} header rules, and 100 are read`);
  const long = read('_headers')
    .split('\n')
    .find((line) => line.length > 2000);
  if (long !== undefined) throw new Error(`A line of ${long.length} signs is not read`);
  const dynamic = read('_redirects')
    .split('\n')
    .filter((line) => /^\S*[*:]/.test(line));
  if (dynamic.length > 100) throw new Error(`${dynamic.length} patterns, and 100 are read`);
  const headers: Headers = (address) => {
    const said = new Map<string, string>();
    for (const { path: place, lines } of blocks) {
      if (!globOf(place).test(address)) continue;
      for (const line of lines) {
        if (line.startsWith('! ')) {
          said.delete(line.slice(2).toLowerCase());
          continue;
        }
        const [name, value] = pairOf(line);
        const known = said.get(name);
        said.set(name, known === undefined ? value : `${known}, ${value}`);
      }
    }
    return said;
  };
  return (address) => {
    // Redirects come before files, whether or not there is one.
    const rule = redirects.find(({ from }) => from.test(address));
    if (rule !== undefined && rule.status !== 200) return moved(rule.status, rule.to);
    const wanted = rule?.to ?? address;
    const better = tidied(folder, wanted);
    if (better !== null) return moved(308, better);
    const file = fileOf(folder, wanted);
    return file === null
      ? lost(headers, address, nearestView(folder, address))
      : sent(headers, address, file);
  };
}

/** A line that is no header fails; a later rule for one header holds; files come before redirects. */
export function netlify(folder: string): StaticHostStandIn {
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const blocks = blocksOf(read('_headers'));
  const redirects = redirectsOf(read('_redirects'));
  const headers: Headers = (address) =>
    new Map(
      blocks
        .filter(({ path: place }) => globOf(place).test(address))
        .flatMap(({ lines }) => lines.map(pairOf)),
    );
  return (address) => {
    const file = fileOf(folder, address.replace(/(?<=.)\/+$/, ''));
    if (file !== null) return sent(headers, address, file);
    const rule = redirects.find(({ from }) => from.test(address));
    if (rule === undefined || rule.status === 404) return lost(headers, address, rule?.to);
    if (rule.status !== 200) return moved(rule.status, rule.to);
    return sent(headers, address, rule.to);
  };
}

interface VercelSettings {
  readonly cleanUrls: boolean;
  readonly trailingSlash: boolean;
  readonly headers: readonly {
    readonly source: string;
    readonly headers: readonly { readonly key: string; readonly value: string }[];
  }[];
  readonly redirects: readonly {
    readonly source: string;
    readonly destination: string;
    readonly statusCode: number;
  }[];
  readonly rewrites: readonly { readonly source: string; readonly destination: string }[];
}

/** Sources are paths with groups, named ones among them: `/a/:id(\d+)`. */
function sourceOf(source: string): RegExp {
  return new RegExp(`^${source.replace(/:\w+(?=\()/g, '')}$`);
}

/** A later header of one name holds; redirects, then files, then rewrites. */
export function vercel(folder: string): StaticHostStandIn {
  const settings = JSON.parse(
    readFileSync(path.join(folder, 'vercel.json'), 'utf8'),
  ) as VercelSettings;
  if (!settings.cleanUrls || settings.trailingSlash)
    throw new Error('Pages would have two addresses');
  const headers: Headers = (address) =>
    new Map(
      settings.headers
        .filter(({ source }) => sourceOf(source).test(address))
        .flatMap(({ headers: own }) =>
          own.map(({ key, value }): [string, string] => [key.toLowerCase(), value]),
        ),
    );
  return (address) => {
    const rule = settings.redirects.find(({ source }) => sourceOf(source).test(address));
    if (rule !== undefined) return moved(rule.statusCode, rule.destination);
    const better = tidied(folder, address);
    if (better !== null) return moved(308, better);
    const file = fileOf(folder, address);
    if (file !== null && file !== '/vercel.json') return sent(headers, address, file);
    const rewrite = settings.rewrites.find(({ source }) => sourceOf(source).test(address));
    const shell = rewrite === undefined ? null : fileOf(folder, rewrite.destination);
    return shell === null ? lost(headers, address) : sent(headers, address, shell);
  };
}
