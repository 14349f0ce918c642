/** Runs the shop: embedded backend, site, pages' server and builder, until it is stopped. */
import { backendPorts, runCommand, startBackend, untilStopped } from './shop.ts';
import { buildSite, findBuiltSite } from './build-site.ts';
import { keepPublishing, type Publisher } from './keep-publishing.ts';
import { assertPortsFree } from './local-supabase/ports.ts';
import { say, step } from './progress.ts';
import { createKnownDesigns } from './site-server/known-designs.ts';
import { startSiteServer } from './site-server/site-server.ts';

await runCommand(async (settings) => {
  const ports = { SITE_PORT: settings.sitePort };
  let publisher: Publisher | null = null;
  const hooks = { onPublish: () => publisher?.wake() };
  const backend = settings.hosted
    ? await assertPortsFree(ports).then(() => null)
    : await startBackend(settings, 'start', { ...ports, ...backendPorts(settings) }, hooks);
  const stopped = untilStopped();
  const leaving = new AbortController();
  void stopped.then(() => leaving.abort());
  try {
    const { siteFolder, sitePort } = settings;
    const built = await findBuiltSite(settings);
    const pictures = built.pictures ?? (settings.hosted ? 'full' : 'preview');
    if (!built.isCurrent) {
      const { signal } = leaving;
      await step('Build the site', () =>
        buildSite(settings, { outFolder: siteFolder, pictures, signal }),
      );
    }
    const server = await startSiteServer({
      folder: siteFolder,
      port: sitePort,
      isKnownDesign: createKnownDesigns(settings),
      log: say,
    });
    say(`Keywright is ready: ${settings.siteUrl}`);
    // Editors of a hosted project publish through its own builder.
    if (!settings.hosted) publisher = keepPublishing(settings, say);
    await stopped;
    say('Stopping …');
    await publisher?.stop();
    await server.close();
  } finally {
    await backend?.stop();
  }
});

// A library's timer must not keep a stopped shop alive.
process.exit();
