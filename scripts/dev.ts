/** Runs Astro's dev server with hot reload on the embedded backend. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { siteEnvironment } from './settings.ts';
import { backendPorts, runCommand, startBackend, untilStopped } from './shop.ts';

await runCommand(async (settings) => {
  const ports = { SITE_PORT: settings.sitePort, ...backendPorts(settings) };
  const backend = settings.hosted ? null : await startBackend(settings, 'dev', ports);
  const astro = path.join(settings.projectFolder, 'node_modules/astro/bin/astro.mjs');
  const flags = ['dev', '--port', String(settings.sitePort), '--host', '127.0.0.1'];
  const child = spawn(process.execPath, [astro, ...flags], {
    cwd: settings.projectFolder,
    env: { ...process.env, ...siteEnvironment(settings) },
    stdio: 'inherit',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([untilStopped(), ended]);
  child.kill('SIGTERM');
  await ended;
  await backend?.stop();
});
process.exit();
