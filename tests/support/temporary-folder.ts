import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export function makeTemporaryFolder(): Promise<string> {
  return mkdtemp(path.join(os.tmpdir(), 'keywright-test-'));
}
