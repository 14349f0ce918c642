import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startSiteServer } from '../../scripts/site-server/site-server.ts';

const execute = promisify(execFile);
const projectFolder = path.resolve(import.meta.dirname, '../..');

export interface IslandSite {
  readonly url: string;
  close(): Promise<void>;
}

export async function startIslandSite(): Promise<IslandSite> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keywright-islands-'));
  const outDir = path.join(folder, 'dist');
  const astro = path.join(projectFolder, 'node_modules/astro/bin/astro.mjs');
  // In a process of its own: the runner has loaded React's development code already.
  await execute(process.execPath, [astro, 'build', '--root', 'tests/support/island-site'], {
    cwd: projectFolder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      ISLAND_SITE_OUT: outDir,
      ISLAND_SITE_CACHE: path.join(folder, 'cache'),
    },
  });
  // Without a policy of its own nothing of a page may run.
  const policy =
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'";
  await writeFile(path.join(outDir, '_headers'), `/*\n  Content-Security-Policy: ${policy}\n`);
  const server = await startSiteServer({ folder: outDir, port: 0 });
  return {
    url: server.url,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
