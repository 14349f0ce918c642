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
import { develop, isPhotograph } from './photograph.ts';
import { rasterise, type Pixels } from './rasterise.ts';
import { drawSheet, encodeSheet, sheetWidth } from './turntable-sheet.ts';

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

async function encode(
  pixels: Pixels,
  { shape, format }: PictureFile,
  drawing: Drawing,
  isDrawn: boolean,
): Promise<Buffer> {
  const { width, height, channels } = pixels.info;
  const source = sharp(pixels.data, { raw: { width, height, channels } });
  const sized =
    typeof shape === 'number'
      ? source.resize({ width: shape, withoutEnlargement: shape === largeWidth })
      : source.resize({ ...shareSize, fit: 'cover' }).flatten({ background: shareGround });
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

async function sheetOf(recipe: Recipe, quality: PictureQuality): Promise<Pixels> {
  if (isPhotograph(recipe)) return develop(recipe, sheetWidth(quality));
  const spec = specOf(recipe, quality);
  if (spec.kind === 'board') return drawSheet(spec, quality);
  throw new Error(`a ${spec.kind} can't be turned`);
}

async function picturesOf(recipe: Recipe, files: readonly PictureFile[], quality: PictureQuality) {
  if (files.length === 0) return [];
  const photograph = isPhotograph(recipe) ? await develop(recipe) : null;
  const made: { readonly file: PictureFile; readonly bytes: Buffer }[] = [];
  for (const [drawing, same] of Map.groupBy(files, (file) => drawingOf(file, quality))) {
    const pixels =
      photograph ??
      (await rasterise(drawProductPicture(specOf(recipe, drawing)), qualities[drawing].width));
    for (const file of same)
      made.push({ file, bytes: await encode(pixels, file, drawing, photograph === null) });
  }
  return made;
}

async function sheetsOf(recipe: Recipe, files: readonly PictureFile[], quality: PictureQuality) {
  const [file] = files;
  if (file === undefined) return [];
  return [{ file, bytes: await encodeSheet(await sheetOf(recipe, quality), quality) }];
}

export async function drawPicture(order: PictureOrder): Promise<void> {
  const { folder, hash, names, quality } = order;
  try {
    const recipe = readRecipe(folder, hash);
    const files = names.flatMap((name) => parsePictureName(name) ?? []);
    const { true: sheets = [], false: pictures = [] } = Object.groupBy(
      files,
      ({ shape }) => `${shape === 'turn'}` as const,
    );
    const made = [
      ...(await picturesOf(recipe, pictures, quality)),
      ...(await sheetsOf(recipe, sheets, quality)),
    ];
    for (const { file, bytes } of made)
      writeWholeFile(path.join(folder, 'files', path.posix.basename(pictureLink(file))), bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PictureUndrawable(
      `The picture of ${recipeFile(folder, hash)} can't be drawn: ${reason}`,
    );
  }
}
