import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeWholeFile } from '../src/content/whole-file.ts';
import { siteEnvironment, type Settings } from './settings.ts';

const sources = [
  'src',
  'public',
  'scripts/build-changes.ts',
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
];

/** Names the sources and the settings that a site is made from. */
export function stampOf(settings: Settings): string {
  const hash = createHash('sha256').update(JSON.stringify(siteEnvironment(settings)));
  // Waiting for a thousand small files one by one takes longer than a change takes to publish.
  for (const source of sources) {
    for (const file of filesBelow(path.join(settings.projectFolder, source))) {
      hash.update(path.relative(settings.projectFolder, file)).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

function filesBelow(place: string): string[] {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

export interface BuildCache {
  /** Whether a whole build of the same sources left it, so that there is something to build upon. */
  readonly isWhole: boolean;
  /** From now on it counts as half-written, until it is closed. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Empties the cache unless a whole build of the same sources left it. */
export async function findBuildCache(folder: string, stamp: string): Promise<BuildCache> {
  const label = path.join(folder, 'made-from');
  const isWhole = (await readFile(label, 'utf8').catch(() => '')) === stamp;
  if (!isWhole) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return {
    isWhole,
    open: () => rm(label, { force: true }),
    close: async () => writeWholeFile(label, stamp),
  };
}
