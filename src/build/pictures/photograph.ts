/** Owners' own pictures, as they lie in storage: the build makes every size of them that pages ask for. */
import { setTimeout as wait } from 'node:timers/promises';
import sharp, { type OutputInfo } from 'sharp';
import { largeWidth } from '#content/pictures/large-picture.ts';

interface Photograph {
  readonly kind: 'photograph';
  readonly src: string;
}

/** From which every size is made. */
export interface Pixels {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

const tries = 4;
const pauseMs = 500;
const patienceMs = 60_000;

export const isPhotograph = (recipe: object): recipe is Photograph =>
  'kind' in recipe && recipe.kind === 'photograph';

class FileLost extends Error {}

async function fetchFile(src: string, left = tries - 1): Promise<Buffer> {
  try {
    const answer = await fetch(src, { signal: AbortSignal.timeout(patienceMs) });
    // Storage calls a file that is not there a bad request.
    if (answer.status === 404 || answer.status === 400) {
      throw new FileLost(`${src} is not in storage. Upload it again, or remove it`);
    }
    if (!answer.ok) throw new Error(`${src}: storage answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  } catch (error) {
    if (left === 0 || error instanceof FileLost) throw error;
    await wait(pauseMs);
    return fetchFile(src, left - 1);
  }
}

export async function develop({ src }: Photograph): Promise<Pixels> {
  const file = await fetchFile(src);
  return sharp(file)
    .autoOrient()
    .resize({ width: largeWidth, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
}
