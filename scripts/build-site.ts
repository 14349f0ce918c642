/**
 * The only place that runs Astro's build.
 * Invariant: the site that is being served is replaced by a whole new one in one rename, or not at all.
 */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import facts from '../package.json' with { type: 'json' };
import { errorFromBuildLog, reportBuildError } from '../src/errors/build-errors.ts';
import { siteEnvironment, type Settings } from './settings.ts';

export class BuildStopped extends Error {}

export interface BuildOptions {
  readonly outFolder: string;
  /** Forgets every cache first, to prove that an incremental build gives the same bytes. */
  readonly isFull?: boolean;
  /** `preview` draws every picture in fewer pixels, for a first look soon. */
  readonly pictures?: SitePictures;
  readonly signal?: AbortSignal;
}

type SitePictures = 'full' | 'preview';

const sources = ['src', 'public', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];

export async function buildSite(settings: Settings, options: BuildOptions): Promise<void> {
  const draft = path.join(settings.dataFolder, `site-${randomUUID().slice(0, 8)}`);
  const cache = path.join(settings.dataFolder, 'astro');
  if (options.isFull) await rm(cache, { recursive: true, force: true });
  await mkdir(cache, { recursive: true });
  const stamp = await stampOf(settings);
  try {
    const pictures = options.pictures ?? 'full';
    const quality = pictures === 'full' ? {} : { KEYWRIGHT_PICTURE_QUALITY: pictures };
    const places = { KEYWRIGHT_OUT: draft, KEYWRIGHT_CACHE: cache, ...quality };
    await runAstro(settings, places, options.signal);
    await swapIn(draft, options.outFolder);
    await writeFile(stampFile(settings), `${stamp} ${pictures}`);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

export interface BuiltSite {
  /** Built from these very sources and for this backend. */
  readonly isCurrent: boolean;
  readonly pictures: SitePictures | null;
}

export async function findBuiltSite(settings: Settings): Promise<BuiltSite> {
  const [stamp, quality] = (await readFile(stampFile(settings), 'utf8').catch(() => '')).split(' ');
  const pictures = quality === 'full' || quality === 'preview' ? quality : null;
  const isThere = existsSync(path.join(settings.siteFolder, 'builds/latest.json'));
  return { isCurrent: isThere && stamp === (await stampOf(settings)), pictures };
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

async function runAstro(
  settings: Settings,
  places: Record<string, string>,
  signal?: AbortSignal,
): Promise<void> {
  const astro = path.join(settings.projectFolder, 'node_modules/astro/bin/astro.mjs');
  const buildId = process.env['KEYWRIGHT_BUILD_ID'] || randomUUID();
  const build = { KEYWRIGHT_BUILD_ID: buildId, NODE_ENV: 'production' };
  const child = spawn(process.execPath, [astro, 'build'], {
    cwd: settings.projectFolder,
    env: { ...process.env, ...siteEnvironment(settings), ...places, ...build },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal ? { signal } : {}),
  });
  child.on('error', () => {});
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  const code = await new Promise((resolve) => child.once('close', resolve));
  await writeFile(path.join(settings.dataFolder, 'build.log'), output);
  if (signal?.aborted) throw new BuildStopped('Stopped while the site was being built.');
  if (code === 0) return;
  await reportBuildError(errorFromBuildLog(output), {
    dsn: process.env['PUBLIC_SENTRY_DSN'] ?? '',
    release: `keywright@${facts.version}`,
    buildId,
  });
  throw new Error(`The site could not be built.\n${output.slice(-6000)}`);
}

async function swapIn(draft: string, outFolder: string): Promise<void> {
  const old = `${outFolder}.old`;
  await rm(old, { recursive: true, force: true });
  await mkdir(path.dirname(outFolder), { recursive: true });
  if (existsSync(outFolder)) await rename(outFolder, old);
  await rename(draft, outFolder);
  await rm(old, { recursive: true, force: true });
}
