/**
 * The only step after a build's pages: it checks them against their payloads and writes the files
 * that hosts and open tabs read. Invariant: a site that is not consistent is never finished.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { writeBuildMeta } from './build-meta.ts';
import {
  collectInlineHashes,
  contentSecurityPolicy,
  type PolicyHosts,
} from './content-security-policy.ts';
import { headersFile } from './headers-file.ts';
import { readPublishedPages } from './published-pages.ts';

export function publishedFiles(hosts: PolicyHosts): AstroIntegration {
  return {
    name: 'keywright:published-files',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
        injectRoute({
          pattern: '/_redirects',
          entrypoint: new URL('./redirects-route.ts', import.meta.url),
        });
      },
      'astro:build:done': async ({ dir, logger }) => {
        const folder = fileURLToPath(dir);
        const inline = { scripts: new Set<string>(), styles: new Set<string>() };
        const pages = await readPublishedPages(folder, (html) => collectInlineHashes(html, inline));
        const policy = contentSecurityPolicy(hosts, inline);
        await writeFile(path.join(folder, '_headers'), headersFile(policy));
        const id = await writeBuildMeta(folder, pages);
        logger.info(`Build ${id}: ${pages.length} pages`);
      },
    },
  };
}
