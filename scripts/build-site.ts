/**
 * The only place that runs Astro's build.
 * Invariant: the site that is being served is replaced by a whole new one in one rename, or not at all.
 */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { siteEnvironment, type Settings } from './settings.ts';

export interface BuildOptions {
  readonly outFolder: string;
  /** Forgets every cache first, to prove that an incremental build gives the same bytes. */
  readonly isFull?: boolean;
}

const sources = ['src', 'public', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];

export async function buildSite(settings: Settings, options: BuildOptions): Promise<void> {
  const draft = path.join(settings.dataFolder, `site-${randomUUID().slice(0, 8)}`);
  const cache = path.join(settings.dataFolder, 'astro');
  if (options.isFull) await rm(cache, { recursive: true, force: true });
  await mkdir(cache, { recursive: true });
  const stamp = await stampOf(settings);
  try {
    await runAstro(settings, { KEYWRIGHT_OUT: draft, KEYWRIGHT_CACHE: cache });
    await swapIn(draft, options.outFolder);
    await writeFile(stampFile(settings), stamp);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** True when the site on the disk was built from these very sources and for this backend. */
export async function isSiteCurrent(settings: Settings): Promise<boolean> {
  if (!existsSync(path.join(settings.siteFolder, 'builds/latest.json'))) return false;
  const built = await readFile(stampFile(settings), 'utf8').catch(() => '');
  return built === (await stampOf(settings));
}

function stampFile(settings: Settings): string {
  return path.join(settings.dataFolder, 'site-stamp');
}

async function stampOf(settings: Settings): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(siteEnvironment(settings)));
  for (const source of sources) {
    for (const file of await filesBelow(path.join(settings.projectFolder, source))) {
      hash.update(path.relative(settings.projectFolder, file)).update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

async function filesBelow(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => null);
  if (!entries) return existsSync(place) ? [place] : [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

async function runAstro(settings: Settings, places: Record<string, string>): Promise<void> {
  const astro = path.join(settings.projectFolder, 'node_modules/astro/bin/astro.mjs');
  const child = spawn(process.execPath, [astro, 'build'], {
    cwd: settings.projectFolder,
    env: { ...process.env, ...siteEnvironment(settings), ...places, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  const code = await new Promise((resolve) => child.once('close', resolve));
  await writeFile(path.join(settings.dataFolder, 'build.log'), output);
  if (code !== 0) throw new Error(`The site could not be built.\n${output.slice(-6000)}`);
}

async function swapIn(draft: string, outFolder: string): Promise<void> {
  const old = `${outFolder}.old`;
  await rm(old, { recursive: true, force: true });
  await mkdir(path.dirname(outFolder), { recursive: true });
  if (existsSync(outFolder)) await rename(outFolder, old);
  await rename(draft, outFolder);
  await rm(old, { recursive: true, force: true });
}
