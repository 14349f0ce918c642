import { mkdtemp, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const memory = '/dev/shm';
const roomNeeded = 8 * 2 ** 30;

export const makeTemporaryFolder = (): Promise<string> => makeFolderIn(os.tmpdir());

/** In memory where there is plenty: a database has a thousand files, and each test makes its own. */
export async function makeDatabaseFolder(): Promise<string> {
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return makeFolderIn(Math.min(room, os.freemem()) > roomNeeded ? memory : os.tmpdir());
}

const makeFolderIn = (place: string): Promise<string> =>
  mkdtemp(path.join(place, 'keywright-test-'));
