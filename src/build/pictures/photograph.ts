/** Owners' own pictures, as they lie in storage: the build makes every size of them that pages ask for. */
import { setTimeout as wait } from 'node:timers/promises';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { largeWidth } from '#content/pictures/large-picture.ts';

export interface Photograph {
  readonly kind: 'photograph';
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly ground: string;
}

/** From which every size is made. */
export interface Pixels {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

const tries = 4;
const pauseMs = 500;
const emptyGround = '#e5e2dc';

export const isPhotograph = (recipe: object): recipe is Photograph =>
  'kind' in recipe && recipe.kind === 'photograph';

/** Null where storage says that there is no such file. */
async function fetchFile(src: string, left = tries - 1): Promise<Buffer | null> {
  try {
    const answer = await fetch(src);
    if (answer.status === 404 || answer.status === 400) return null;
    if (!answer.ok) throw new Error(`storage answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  } catch (error) {
    if (left === 0) throw error;
    await wait(pauseMs);
    return fetchFile(src, left - 1);
  }
}

const inPixels = (source: Sharp): Promise<Pixels> =>
  source
    .resize({ width: largeWidth, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });

/** One that is lost does not hold up all pages: its frame stays empty, in its colour. */
export async function develop({ src, width, height, ground }: Photograph): Promise<Pixels> {
  const file = await fetchFile(src);
  try {
    if (file !== null) return await inPixels(sharp(file).autoOrient());
  } catch {
    // What can't be read is as good as lost.
  }
  console.warn(`The picture ${src} ${file === null ? 'is not in storage' : 'can’t be read'}.`);
  const background = ground === '' ? emptyGround : ground;
  return inPixels(sharp({ create: { width, height, channels: 3, background } }));
}
