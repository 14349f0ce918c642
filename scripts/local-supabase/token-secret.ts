/** Whoever has it can be anybody: it is made on this machine, never shipped with the program. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

export const tokenSecretFile = 'token-secret';

/** The secret of a data folder, which makes one when it has none. Without the file all sign in again. */
export async function readTokenSecret(dataFolder: string): Promise<string> {
  const file = path.join(dataFolder, tokenSecretFile);
  const kept = await readKept(file);
  if (kept !== null) return kept;
  await mkdir(dataFolder, { recursive: true });
  // A link never finds half a secret and never replaces one that another start has made meanwhile.
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}

async function readKept(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
