/**
 * The only step after a build's pages: it checks them against their payloads and writes the files
 * that hosts and open tabs read. Invariant: a site that is not consistent is never finished.
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
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
import { createStyleTidier } from './tidy-styles.ts';

async function tidyStyles(folder: string): Promise<void> {
  const tidy = createStyleTidier();
  const files = await Array.fromAsync(glob('**/*.html', { cwd: folder }));
  for (const file of files.toSorted()) {
    const html = await readFile(path.join(folder, file), 'utf8');
    const tidied = tidy(html);
    if (tidied !== html) await writeFile(path.join(folder, file), tidied);
  }
}

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
        await tidyStyles(folder);
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
