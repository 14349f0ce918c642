/**
 * Hashed files that the live site no longer has, for tabs of an older build. Invariant: a file is here
 * before the site that lacks it is live, and for a week from then on.
 */
import { existsSync } from 'node:fs';
import { link, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

const hashedFolders = ['_astro', 'pictures'] as const;
const keptMs = 7 * 24 * 60 * 60_000;

const formerFolder = (site: string): string => `${site}.former`;

async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  if (!existsSync(folder)) return new Set();
  const items = await readdir(folder, { withFileTypes: true });
  return new Set(items.filter((item) => item.isFile()).map(({ name }) => name));
}

/** Whole files by their addresses. */
export async function listFormerFiles(site: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const folder of hashedFolders) {
    const place = path.join(formerFolder(site), folder);
    for (const name of await namesIn(place))
      files.set(`/${folder}/${name}`, path.join(place, name));
  }
  return files;
}

/** Before a site is swapped in: second names for what it lacks. */
export async function keepFormerFiles(site: string, next: string, now = new Date()): Promise<void> {
  for (const folder of hashedFolders) {
    const place = path.join(formerFolder(site), folder);
    const [live, coming, kept] = await Promise.all(
      [path.join(site, folder), path.join(next, folder), place].map(namesIn),
    );
    const leaving = (live ?? new Set()).difference(coming ?? new Set());
    if (leaving.size > 0) await mkdir(place, { recursive: true });
    for (const name of leaving) {
      const file = path.join(place, name);
      if (!kept?.has(name)) await link(path.join(site, folder, name), file);
      await utimes(file, now, now);
    }
  }
}

/** After the swap: whoever still lists them looks again and finds a newer site. */
export async function sweepFormerFiles(site: string, now = new Date()): Promise<void> {
  for (const file of (await listFormerFiles(site)).values()) {
    if (now.getTime() - (await stat(file)).mtimeMs > keptMs) await rm(file, { force: true });
  }
}
