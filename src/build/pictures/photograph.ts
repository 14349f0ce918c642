/** Owners' own pictures, as they lie in storage: the build makes every size of them that pages ask for. */
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { largeWidth } from '#content/pictures/large-picture.ts';
import { cutAround, type Cut } from '#features/catalogue/model/focus.ts';
import type { Pixels } from './rasterise.ts';

interface Photograph {
  readonly kind: 'photograph';
  readonly src: string;
  readonly cut?: Cut;
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

export async function develop(
  { src, cut }: Photograph,
  width: number = largeWidth,
): Promise<Pixels> {
  const whole = sharp(await fetchFile(src)).autoOrient();
  const part = cut && cutAround((await whole.metadata()).autoOrient, cut);
  const kept = part
    ? whole.extract({ left: part.x, top: part.y, width: part.width, height: part.height })
    : whole;
  return kept
    .resize({ width, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
}
