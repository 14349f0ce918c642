/** Serves a built site without its backend, as a CDN would. */
import { readSettings } from './settings.ts';
import { startSiteServer } from './site-server/site-server.ts';

const settings = readSettings();
const folder = process.argv[2] ?? settings.siteFolder;
const server = await startSiteServer({
  folder,
  port: settings.sitePort,
  log: (line) => process.stderr.write(`${line}\n`),
});
process.stdout.write(`${server.url}\n`);
