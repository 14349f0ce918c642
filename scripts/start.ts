/** Runs the shop: embedded backend, site, pages' server and builder, until it is stopped. */
import { backendPorts, runCommand, startBackend, untilStopped } from './shop.ts';
import { buildSite, findBuiltSite } from './build-site.ts';
import { connect } from './database-connection.ts';
import { nameFirstOwner } from './first-owner.ts';
import { keepPublishing, type Publisher } from './keep-publishing.ts';
import { assertPortsFree } from './local-supabase/ports.ts';
import { say, step } from './progress.ts';
import { createKnownDesigns } from './site-server/known-designs.ts';
import { embeddedKeys, type Settings } from './settings.ts';
import { startSiteServer } from './site-server/site-server.ts';

/** As on a hosted project: the invitation lies in the mailbox of this backend. */
async function nameOwner(settings: Settings, email: string): Promise<void> {
  const { apiUrl, siteUrl, databasePort } = settings;
  const sql = connect(`postgres://postgres:postgres@127.0.0.1:${databasePort}/postgres`);
  try {
    const plan = { email, apiUrl, siteUrl, secretKey: embeddedKeys.secretKey };
    const how = await nameFirstOwner(sql, plan);
    if (how === 'invited') say(`${email} is invited to own the shop: ${apiUrl}/_local/mail`);
    if (how === 'named') say(`${email} owns the shop.`);
  } finally {
    await sql.end();
  }
}

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
    const owner = process.env['KEYWRIGHT_OWNER'] ?? '';
    if (owner !== '' && !settings.hosted) await nameOwner(settings, owner);
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
