/**
 * The only place that lowers our rights: Postgres refuses to run as root.
 * Invariant: as an ordinary user nothing changes; as root the program runs as an account that owns
 * nothing else, and can still reach its own files below folders that only root may enter.
 */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
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
  const capabilities = '+dac_override,+dac_read_search';
  const setpriv = [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    `--inh-caps=${capabilities}`,
    `--ambient-caps=${capabilities}`,
    program,
  ];
  return { owner, spawn: (args) => spawn('setpriv', [...setpriv, ...args], options) };
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
