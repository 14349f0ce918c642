/**
 * Invariant: asking draws nothing; it leaves the recipe on the disk, and the build draws whatever its
 * pages ask for.
 */
import path from 'node:path';
import {
  cutAround,
  frames,
  isMiddle,
  type Cut,
  type Focus,
  type Frame,
} from '#features/catalogue/model/focus.ts';
import type { ProductImage, RowOf } from '../rows.ts';
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
import { drawnFrames, type TurntableSheet } from '#shared/turntable.ts';

/** Of a photograph whose subject is not in its middle. */
interface PhotographFocus extends Focus {
  readonly storagePath: string;
}

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
  readonly focus?: PhotographFocus;
  readonly turntable?: TurntableSheet;
}

/** A stored file never changes under its name. */
export const photographHash = (storagePath: string, cut: Cut | null = null): string =>
  recipeHash(cut === null ? storagePath : [storagePath, cut], 'photograph');

function hashOfPhotograph(
  storagePath: string,
  cut: Cut | null,
  bucket: PictureBucket = 'product-images',
): string {
  const hash = photographHash(storagePath, cut);
  const recipe = {
    kind: 'photograph',
    src: storedLink(storagePath, bucket),
    ...(cut === null ? {} : { cut }),
  };
  keepRecipe(import.meta.env.PICTURES_FOLDER, hash, recipe);
  return hash;
}

function hashOfDrawing(render: object): string {
  const hash = recipeHash(render, import.meta.env.PICTURES_CODE);
  keepRecipe(import.meta.env.PICTURES_FOLDER, hash, render);
  return hash;
}

/** A picture is asked for by its page, its cards and its previews. */
const kept = new WeakMap<object, string>();

function hashOf(image: ProductImage): string {
  const { render, storagePath } = image;
  const asked = render ?? image;
  const known = kept.get(asked);
  if (known !== undefined) return known;
  const hash = render === null ? hashOfPhotograph(storagePath, null) : hashOfDrawing(render);
  kept.set(asked, hash);
  return hash;
}

type PictureBucket = 'product-images' | 'customer-photos';

function storedLink(storagePath: string, bucket: PictureBucket): string {
  const folder = `${import.meta.env.PUBLIC_SUPABASE_URL}/storage/v1/object/public/${bucket}`;
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

function focusOf({
  render,
  storagePath,
  focusX: x,
  focusY: y,
}: ProductImage): Pick<Picture, 'focus'> {
  return render !== null || isMiddle({ x, y }) ? {} : { focus: { storagePath, x, y } };
}

/** Of a drawing the build makes it of the recipe, of photographs of their own file. */
function turntableOf(image: ProductImage): Pick<Picture, 'turntable'> {
  const { render, turnPath, turnFrames } = image;
  const sheet = (hash: string, frames: number) => ({
    turntable: { link: pictureLink({ hash, shape: 'turn', format: 'avif' }), frames },
  });
  if (render?.['turns'] === true) return sheet(hashOf(image), drawnFrames);
  if (turnPath === null || turnFrames === null) return {};
  return sheet(hashOfPhotograph(turnPath, null), turnFrames);
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
    ...focusOf(image),
    ...turntableOf(image),
  };
}

/** What a customer photographed, cut around its middle by whatever frame shows it. */
export interface CustomerPhoto extends Pick<
  Picture,
  'id' | 'src' | 'sources' | 'width' | 'height' | 'alt' | 'placeholderColour'
> {
  readonly note: string;
  /** Empty is a customer. */
  readonly name: string;
}

export function photoOf(photo: RowOf<'shownPhotos'>): CustomerPhoto {
  const { id, storagePath, width, height, alt, placeholderColour, note, name } = photo;
  const files = sourcesOf(hashOfPhotograph(storagePath, null, 'customer-photos'), width);
  return { id, ...files, width, height, alt, placeholderColour, note, name };
}

/**
 * What a frame of another shape shows of a picture: a file of its own, so that no page has to say where it
 * is cut. The same picture where the middle is right, which is where frames cut by themselves.
 */
export function cutOf(picture: Picture, frame: Frame): Picture {
  const { focus, width, height } = picture;
  if (focus === undefined) return picture;
  const { storagePath, x, y } = focus;
  const cut = { ratio: frames[frame], x, y };
  const part = cutAround({ width, height }, cut);
  if (part.width === width && part.height === height) return picture;
  const files = sourcesOf(hashOfPhotograph(storagePath, cut), part.width);
  return { ...picture, ...files, width: part.width, height: part.height };
}

/** The picture that previews of a link show. */
export function shareImageOf(image: ProductImage | null | undefined): ShareImage | null {
  if (!image) return null;
  const { focus } = focusOf(image);
  const hash = focus
    ? hashOfPhotograph(focus.storagePath, { ratio: frames.share, x: focus.x, y: focus.y })
    : hashOf(image);
  const src = pictureLink({ hash, shape: 'share', format: 'jpg' });
  return { src, alt: image.alt, ...shareSize };
}
