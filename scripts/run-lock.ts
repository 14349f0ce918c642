import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export class AlreadyRunning extends Error {}

export interface Run {
  readonly pid: number;
  readonly command: string;
  readonly apiUrl: string;
  /** The terminal's or npm's process: once it is gone, nobody can stop this run by hand. */
  readonly startedBy: number;
}

function lockFile(dataFolder: string): string {
  return path.join(dataFolder, 'running.json');
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The number of an ended run may belong to another program by now. */
async function isKeywright(run: Run): Promise<boolean> {
  if (!isAlive(run.pid)) return false;
  if (!existsSync('/proc/self/cmdline')) return true;
  const commandLine = await readFile(`/proc/${run.pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.includes(`${path.sep}${run.command}.ts`);
}

export async function findRun(dataFolder: string): Promise<Run | null> {
  try {
    const run = JSON.parse(await readFile(lockFile(dataFolder), 'utf8')) as Run;
    return (await isKeywright(run)) ? run : null;
  } catch {
    return null;
  }
}

export async function takeLock(
  dataFolder: string,
  command: string,
  apiUrl: string,
): Promise<() => Promise<void>> {
  const running = await findRun(dataFolder);
  if (running) await endAbandoned(running);
  await mkdir(dataFolder, { recursive: true });
  const startedBy = Number(process.env['KEYWRIGHT_STARTED_BY'] ?? process.ppid);
  const run: Run = { pid: process.pid, command, apiUrl, startedBy };
  await writeFile(lockFile(dataFolder), JSON.stringify(run));
  return () => rm(lockFile(dataFolder), { force: true });
}

async function endAbandoned(run: Run): Promise<void> {
  if (isAlive(run.startedBy)) {
    throw new AlreadyRunning(
      `Keywright already runs on this data folder (process ${run.pid}). Stop it first, or set KEYWRIGHT_DATA and the ports for a second shop.`,
    );
  }
  process.kill(run.pid, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 100) {
    if (!(await isKeywright(run))) return;
    await sleep(100);
  }
  throw new AlreadyRunning(`Process ${run.pid} of an earlier run does not stop.`);
}
