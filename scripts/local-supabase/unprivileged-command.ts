/**
 * Invariant: as an ordinary user nothing changes; as root the program runs as an account that owns
 * nothing else, and can still reach its own files below folders that only root may enter.
 */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, readFile, rename, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface UnprivilegedCommand {
  /** Who must own what the program writes; undefined when it runs as ourselves. */
  readonly owner: Account | undefined;
  spawn(args: readonly string[]): ChildProcess;
}

export async function unprivilegedCommand(
  program: string,
  files: readonly string[],
): Promise<UnprivilegedCommand> {
  const env = { ...process.env, LC_ALL: 'C' };
  // Kept out of the terminal's group, so that Ctrl-C reaches us alone and we stop it in order.
  const options: SpawnOptions = { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true };
  if (process.getuid?.() !== 0) {
    return { owner: undefined, spawn: (args) => spawn(program, args, options) };
  }
  const owner = await unprivilegedAccount();
  const reachable = (await Promise.all([program, ...files].map(othersMayReach))).every(Boolean);
  if (reachable) return { owner, spawn: (args) => spawn(program, args, { ...options, ...owner }) };
  const reachableProgram = (await othersMayReach(program)) ? program : await reachableCopy(program);
  const capabilities = '+dac_override,+dac_read_search';
  const setpriv = [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    `--inh-caps=${capabilities}`,
    `--ambient-caps=${capabilities}`,
    reachableProgram,
  ];
  return { owner, spawn: (args) => spawn('setpriv', [...setpriv, ...args], options) };
}

/**
 * Rights to enter any folder don't help initdb: it looks for its neighbours with `access()`, which
 * ignores them. So the programs get a place that anyone may enter, once for each version.
 */
async function reachableCopy(program: string): Promise<string> {
  const source = path.resolve(path.dirname(program), '..');
  const { mtimeMs, size } = await stat(program);
  const version = createHash('sha256').update(`${source} ${mtimeMs} ${size}`).digest('hex');
  const copy = path.join(os.tmpdir(), `keywright-postgres-${version.slice(0, 16)}`);
  const owner = (await stat(copy).catch(() => null))?.uid;
  if (owner === undefined) {
    const draft = `${copy}.${process.pid}`;
    await cp(source, draft, { recursive: true, verbatimSymlinks: true });
    await chmod(draft, 0o755);
    // Another start may have been quicker: then its copy is as good.
    await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  } else if (owner !== 0) {
    throw new Error(`${copy} belongs to somebody else.`);
  }
  return path.join(copy, 'bin', path.basename(program));
}

async function unprivilegedAccount(): Promise<Account> {
  const accounts = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody']
    .map((name) => accounts.find((account) => account[0] === name))
    .find((account) => account !== undefined);
  return { uid: Number(found?.[2] ?? 65_534), gid: Number(found?.[3] ?? 65_534) };
}

async function othersMayReach(file: string): Promise<boolean> {
  for (let folder = path.dirname(path.resolve(file)); ; folder = path.dirname(folder)) {
    const mode = (await stat(folder).catch(() => null))?.mode ?? 0o001;
    if ((mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}
