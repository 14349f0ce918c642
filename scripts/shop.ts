import { mkdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { ArchiveRefused } from './archive/archive-key.ts';
import { StorageRefused } from './archive/stored-files.ts';
import { finishRestore } from './archive/swap-shops.ts';
import { NotThere } from './going-live/live-project.ts';
import { BuildNotRepeatable, BuildStopped } from './build-site.ts';
import {
  startLocalSupabase,
  type LocalSupabase,
  type LocalSupabaseOptions,
} from './local-supabase/backend.ts';
import { assertPortsFree, PortTaken } from './local-supabase/ports.ts';
import { DatabaseUnusable, stopOrphan, type Cluster } from './local-supabase/postgres.ts';
import { MigrationFailed } from './local-supabase/sql-files.ts';
import { startUpgraded } from './local-supabase/upgrade.ts';
import { makeGerman } from './demo/german.ts';
import { makeLife } from './demo/life.ts';
import { makePhotos } from './demo/photos.ts';
import { makeSounds } from './demo/sounds.ts';
import { explain, say, step } from './progress.ts';
import { AlreadyRunning, findRun, isAlive, takeLock } from './run-lock.ts';
import { embeddedKeys, readSettings, SettingWrong, type Settings } from './settings.ts';

export class DiskFull extends Error {}

const neededBytes = 300_000_000;
const mendable = [
  AlreadyRunning,
  ArchiveRefused,
  BuildNotRepeatable,
  BuildStopped,
  DatabaseUnusable,
  DiskFull,
  MigrationFailed,
  NotThere,
  PortTaken,
  SettingWrong,
  StorageRefused,
] as const;

export interface RunningBackend {
  stop(): Promise<void>;
}

/** What the backend tells the command that runs it. */
type BackendHooks = Pick<LocalSupabaseOptions, 'onPublish'>;

export async function startBackend(
  settings: Settings,
  command: string,
  ports: Readonly<Record<string, number>>,
  hooks: BackendHooks = {},
): Promise<RunningBackend> {
  await assertSpace(settings.dataFolder);
  const releaseLock = await takeLock(settings.dataFolder, command, settings.apiUrl);
  const started: { cluster?: Cluster; backend?: LocalSupabase } = {};
  const stop = async () => {
    await started.backend?.stop();
    await started.cluster?.stop();
    await releaseLock();
  };
  try {
    await boot(settings, ports, started, hooks);
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function boot(
  settings: Settings,
  ports: Readonly<Record<string, number>>,
  started: { cluster?: Cluster; backend?: LocalSupabase },
  hooks: BackendHooks,
): Promise<void> {
  const folder = path.join(settings.dataFolder, 'pg');
  const former = await finishRestore(settings.dataFolder);
  if (former) say(`The shop was restored. The one that was there before is kept in ${former}.`);
  await stopOrphan(folder, say);
  await assertPortsFree(ports);
  const { projectFolder } = settings;
  const clusterOptions = { folder, port: settings.databasePort, projectFolder, log: say };
  const cluster = await step('Start the database', () => startUpgraded(clusterOptions));
  started.cluster = cluster;
  started.backend = await step('Start the backend', (note) =>
    startLocalSupabase({
      projectFolder,
      dataFolder: settings.dataFolder,
      databaseUrl: cluster.url('postgres'),
      apiPort: settings.apiPort,
      functionsPort: settings.functionsPort,
      siteUrl: settings.siteUrl,
      ...embeddedKeys,
      demo: settings.demo,
      fillings: {
        ...(settings.demo
          ? {
              german: () => makeGerman(cluster.url('postgres')),
              sounds: () => makeSounds(cluster.url('postgres'), settings.dataFolder),
              photos: () => makePhotos(cluster.url('postgres'), settings.dataFolder),
            }
          : {}),
        ...(settings.life ? { life: () => makeLife(cluster.url('postgres'), note) } : {}),
      },
      runsJobs: true,
      ...hooks,
      log: say,
    }),
  );
}

/** Uses the shop that runs on this data folder, or boots its backend for as long as `work` takes. */
export async function withBackend(
  settings: Settings,
  command: string,
  work: (apiUrl: string) => Promise<void>,
): Promise<void> {
  if (settings.hosted) return work(settings.hosted.url);
  const running = await findRun(settings.dataFolder);
  if (running) return work(running.apiUrl);
  const backend = await startBackend(settings, command, backendPorts(settings));
  try {
    await work(settings.apiUrl);
  } finally {
    await backend.stop();
  }
}

export function backendPorts(settings: Settings): Record<string, number> {
  return {
    API_PORT: settings.apiPort,
    DB_PORT: settings.databasePort,
    FUNCTIONS_PORT: settings.functionsPort,
  };
}

export async function runCommand(work: (settings: Settings) => Promise<void>): Promise<void> {
  await runSafely(async () => work(readSettings()));
}

/** Runs a command's work; what a person can mend is said in one sentence, and the exit code is 1. */
export async function runSafely(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${explain(error, mendable)}\n`);
    process.exitCode = 1;
  }
}

/** Resolves once, when someone asks the command to end or the terminal that started it is gone. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => resolve());
    }
    const launcher = process.ppid;
    // npm ends at a SIGTERM without passing it on.
    const npm = process.env['npm_lifecycle_event'] && Number(process.env['KEYWRIGHT_STARTED_BY']);
    setInterval(() => {
      if (process.ppid !== launcher || (npm && !isAlive(npm))) resolve();
    }, 500).unref();
  });
}

async function assertSpace(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  const { bavail, bsize } = await statfs(dataFolder);
  const freeBytes = bavail * bsize;
  if (freeBytes >= neededBytes) return;
  throw new DiskFull(
    `The disk is full: ${dataFolder} needs at least 300 MB and has ${Math.round(freeBytes / 1_000_000)} MB.`,
  );
}
