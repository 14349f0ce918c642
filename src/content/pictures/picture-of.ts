/**
 * Invariant: asking draws nothing; it leaves the recipe on the disk, and the build draws whatever its
 * pages ask for.
 */
import path from 'node:path';
import type { ProductImage } from '../rows.ts';
import type { ShareImage } from '../page-entry.ts';
import {
  fallbackWidth,
  parsePictureName,
  pictureLink,
  pictureWidths,
  recipeHash,
  shareSize,
  thumbnailWidths,
} from './picture-names.ts';
import { keepRecipe } from './recipe-files.ts';

export interface Picture {
  readonly id: string;
  readonly src: string;
  /** Best format first. Empty for a photograph that is stored in one size. */
  readonly sources: readonly { readonly type: string; readonly srcset: string }[];
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly placeholderColour: string;
  readonly credit: string;
  readonly isRender: boolean;
  readonly variantId: string | null;
  readonly optionValueId: string | null;
  readonly colorwayId: string | null;
}

/** A picture is asked for by its page, its cards and its previews. */
const kept = new WeakMap<object, string>();

function hashOfRecipe(recipe: object): string {
  const known = kept.get(recipe);
  if (known !== undefined) return known;
  const hash = recipeHash(recipe, import.meta.env.PICTURES_CODE);
  keepRecipe(import.meta.env.PICTURES_FOLDER, hash, recipe);
  kept.set(recipe, hash);
  return hash;
}

function storedLink(storagePath: string): string {
  const folder = `${import.meta.env.PUBLIC_SUPABASE_URL}/storage/v1/object/public/product-images`;
  return `${folder}/${storagePath.split('/').map(encodeURIComponent).join('/')}`;
}

function avifSource(hash: string, widths: readonly number[]): Picture['sources'][number] {
  const choices = widths.map(
    (shape) => `${pictureLink({ hash, shape, format: 'avif' })} ${shape}w`,
  );
  return { type: 'image/avif', srcset: choices.join(', ') };
}

function drawnSources(hash: string, width: number): Pick<Picture, 'src' | 'sources'> {
  const widths = pictureWidths.filter((each) => each <= width || each === pictureWidths[0]);
  return {
    src: pictureLink({ hash, shape: Math.min(fallbackWidth, widths.at(-1) ?? 0), format: 'webp' }),
    sources: [avifSource(hash, widths)],
  };
}

/** The same picture in sizes of which a dozen weigh no more than a large one. */
export function thumbnailOf(picture: Picture): Picture {
  const drawn = parsePictureName(path.posix.basename(picture.src));
  if (drawn === null) return picture;
  return { ...picture, sources: [avifSource(drawn.hash, thumbnailWidths)] };
}

export function pictureOf(image: ProductImage): Picture {
  const { id, width, height, alt, placeholderColour, credit, isRender, render } = image;
  const { variantId, optionValueId, colorwayId } = image;
  const place =
    render === null
      ? { src: storedLink(image.storagePath), sources: [] }
      : drawnSources(hashOfRecipe(render), width);
  return {
    id,
    ...place,
    width,
    height,
    alt,
    placeholderColour,
    credit,
    isRender,
    variantId,
    optionValueId,
    colorwayId,
  };
}

/** The picture that previews of a link show. */
export function shareImageOf(image: ProductImage | null | undefined): ShareImage | null {
  if (!image) return null;
  const { alt, render } = image;
  if (render === null) {
    return { src: storedLink(image.storagePath), alt, width: image.width, height: image.height };
  }
  const src = pictureLink({ hash: hashOfRecipe(render), shape: 'share', format: 'jpg' });
  return { src, alt, ...shareSize };
}
