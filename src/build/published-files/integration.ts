/** Invariant: a site that is not consistent is never finished. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { pictureNamesIn } from '#content/pictures/picture-names.ts';
import { previewRenderer } from '../page-preview/preview-renderer.ts';
import type { PageLinks } from '../languages/linked-pages.ts';
import { finishSite, type FinishOptions, type WrittenSite } from './finish-site.ts';
import { assertNoOrphans, factsOf, isFailureView, payloadOfFile } from './published-pages.ts';
import type { PageFacts } from './published-pages.ts';
import { createPageFinisher } from './page-finisher.ts';

const payloadName = '_payload.json';

/** Reading at once what the disk has at hand is several times faster than waiting for each file. */
function readWritten(folder: string, links: PageLinks): WrittenSite {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .toSorted();
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const payloads = files.filter((file) => path.posix.basename(file) === payloadName);
  const known = new Set(payloads);
  const agreedStyles: string[] = [];
  const { finish, writeFiles } = createPageFinisher(folder, agreedStyles, links);
  const pages = new Map<string, PageFacts>();
  for (const file of files.filter((each) => each.endsWith('.html'))) {
    const written = read(file);
    const html = finish(written);
    if (html !== written) writeFileSync(path.join(folder, file), html);
    const payload = payloadOfFile(file);
    const isThere = !isFailureView(file) && known.has(payload);
    pages.set(file, factsOf(file, html, isThere ? read(payload) : null));
  }
  writeFiles(folder);
  assertNoOrphans(payloads, pages.keys());
  const others = files.filter((file) => /\.(?:json|xml)$/.test(file) && !known.has(file));
  return {
    folder,
    pages,
    agreedStyles,
    morePictures: others.flatMap((o) => pictureNamesIn(read(o))),
  };
}

/** Beside the pages: what draws those that are not built yet. A site without it is as good otherwise. */
async function writePreviewRenderer(site: string, cacheFolder: string): Promise<void> {
  const script = await previewRenderer(cacheFolder, process.cwd());
  mkdirSync(path.join(site, 'preview'), { recursive: true });
  writeFileSync(path.join(site, 'preview/renderer.js'), script);
}

export function publishedFiles(options: FinishOptions): AstroIntegration {
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
        const say = (sentence: string) => logger.info(sentence);
        const site = fileURLToPath(dir);
        await writePreviewRenderer(site, options.cacheFolder).catch((error: unknown) =>
          logger.warn(`The desk has no previews: ${String(error)}`),
        );
        await finishSite(readWritten(site, options.links), options, say);
      },
    },
  };
}
