/** Invariant: whatever file is there can be used. */
import path from 'node:path';
import sharp from 'sharp';
import { drawProductPicture } from '#drawing/product-picture/draw-product-picture.ts';
import { parseProductPictureSpec } from '#drawing/product-picture/parse-product-picture-spec.ts';
import type { ProductPictureSpec } from '#drawing/product-picture/product-picture-spec.ts';
import {
  fallbackWidth,
  parsePictureName,
  pictureLink,
  pictureWidths,
  shareSize,
  type PictureFile,
} from '#content/pictures/picture-names.ts';
import { largeWidth } from '#content/pictures/large-picture.ts';
import { readRecipe, recipeFile } from '#content/pictures/recipe-files.ts';
import { writeWholeFile } from '#content/whole-file.ts';
import { develop, isPhotograph, type Pixels } from './photograph.ts';

/** `draft` is for tests and `preview` for a first start: everything is there, in fewer pixels. */
export type PictureQuality = 'full' | 'preview' | 'draft';

export interface PictureOrder {
  readonly folder: string;
  readonly hash: string;
  /** The files to make of this one drawing. */
  readonly names: readonly string[];
  readonly quality: PictureQuality;
}

export class PictureUndrawable extends Error {}

const svgDensity = 72;
const mostDensity = 2_400;
const shareGround = '#f5f2ed';
const widest = Math.max(...pictureWidths);
const coding = { avif: 55, webp: 78, jpg: 82 } as const;
/**
 * What phones load with the page comes in one round trip beside the lettering: 9 kB at most, for a whole
 * board too. The effort, a second of one core, keeps it as good to the eye as the others.
 */
const phone = { quality: 45, chromaSubsampling: '4:2:0' } as const;
const qualities = {
  large: { width: largeWidth, solidPixels: 1600, effort: 1, phoneEffort: 1 },
  full: { width: widest, solidPixels: null, effort: 1, phoneEffort: 4 },
  preview: { width: 640, solidPixels: 360, effort: 0, phoneEffort: 0 },
  draft: { width: 320, solidPixels: 120, effort: 0, phoneEffort: 0 },
} as const;
type Drawing = keyof typeof qualities;

type Recipe = ReturnType<typeof readRecipe>;

function specOf(kept: Recipe, drawing: Drawing): ProductPictureSpec {
  // A layout of its own is read; what can't be is drawn as far as it goes.
  const read = parseProductPictureSpec(kept);
  const recipe = read.ok ? read.value : (kept as unknown as ProductPictureSpec);
  const { solidPixels } = qualities[drawing];
  // Boards and kits are drawn in lines; what is drawn in pixels costs by their number.
  if (solidPixels === null || recipe.kind === 'board' || recipe.kind === 'kit-sheet') return recipe;
  return { ...recipe, resolution: solidPixels };
}

/** The drawing as pixels from which every size is made. */
async function rasterise(svg: string, drawing: Drawing): Promise<Pixels> {
  const source = Buffer.from(svg);
  const target = qualities[drawing].width;
  const { width } = await sharp(source, { unlimited: true }).metadata();
  const density = Math.min(mostDensity, (svgDensity * target) / width);
  return sharp(source, { density, unlimited: true })
    .resize({ width: target })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

async function encode(
  pixels: Pixels,
  { shape, format }: PictureFile,
  drawing: Drawing,
  isDrawn: boolean,
): Promise<Buffer> {
  const { width, height, channels } = pixels.info;
  const source = sharp(pixels.data, { raw: { width, height, channels } });
  const sized =
    shape === 'share'
      ? source.resize({ ...shareSize, fit: 'cover' }).flatten({ background: shareGround })
      : source.resize({ width: shape, withoutEnlargement: shape === largeWidth });
  const { effort, phoneEffort } = qualities[drawing];
  if (format === 'avif') {
    const isForPhones = isDrawn && shape === fallbackWidth;
    const how = isForPhones ? { ...phone, effort: phoneEffort } : { quality: coding.avif, effort };
    return sized.avif(how).toBuffer();
  }
  if (format === 'webp') return sized.webp({ quality: coding.webp, effort }).toBuffer();
  return sized.jpeg({ quality: coding.jpg }).toBuffer();
}

/** The largest is drawn by itself: what the others are made of is the same with it and without. */
function drawingOf({ shape }: PictureFile, quality: PictureQuality): Drawing {
  return quality === 'full' && shape === largeWidth ? 'large' : quality;
}

export async function drawPicture(order: PictureOrder): Promise<void> {
  const { folder, hash, names, quality } = order;
  try {
    const recipe = readRecipe(folder, hash);
    const photograph = isPhotograph(recipe) ? await develop(recipe) : null;
    const files = names.flatMap((name) => parsePictureName(name) ?? []);
    for (const [drawing, same] of Map.groupBy(files, (file) => drawingOf(file, quality))) {
      const pixels =
        photograph ?? (await rasterise(drawProductPicture(specOf(recipe, drawing)), drawing));
      for (const file of same) {
        const name = path.posix.basename(pictureLink(file));
        writeWholeFile(
          path.join(folder, 'files', name),
          await encode(pixels, file, drawing, photograph === null),
        );
      }
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PictureUndrawable(
      `The picture of ${recipeFile(folder, hash)} can't be drawn: ${reason}`,
    );
  }
}
