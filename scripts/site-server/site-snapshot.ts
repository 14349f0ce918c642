/**
 * Invariant: a request is answered from one whole build, and only files that are listed in it can be
 * named, whatever the address says.
 */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseHeaders, parseRedirects, type HeaderRule, type RedirectRule } from './host-rules.ts';

export interface SiteSnapshot {
  readonly identity: string;
  readonly folder: string;
  /** Addresses, each with the file that answers it. */
  readonly files: ReadonlyMap<string, string>;
  /** Hashed files, kept so that tabs of an older build can still load theirs. */
  readonly assets: ReadonlyMap<string, Buffer>;
  readonly headers: readonly HeaderRule[];
  readonly redirects: readonly RedirectRule[];
}

const unlisted: ReadonlySet<string> = new Set(['_headers', '_redirects', '404.html', '500.html']);
const mostAssetBytes = 32_000_000;

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

async function readAssets(folder: string, files: readonly string[]): Promise<Map<string, Buffer>> {
  const assets = new Map<string, Buffer>();
  let total = 0;
  for (const file of files.filter((each) => each.startsWith('_astro/'))) {
    const bytes = await readFile(path.join(folder, file));
    total += bytes.length;
    if (total > mostAssetBytes) break;
    assets.set(`/${file}`, bytes);
  }
  return assets;
}

async function takeSnapshot(place: string, identity: string): Promise<SiteSnapshot> {
  // The link may point elsewhere before the last file is read: its target does not move.
  const folder = await realpath(place);
  const files = await listFiles(folder);
  const textOf = (name: string) => readFile(path.join(folder, name), 'utf8').catch(() => '');
  return {
    identity,
    folder,
    files: new Map(
      files.filter((file) => !unlisted.has(file)).map((file) => [addressOf(file), file]),
    ),
    assets: await readAssets(folder, files),
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
  /** A hashed file of the build before, if it had one of that name. */
  formerAsset(address: string): Buffer | null;
}

export function watchSiteFolder(place: string): SiteFolder {
  let former: SiteSnapshot | null = null;
  let latest: Promise<SiteSnapshot> | null = null;
  let seen: string | null = null;

  async function refresh(identity: string): Promise<SiteSnapshot> {
    const previous = latest;
    seen = identity;
    latest = takeSnapshot(place, identity);
    try {
      const taken = await latest;
      former = previous === null ? null : await previous;
      return taken;
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
    formerAsset: (address) => former?.assets.get(address) ?? null,
  };
}
