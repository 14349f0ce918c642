/**
 * Who serves the pages of a test shop: our own server, or nginx with the rules that the build wrote,
 * where `KEYWRIGHT_SITE_SERVER` says so.
 */
import type { Settings } from '../../scripts/settings.ts';
import { createKnownDesigns } from '../../scripts/site-server/known-designs.ts';
import { startSiteServer } from '../../scripts/site-server/site-server.ts';
import { uploadFolder } from '../../scripts/static-hosts/site-upload.ts';
import { startNginx } from './nginx.ts';

export const isBehindNginx = process.env['KEYWRIGHT_SITE_SERVER'] === 'nginx';

/** What the build has to be told so that the server finds what it needs. */
export function settingsForServer(settings: Settings): Settings {
  return isBehindNginx ? { ...settings, delivery: { host: 'nginx', upload: '' } } : settings;
}

export interface ShopServer {
  /** Of whoever builds the site anew. */
  readonly settings: Settings;
  close(): Promise<void>;
}

export async function serveShop(settings: Settings): Promise<ShopServer> {
  const { siteFolder: folder, sitePort: port } = settings;
  if (!isBehindNginx) {
    const server = await startSiteServer({
      folder,
      port,
      isKnownDesign: createKnownDesigns(settings),
    });
    return { settings, close: server.close };
  }
  const nginx = await startNginx(uploadFolder(folder, 'nginx'), port);
  // New rules hold a moment after they were asked for.
  const upload = `kill -HUP ${nginx.pid} && sleep 0.5`;
  return { settings: { ...settings, delivery: { host: 'nginx', upload } }, close: nginx.close };
}
