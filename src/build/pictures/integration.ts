/** Invariant: a picture that was drawn once is never drawn again. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { digestOfDrawingCode } from './drawing-code.ts';
import { drawPictures } from './draw-pictures.ts';
import { parsePictureName } from '#content/pictures/picture-names.ts';
import type { PictureOptions } from './publish-pictures.ts';

export function pictures({ folder, quality }: PictureOptions): AstroIntegration {
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
