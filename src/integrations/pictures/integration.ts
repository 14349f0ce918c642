/**
 * The only place that decides when pictures are drawn: after a build, those its pages ask for; in
 * the dev server, when asked. Invariant: a picture that was drawn once is never drawn again.
 */
import { existsSync } from 'node:fs';
import { copyFile, glob, link, mkdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, AstroIntegrationLogger } from 'astro';
import { digestOfDrawingCode } from './drawing-code.ts';
import type { DrawOptions } from './picture-files.ts';
import { parsePictureName, pictureNamesIn } from './picture-names.ts';

const progressEvery = 25;

/** Loaded when needed: most commands that read this configuration draw nothing. */
async function drawPictures(options: DrawOptions): Promise<void> {
  const files = await import('./picture-files.ts');
  await files.drawPictures(options);
}

async function namesAskedFor(site: string): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const file of glob('**/*.{html,json,xml}', { cwd: site })) {
    const text = await readFile(path.join(site, file), 'utf8');
    for (const name of pictureNamesIn(text)) names.add(name);
  }
  return names;
}

/** A second name for the same bytes where the disk allows it, a copy elsewhere. */
async function place(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to);
  }
}

async function publishPictures(
  folder: string,
  site: string,
  logger: AstroIntegrationLogger,
): Promise<void> {
  const names = await namesAskedFor(site);
  if (
    !existsSync(
      path.join(import.meta.dirname, '../../domain/product-picture/draw-product-picture.ts'),
    )
  )
    return;
  await drawPictures({
    folder,
    names,
    atOnce: os.availableParallelism(),
    onProgress: (done, all) => {
      if (done % progressEvery === 0 || done === all) logger.info(`${done} of ${all} drawn`);
    },
  });
  await mkdir(path.join(site, 'pictures'), { recursive: true });
  for (const name of names) {
    await place(path.join(folder, 'files', name), path.join(site, 'pictures', name));
  }
}

export function pictures({ folder }: { readonly folder: string }): AstroIntegration {
  return {
    name: 'keywright:pictures',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        const code = digestOfDrawingCode(fileURLToPath(config.srcDir));
        updateConfig({
          vite: {
            define: {
              'import.meta.env.PICTURES_FOLDER': JSON.stringify(folder),
              'import.meta.env.PICTURES_CODE': JSON.stringify(code),
            },
          },
        });
      },
      'astro:build:done': ({ dir, logger }) => publishPictures(folder, fileURLToPath(dir), logger),
      'astro:server:setup': ({ server }) => {
        server.middlewares.use('/pictures', (request, response, next) => {
          const name = (request.url ?? '').slice(1).replace(/\?.*$/, '');
          if (parsePictureName(name) === null) return next();
          drawPictures({ folder, names: new Set([name]), atOnce: 1 })
            .then(() => readFile(path.join(folder, 'files', name)))
            .then((bytes) => response.end(bytes), next);
        });
      },
    },
  };
}
