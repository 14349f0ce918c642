/**
 * The only place that draws a picture and writes it to the disk. Invariant: a file is written whole
 * under its name or not at all, so that whatever is there can be used.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { drawProductPicture } from '../../domain/product-picture/draw-product-picture.ts';
import type { ProductPictureSpec } from '../../domain/product-picture/product-picture-spec.ts';
import { parsePictureName, pictureWidths, shareSize, type PictureFile } from './picture-names.ts';

export class PictureUndrawable extends Error {}

const svgDensity = 72;
const mostDensity = 2_400;
const shareGround = '#f5f2ed';
const widest = Math.max(...pictureWidths);
const quality = { avif: 55, webp: 78, jpg: 82 } as const;

async function readRecipe(folder: string, hash: string): Promise<ProductPictureSpec> {
  const file = path.join(folder, 'recipes', `${hash}.json`);
  return JSON.parse(await readFile(file, 'utf8')) as ProductPictureSpec;
}

interface Pixels {
  readonly data: Buffer;
  readonly info: sharp.OutputInfo;
}

/** The drawing at its widest, as pixels from which every size is made. */
async function rasterise(svg: string): Promise<Pixels> {
  const source = Buffer.from(svg);
  const { width = widest } = await sharp(source).metadata();
  const density = Math.min(mostDensity, (svgDensity * widest) / width);
  return sharp(source, { density })
    .resize({ width: widest })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

async function encode(pixels: Pixels, { shape, format }: PictureFile): Promise<Buffer> {
  const { width, height, channels } = pixels.info;
  const source = sharp(pixels.data, { raw: { width, height, channels } });
  const sized =
    shape === 'share'
      ? source.resize({ ...shareSize, fit: 'cover' }).flatten({ background: shareGround })
      : source.resize({ width: shape });
  if (format === 'avif') return sized.avif({ quality: quality.avif, effort: 1 }).toBuffer();
  if (format === 'webp') return sized.webp({ quality: quality.webp, effort: 3 }).toBuffer();
  return sized.jpeg({ quality: quality.jpg, mozjpeg: true }).toBuffer();
}

async function drawMissing(folder: string, hash: string, names: readonly string[]): Promise<void> {
  try {
    const pixels = await rasterise(drawProductPicture(await readRecipe(folder, hash)));
    for (const name of names) {
      const file = parsePictureName(name);
      if (file === null) continue;
      const place = path.join(folder, 'files', name);
      await writeFile(`${place}.part`, await encode(pixels, file));
      await rename(`${place}.part`, place);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const recipe = path.join(folder, 'recipes', `${hash}.json`);
    throw new PictureUndrawable(`The picture of ${recipe} can't be drawn: ${reason}`);
  }
}

export interface DrawOptions {
  readonly folder: string;
  readonly names: ReadonlySet<string>;
  readonly atOnce: number;
  /** Called after each drawing with how many are done, and of how many. */
  readonly onProgress?: (done: number, all: number) => void;
}

/** Makes sure that every named file is in `<folder>/files`; draws what is not there yet. */
export async function drawPictures(options: DrawOptions): Promise<void> {
  const { folder, names, atOnce, onProgress } = options;
  await mkdir(path.join(folder, 'files'), { recursive: true });
  const missing = [...names].filter((name) => !existsSync(path.join(folder, 'files', name)));
  const waiting = Map.groupBy(missing, (name) => name.slice(0, name.indexOf('-')));
  const queue = waiting.entries();
  const all = waiting.size;
  let done = 0;
  const drawFromQueue = async () => {
    for (const [hash, wanted] of queue) {
      await drawMissing(folder, hash, wanted);
      done += 1;
      onProgress?.(done, all);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, drawFromQueue));
}
