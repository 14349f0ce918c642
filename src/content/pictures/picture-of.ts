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
  /** Best format first. */
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

/** A stored file never changes under its name. */
export const photographHash = (storagePath: string): string =>
  recipeHash(storagePath, 'photograph');

/** A picture is asked for by its page, its cards and its previews. */
const kept = new WeakMap<object, string>();

function hashOf(image: ProductImage): string {
  const { render, storagePath } = image;
  const asked = render ?? image;
  const known = kept.get(asked);
  if (known !== undefined) return known;
  const hash =
    render === null
      ? photographHash(storagePath)
      : recipeHash(render, import.meta.env.PICTURES_CODE);
  const recipe = render ?? { kind: 'photograph', src: storedLink(storagePath) };
  keepRecipe(import.meta.env.PICTURES_FOLDER, hash, recipe);
  kept.set(asked, hash);
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

function sourcesOf(hash: string, width: number): Pick<Picture, 'src' | 'sources'> {
  const widest = Math.min(width, Math.max(...pictureWidths));
  const widths = [...pictureWidths.filter((each) => each < widest), widest];
  return {
    src: pictureLink({ hash, shape: Math.min(fallbackWidth, widest), format: 'webp' }),
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
  const { id, width, height, alt, placeholderColour, credit, isRender } = image;
  const { variantId, optionValueId, colorwayId } = image;
  return {
    id,
    ...sourcesOf(hashOf(image), width),
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
  const src = pictureLink({ hash: hashOf(image), shape: 'share', format: 'jpg' });
  return { src, alt: image.alt, ...shareSize };
}
