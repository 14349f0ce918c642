/**
 * The only place that decides when pictures are drawn: after a build, those its pages ask for; in
 * the dev server, when asked. Invariant: a picture that was drawn once is never drawn again.
 */
import { copyFile, glob, link, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, AstroIntegrationLogger } from 'astro';
import { digestOfDrawingCode } from './drawing-code.ts';
import { drawPictures } from './draw-pictures.ts';
import type { PictureQuality } from './picture-files.ts';
import { parsePictureName, pictureNamesIn } from './picture-names.ts';

const progressEvery = 25;

export interface PictureOptions {
  readonly folder: string;
  readonly quality: PictureQuality;
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
  { folder, quality }: PictureOptions,
  site: string,
  logger: AstroIntegrationLogger,
): Promise<void> {
  const names = await namesAskedFor(site);
  await drawPictures({
    folder,
    names,
    quality,
    onProgress: (done, all) => {
      if (done % progressEvery === 0 || done === all) logger.info(`${done} of ${all} drawn`);
    },
  });
  await mkdir(path.join(site, 'pictures'), { recursive: true });
  for (const name of names) {
    await place(path.join(folder, 'files', name), path.join(site, 'pictures', name));
  }
}

export function pictures(options: PictureOptions): AstroIntegration {
  const { folder, quality } = options;
  return {
    name: 'keywright:pictures',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        const code = `${digestOfDrawingCode(fileURLToPath(config.srcDir))} ${quality}`;
        updateConfig({
          vite: {
            define: {
              'import.meta.env.PICTURES_FOLDER': JSON.stringify(folder),
              'import.meta.env.PICTURES_CODE': JSON.stringify(code),
            },
          },
        });
      },
      'astro:build:done': ({ dir, logger }) => publishPictures(options, fileURLToPath(dir), logger),
      'astro:server:setup': ({ server }) => {
        server.middlewares.use('/pictures', (request, response, next) => {
          const name = (request.url ?? '').slice(1).replace(/\?.*$/, '');
          if (parsePictureName(name) === null) return next();
          drawPictures({ folder, quality, names: new Set([name]) })
            .then(() => readFile(path.join(folder, 'files', name)))
            .then((bytes) => response.end(bytes), next);
        });
      },
    },
  };
}
