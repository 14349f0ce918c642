/**
 * Invariant: the site that is being served is replaced by a whole new one in one rename, or not at
 * all.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import facts from '../package.json' with { type: 'json' };
import { errorFromBuildLog, reportBuildError } from '../src/telemetry/errors/build-errors.ts';
import { forgetStep, keepSpare } from '../src/build/kept-renderer/spare-site.ts';
import { writeWholeFile } from '../src/content/whole-file.ts';
import { findBuildCache, stampOf } from './build-cache.ts';
import { draftNames, takeBuildLock, type BuildLock } from './build-lock.ts';
import { findDifferences } from './compare-sites.ts';
import { deliverSite } from './deliver-site.ts';
import { keepFormerFiles, sweepFormerFiles } from './former-files.ts';
import { joinLanguage } from './join-language.ts';
import { publishedLanguages } from './published-languages.ts';
import { siteEnvironment, type Settings } from './settings.ts';
import type { Language } from '../src/languages/languages.ts';

export class BuildStopped extends Error {}
export class BuildNotRepeatable extends Error {}

export interface BuildOptions {
  readonly outFolder: string;
  /** Builds once more without any cache, to prove that the incremental build gives the same bytes. */
  readonly isFull?: boolean;
  /** `preview` draws every picture in fewer pixels, for a first look soon. */
  readonly pictures?: SitePictures;
  readonly signal?: AbortSignal;
  /** Given by whoever asked; otherwise the build names itself. */
  readonly buildId?: string;
  /** The moment that pages are written for; now, when not given. */
  readonly at?: string;
  readonly onOutput?: (text: string) => void;
}

type SitePictures = 'full' | 'preview';

/** Everything that one run of Astro is told. */
interface Run {
  readonly settings: Settings;
  readonly options: BuildOptions;
  readonly lock: BuildLock;
  /** Null for the first. */
  readonly language: Language | null;
  readonly cache: string;
  readonly draft: string;
  /** The site that the draft takes the place of. */
  readonly live: string;
  readonly stamp: string;
  readonly environment: Readonly<Record<string, string>>;
}

export async function buildSite(settings: Settings, options: BuildOptions): Promise<void> {
  const { dataFolder } = settings;
  const languages = await publishedLanguages(settings);
  const lock = await takeBuildLock(dataFolder, options.outFolder, options.signal);
  const shared = {
    settings,
    options,
    lock,
    stamp: [stampOf(settings), ...languages.map(({ code }) => code)].join(' '),
    environment: {
      ...describeBuild(options),
      KEYWRIGHT_LANGUAGES: languages.map(({ code }) => code).join(),
    },
  };
  const first: Run = {
    ...shared,
    language: null,
    cache: path.join(dataFolder, 'astro'),
    // Always the same folder: its name is written into what Astro compares its pages' sources by.
    draft: path.join(dataFolder, draftNames.incremental),
    live: options.outFolder,
  };
  const further = languages.map((language): Run => ({
    ...shared,
    environment: { ...shared.environment, KEYWRIGHT_LANGUAGE: language.code },
    language,
    cache: path.join(dataFolder, `astro-${language.code}`),
    draft: path.join(dataFolder, `${draftNames.incremental}-${language.code}`),
    live: path.join(dataFolder, `site-${language.code}`),
  }));
  const built: Run[] = [];
  try {
    for (const run of [first, ...further]) {
      if (!(await isBuilt(run))) continue;
      built.push(run);
      if (options.isFull) await proveEqual(run);
    }
    for (const run of further) {
      const site = built.includes(run) ? run.draft : run.live;
      if (run.language !== null && existsSync(site)) joinLanguage(site, first.draft, run.language);
    }
    await keepFormerFiles(options.outFolder, first.draft);
    for (const { draft, live } of built.toReversed()) await swapIn(draft, live);
    for (const run of built) await keepForNext(run);
    await deliverSite(settings, options.outFolder, options);
  } finally {
    for (const { draft } of [first, ...further]) await rm(draft, { recursive: true, force: true });
    await lock.release();
  }
}

/** A further language that can't be built keeps its last pages, and the others go out. */
async function isBuilt(run: Run): Promise<boolean> {
  try {
    await runCached(run);
    return true;
  } catch (error) {
    if (run.language === null || error instanceof BuildStopped) throw error;
    run.options.onOutput?.(
      `${run.language.name} could not be built, and its pages stay as they are: ${String(error)}\n`,
    );
    return false;
  }
}

