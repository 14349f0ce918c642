/**
 * Runs the shop: embedded backend, site and pages' server, until it is stopped.
 * It prevents serving a site that was built from other sources than those on the disk.
 */
import { backendPorts, runCommand, startBackend, untilStopped } from './shop.ts';
import { buildSite, isSiteCurrent } from './build-site.ts';
import { assertPortsFree } from './local-supabase/ports.ts';
import { say, step } from './progress.ts';
import { startSiteServer } from './site-server/site-server.ts';

await runCommand(async (settings) => {
  const ports = { SITE_PORT: settings.sitePort };
  const backend = settings.hosted
    ? await assertPortsFree(ports).then(() => null)
    : await startBackend(settings, 'start', { ...ports, ...backendPorts(settings) });
  const stopped = untilStopped();
  try {
    const { siteFolder, sitePort } = settings;
    if (!(await isSiteCurrent(settings))) {
      await step('Build the site', () => buildSite(settings, { outFolder: siteFolder }));
    }
    const server = await startSiteServer({ folder: siteFolder, port: sitePort, log: say });
    say(`Keywright is ready: ${settings.siteUrl}`);
    await stopped;
    say('Stopping …');
    await server.close();
  } finally {
    await backend?.stop();
  }
});
// A library's timer must not keep a stopped shop alive.
process.exit();
