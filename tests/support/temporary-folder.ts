import { mkdtemp, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const memory = '/dev/shm';
const roomNeeded = 8 * 2 ** 30;

/** In memory where there is plenty: a database has a thousand files, and each test makes its own. */
export async function makeTemporaryFolder(): Promise<string> {
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  const place = room > roomNeeded && os.freemem() > roomNeeded ? memory : os.tmpdir();
  return mkdtemp(path.join(place, 'keywright-test-'));
}
