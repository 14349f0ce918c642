export interface ShrunkForm {
  readonly longestSide: number;
  readonly type: 'image/webp' | 'image/jpeg';
  readonly quality: number;
}

/** The longest side that a page ever shows, twice over. */
const shown: ShrunkForm = { longestSide: 2400, type: 'image/webp', quality: 0.86 };
const mostBytes = 40_000_000;
export const imageTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
]);

export interface ShrunkImage {
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
  readonly colour: string;
}

/**
 * Draws the picture anew, smaller: what a camera wrote about place and time does not survive that.
 * Gives a sentence when it is no picture.
 */
export async function shrinkImage(
  file: File,
  form: ShrunkForm = shown,
): Promise<ShrunkImage | string> {
  if (!imageTypes.has(file.type)) return `${file.name}: use a JPEG, PNG, WebP or AVIF file.`;
  if (file.size > mostBytes) return `${file.name} is larger than 40 MB. Use a smaller file.`;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, form.longestSide / Math.max(bitmap.width, bitmap.height));
    const width = Math.round(bitmap.width * scale);
    const height = Math.round(bitmap.height * scale);
    if (Math.min(width, height) < 16) return `${file.name} is too small.`;
    return await stored(bitmap, width, height, form);
  } catch {
    return `${file.name} is not a picture that this browser can read.`;
  }
}

/** Upright, and no wider than it is shown. */
export async function orientedBitmap(file: Blob, width: number): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const height = Math.round((whole.height * width) / whole.width);
  const sized = drawn(whole, width, height).transferToImageBitmap();
  whole.close();
  return sized;
}

/** Cuts a part out of a picture that was stored before. */
export async function cropImage(
  picture: Blob,
  { x, y, width, height }: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>,
): Promise<ShrunkImage | string> {
  if (Math.min(width, height) < 16) return 'The selected area is too small. Select a larger one.';
  try {
    const part = await createImageBitmap(picture, x, y, width, height);
    return await stored(part, width, height, shown);
  } catch {
    return 'This browser can’t open the picture. Try another file.';
  }
}

async function stored(
  bitmap: ImageBitmap,
  width: number,
  height: number,
  { type, quality }: ShrunkForm,
): Promise<ShrunkImage> {
  const canvas = drawn(bitmap, width, height);
  const blob = await canvas.convertToBlob({ type, quality });
  return { blob, width, height, colour: averageColour(bitmap) };
}

function drawn(bitmap: ImageBitmap, width: number, height: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

function averageColour(bitmap: ImageBitmap): string {
  const pixel = drawn(bitmap, 1, 1).getContext('2d')?.getImageData(0, 0, 1, 1).data;
  const parts = [pixel?.[0] ?? 128, pixel?.[1] ?? 128, pixel?.[2] ?? 128];
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
