/** The only place where tests get the page of all primitives, built with the shop's own styles. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startSiteServer } from '../../scripts/site-server/site-server.ts';

const execute = promisify(execFile);
const projectFolder = path.resolve(import.meta.dirname, '../..');

export async function startPrimitivesSite() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keywright-primitives-'));
  const outFolder = path.join(folder, 'dist');
  const astro = path.join(projectFolder, 'node_modules/astro/bin/astro.mjs');
  await execute(process.execPath, [astro, 'build', '--root', 'tests/primitives'], {
    cwd: projectFolder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      PRIMITIVES_OUT: outFolder,
      PRIMITIVES_CACHE: path.join(folder, 'cache'),
    },
  });
  const server = await startSiteServer({ folder: outFolder, port: 0 });
  return {
    url: server.url,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
