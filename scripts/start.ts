/**
 * Runs the shop: embedded backend, site and pages' server, until it is stopped.
 * It prevents serving a site that was built from other sources than those on the disk.
 */
import { backendPorts, runCommand, startBackend, untilStopped } from './shop.ts';
import { buildSite, findBuiltSite } from './build-site.ts';
import { assertPortsFree } from './local-supabase/ports.ts';
import { say, step } from './progress.ts';
import type { Settings } from './settings.ts';
import { startSiteServer } from './site-server/site-server.ts';

await runCommand(async (settings) => {
  const ports = { SITE_PORT: settings.sitePort };
  const backend = settings.hosted
    ? await assertPortsFree(ports).then(() => null)
    : await startBackend(settings, 'start', { ...ports, ...backendPorts(settings) });
  const stopped = untilStopped();
  const leaving = new AbortController();
  void stopped.then(() => leaving.abort());
  try {
    const { siteFolder, sitePort } = settings;
    const built = await findBuiltSite(settings);
    const pictures = built.pictures ?? 'preview';
    if (!built.isCurrent) {
      const { signal } = leaving;
      await step('Build the site', () =>
        buildSite(settings, { outFolder: siteFolder, pictures, signal }),
      );
    }
    const server = await startSiteServer({ folder: siteFolder, port: sitePort, log: say });
    say(`Keywright is ready: ${settings.siteUrl}`);
    const finished = pictures === 'full' ? null : drawInFull(settings, leaving.signal);
    await stopped;
    say('Stopping …');
    await finished;
    await server.close();
  } finally {
    await backend?.stop();
  }
});
/** The first start shows small pictures soon; the full ones take minutes and are swapped in when done. */
async function drawInFull(settings: Settings, signal: AbortSignal): Promise<void> {
  try {
    await buildSite(settings, { outFolder: settings.siteFolder, signal });
  } catch (error) {
    if (!signal.aborted) say(`The full pictures are not there yet: ${String(error)}`);
  }
}

// A library's timer must not keep a stopped shop alive.
process.exit();
