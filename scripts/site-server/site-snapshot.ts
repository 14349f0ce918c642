/**
 * Invariant: a request is answered from one whole build, and only files that are listed in it can be
 * named, whatever the address says.
 */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listFormerFiles } from '../former-files.ts';
import { parseHeaders, parseRedirects, type HeaderRule, type RedirectRule } from './host-rules.ts';

export interface SiteSnapshot {
  readonly identity: string;
  readonly folder: string;
  /** Addresses, each with the file that answers it; hashed files of former builds lie elsewhere. */
  readonly files: ReadonlyMap<string, string>;
  /** The view of what is not found, by the first part of the addresses below which it stands. */
  readonly lostViews: ReadonlyMap<string, string>;
  readonly headers: readonly HeaderRule[];
  readonly redirects: readonly RedirectRule[];
}

/** What no address names; each language has its own view of what is not found. */
const unlisted = /^(?:_headers|_redirects|500\.html|(?:[a-z]{2}\/)?404\.html)$/;

/** @example addressOf('cart/confirm.html') // '/cart/confirm' */
function addressOf(file: string): string {
  if (file === 'index.html') return '/';
  return `/${file.replace(/\.html$/, '')}`;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'));
}

async function takeSnapshot(place: string, identity: string): Promise<SiteSnapshot> {
  // The link may point elsewhere before the last file is read: its target does not move.
  const folder = await realpath(place);
  const files = await listFiles(folder);
  const textOf = (name: string) => readFile(path.join(folder, name), 'utf8').catch(() => '');
  return {
    identity,
    folder,
    files: new Map([
      ...(await listFormerFiles(place)),
      ...files
        .filter((file) => !unlisted.test(file))
        .map((file) => [addressOf(file), file] as const),
    ]),
    lostViews: new Map(
      files.filter((file) => file.endsWith('/404.html')).map((file) => [path.dirname(file), file]),
    ),
    headers: parseHeaders(await textOf('_headers')),
    redirects: parseRedirects(await textOf('_redirects')),
  };
}

async function identify(place: string): Promise<string | null> {
  try {
    const { ino, mtimeMs, size } = await stat(path.join(place, 'builds/latest.json'));
    return `${ino} ${mtimeMs} ${size}`;
  } catch {
    return null;
  }
}

export interface SiteFolder {
  /** The build that is there now. */
  current(): Promise<SiteSnapshot>;
}

export function watchSiteFolder(place: string): SiteFolder {
  let latest: Promise<SiteSnapshot> | null = null;
  let seen: string | null = null;

  async function refresh(identity: string): Promise<SiteSnapshot> {
    const previous = latest;
    seen = identity;
    latest = takeSnapshot(place, identity);
    try {
      return await latest;
    } catch (error) {
      latest = previous;
      seen = null;
      throw error;
    }
  }

  return {
    async current() {
      const identity = await identify(place);
      if (identity !== null && identity !== seen) return refresh(identity);
      if (latest !== null) return latest;
      // A swap takes a moment in which the folder has no name.
      await wait(50);
      return refresh((await identify(place)) ?? 'without a build');
    },
  };
}
