/** One shop is shared by all tests of a worker. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test as base, type Page } from 'playwright/test';
import { startSiteServer } from '../../scripts/site-server/site-server.ts';
import { isFirefox } from './firefox/is-firefox.ts';

export interface PublishedRoute {
  readonly path: string;
  readonly kind: string;
  readonly title: string;
  readonly payloadHash: string;
}

export interface BuiltSite {
  readonly siteUrl: string;
  readonly apiUrl: string;
  readonly siteFolder: string;
  /** A superuser's, for what time or staff would do. */
  readonly databaseUrl: string;
}

export async function readRoutes(siteFolder: string): Promise<readonly PublishedRoute[]> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(siteFolder, 'builds', name), 'utf8'));
  const latest = (await read('latest.json')) as { readonly id: string };
  const meta = (await read(`meta/${latest.id}.json`)) as {
    readonly routes: readonly PublishedRoute[];
  };
  return meta.routes;
}

/** The shop of the run, or one of its own where a file is run alone. */
export async function findSite(): Promise<BuiltSite & { stop(): Promise<void> }> {
  const siteUrl = process.env['KEYWRIGHT_SITE_URL'] ?? '';
  if (siteUrl === '') {
    // Loaded only here: whoever shares the shop of the run needs no backend code.
    const { startTestShop } = await import('./shop.ts');
    return startTestShop();
  }
  return {
    siteUrl,
    apiUrl: process.env['KEYWRIGHT_API_URL'] ?? '',
    siteFolder: process.env['KEYWRIGHT_SITE_FOLDER'] ?? '',
    databaseUrl: process.env['KEYWRIGHT_DATABASE_URL'] ?? '',
    stop: () => Promise.resolve(),
  };
}

export const test = base.extend<object, { readonly site: BuiltSite }>({
  site: [
    // Playwright reads which fixtures are wanted from the destructured argument.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const site = await findSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

export interface WatchedPage {
  /** Everything that a visitor with open developer tools would see. */
  readonly complaints: string[];
  readonly requests: string[];
}

export async function watchPage(page: Page): Promise<WatchedPage> {
  const watched: WatchedPage = { complaints: [], requests: [] };
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} blocked ${event.blockedURI}`);
    });
  });
  page.on('console', (message) => {
    watched.complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => {
    // Firefox runs what a test plants on the empty page too, which has no storage.
    const isEmpty = page.url() === 'about:blank' && isFirefox(page);
    if (!isEmpty) watched.complaints.push(`error: ${error.message}`);
  });
  page.on('request', (request) => watched.requests.push(request.url()));
  return watched;
}

export interface SiteCopy {
  readonly url: string;
  readonly folder: string;
  /** Makes the copy look like a newer build of itself. */
  publish(id: string): Promise<void>;
  close(): Promise<void>;
}

/** A copy of the site with a server of its own, for tests that break or replace it. */
export async function copySite(siteFolder: string): Promise<SiteCopy> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keywright-site-'));
  const isWanted = (file: string) => !file.startsWith(path.join(siteFolder, 'pictures'));
  await cp(siteFolder, folder, { recursive: true, filter: isWanted });
  const server = await startSiteServer({ folder, port: 0 });
  return {
    url: server.url,
    folder,
    publish: (id) =>
      writeFile(
        path.join(folder, 'builds/latest.json'),
        JSON.stringify({ id, timestamp: new Date().toISOString() }),
      ),
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
