import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Holder {
  readonly pid: number;
  /** When it started, in ticks: the number of an ended process may belong to another one by now. */
  readonly ticks: string;
}

export interface BuildLock {
  /** Names a process that must not outlive this build. */
  adopt(pid: number): Promise<void>;
  release(): Promise<void>;
}

const pollMs = 100;

/** Folders in which sites are made before they are swapped in. */
export const draftNames = { incremental: 'site-draft', full: 'site-draft-full' } as const;

async function identify(pid: number): Promise<Holder | null> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null;
  }
  const facts = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in brackets may hold spaces: what follows it is counted.
  return { pid, ticks: facts.slice(facts.lastIndexOf(')') + 2).split(' ')[19] ?? '' };
}

async function isAlive(holder: Holder): Promise<boolean> {
  return (await identify(holder.pid))?.ticks === holder.ticks;
}

async function readHolders(file: string): Promise<readonly Holder[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as readonly Holder[];
  } catch {
    return [];
  }
}

async function writeWhole(file: string, text: string): Promise<string> {
  const part = `${file}.${randomUUID()}`;
  try {
    await writeFile(part, text);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return part;
}

async function tryTake(file: string, self: Holder): Promise<boolean> {
  const part = await writeWhole(file, JSON.stringify([self]));
  try {
    await link(part, file);
    return true;
  } catch {
    return false;
  } finally {
    await rm(part, { force: true });
  }
}

/** Takes the lock of a dead holder away from everybody at once, and ends what it left running. */
async function breakStale(file: string): Promise<void> {
  const [seen] = await readHolders(file);
  if (seen && (await isAlive(seen))) return;
  const stale = `${file}.${randomUUID()}`;
  try {
    await rename(file, stale);
  } catch {
    return;
  }
  const [holder, ...adopted] = await readHolders(stale);
  // Someone was quicker, and this is the lock of the new holder.
  if (holder && (await isAlive(holder))) return rename(stale, file);
  for (const child of adopted) if (await isAlive(child)) process.kill(child.pid, 'SIGKILL');
  await rm(stale, { force: true });
}

/** Waits for a build that runs. `outFolder` is put back where a swap was interrupted. */
export async function takeBuildLock(
  dataFolder: string,
  outFolder: string,
  signal?: AbortSignal,
): Promise<BuildLock> {
  await mkdir(dataFolder, { recursive: true });
  const file = path.join(dataFolder, 'building.json');
  const self = await identify(process.pid);
  if (self === null) throw new Error('This process does not exist.');
  while (!(await tryTake(file, self))) {
    signal?.throwIfAborted();
    await breakStale(file);
    await sleep(pollMs);
  }
  await clearUp(dataFolder, outFolder);
  return {
    async adopt(pid) {
      const child = await identify(pid);
      if (child) await rename(await writeWhole(file, JSON.stringify([self, child])), file);
    },
    release: () => rm(file, { force: true }),
  };
}

/** Whoever holds the lock knows that no draft is in use and no swap is under way. */
async function clearUp(dataFolder: string, outFolder: string): Promise<void> {
  if (!existsSync(outFolder) && existsSync(`${outFolder}.old`)) {
    await rename(`${outFolder}.old`, outFolder);
  }
  for (const name of await readdir(dataFolder)) {
    if (name.startsWith(draftNames.incremental))
      await rm(path.join(dataFolder, name), { recursive: true, force: true });
  }
}
