import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  // Without a policy of its own nothing of a page may run.
  const policy =
    "default-src 'self' data:; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'";
  await writeFile(path.join(outFolder, '_headers'), `/*\n  Content-Security-Policy: ${policy}\n`);
  const server = await startSiteServer({ folder: outFolder, port: 0 });
  return {
    url: server.url,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