/** Of the code that builds; empty where it did not come with its history. */
function readRevision(): string {
  const asked = ['rev-parse', '--short=12', 'HEAD'];
  const { status, stdout } = spawnSync('git', asked, {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : '';
}

/** The same for all runs of one build, so that they can be compared. */
function describeBuild({ pictures = 'full', buildId, at }: BuildOptions): Record<string, string> {
  return {
    ...(pictures === 'full' ? {} : { KEYWRIGHT_PICTURE_QUALITY: pictures }),
    KEYWRIGHT_BUILD_ID: buildId || process.env['KEYWRIGHT_BUILD_ID'] || randomUUID(),
    KEYWRIGHT_BUILD_TIME: at ?? new Date().toISOString(),
    KEYWRIGHT_REVISION: process.env['KEYWRIGHT_REVISION'] ?? readRevision(),
    NODE_ENV: 'production',
  };
}

/**
 * Renders what changed with what the last build compiled, and builds the whole where that can't be done.
 * The quality of pictures is part of every page's links, and so of what may be used again.
 */
async function runCached(run: Run): Promise<void> {
  const quality =
    run.environment['KEYWRIGHT_PICTURE_QUALITY'] ?? process.env['KEYWRIGHT_PICTURE_QUALITY'];
  const cache = await findBuildCache(run.cache, `${run.stamp} ${quality ?? 'full'}`);
  forgetStep(run.cache);
  if (cache.isWhole && (await publishChanges(run))) return;
  await cache.open();
  await runAstro(run);
  await cache.close();
}

async function proveEqual(incremental: Run): Promise<void> {
  const { dataFolder } = incremental.settings;
  const full: Run = {
    ...incremental,
    cache: path.join(dataFolder, 'astro-full'),
    draft: path.join(dataFolder, draftNames.full),
  };
  await rm(full.cache, { recursive: true, force: true });
  try {
    await runCached(full);
  } finally {
    await rm(full.cache, { recursive: true, force: true });
  }
  const differences = await findDifferences(incremental.draft, full.draft);
  await rm(full.draft, { recursive: true, force: true });
  if (differences.length === 0) return;
  await rm(incremental.cache, { recursive: true, force: true });
  throw new BuildNotRepeatable(
    `An incremental build gives another site than a full one. The cache is emptied; what differs: ${differences.slice(0, 20).join('; ')}`,
  );
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
  return { isCurrent: isThere && stamp === stampOf(settings), pictures };
}

function stampFile(settings: Settings): string {
  return path.join(settings.dataFolder, 'site-stamp');
}

interface Ending {
  readonly code: unknown;
  readonly output: string;
}

/** One program at a time works for a build, and none outlives it. */
async function runProgram(
  { settings, options, lock, cache, draft, environment }: Run,
  args: readonly string[],
): Promise<Ending> {
  const places = {
    KEYWRIGHT_OUT: draft,
    KEYWRIGHT_CACHE: cache,
    // The compiled pages are a good megabyte of code that stays the same from one change to the next.
    NODE_COMPILE_CACHE: path.join(cache, 'compiled'),
  };
  const child = spawn(process.execPath, args, {
    cwd: settings.projectFolder,
    env: { ...process.env, ...siteEnvironment(settings), ...places, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.signal ? { signal: options.signal } : {}),
  });
  child.on('error', () => {});
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
      options.onOutput?.(String(chunk));
    });
  }
  const closed = new Promise((resolve) => child.once('close', resolve));
  try {
    if (child.pid !== undefined) await lock.adopt(child.pid);
  } catch (error) {
    child.kill('SIGKILL');
    await closed;
    throw error;
  }
  const code = await closed;
  await writeFile(path.join(settings.dataFolder, 'build.log'), output).catch(() => undefined);
  if (options.signal?.aborted) throw new BuildStopped('Stopped while the site was being built.');
  return { code, output };
}

/** Any doubt ends it, and the whole is built. */
async function publishChanges(run: Run): Promise<boolean> {
  const program = path.join(import.meta.dirname, 'build-changes.ts');
  // It reads and joins all rows at once: small steps of clearing memory up would be a sixth of its time.
  const { code } = await runProgram(run, [
    '--min-semi-space-size=64',
    '--max-semi-space-size=128',
    '--no-warnings',
    program,
    path.resolve(run.live),
  ]);
  if (code === 0) return true;
  await rm(run.draft, { recursive: true, force: true });
  return false;
}

async function runAstro(run: Run): Promise<void> {
  const astro = path.join(run.settings.projectFolder, 'node_modules/astro/bin/astro.mjs');
  const { code, output } = await runProgram(run, [astro, 'build']);
  if (code === 0) return;
  await reportBuildError(errorFromBuildLog(output), {
    dsn: process.env['PUBLIC_SENTRY_DSN'] ?? '',
    release: `keywright@${facts.version}`,
    buildId: run.environment['KEYWRIGHT_BUILD_ID'] ?? '',
  });
  throw new Error(`The site could not be built.\n${output.slice(-6000)}`);
}

/** The site is live: whatever stands in the way here costs the next build time, and nothing else. */
async function keepForNext({ settings, options, cache, live }: Run): Promise<void> {
  const { onOutput, pictures = 'full' } = options;
  try {
    writeWholeFile(stampFile(settings), `${stampOf(settings)} ${pictures}`);
    await sweepFormerFiles(live);
    keepSpare(cache, live, `${live}.old`);
  } catch (error) {
    onOutput?.(`The next build makes its own folders: ${String(error)}\n`);
  }
}

async function swapIn(draft: string, outFolder: string): Promise<void> {
  const old = `${outFolder}.old`;
  await rm(old, { recursive: true, force: true });
  await mkdir(path.dirname(outFolder), { recursive: true });
  if (existsSync(outFolder)) await rename(outFolder, old);
  try {
    await rename(draft, outFolder);
  } catch (error) {
    if (existsSync(old)) await rename(old, outFolder);
    throw error;
  }
}
