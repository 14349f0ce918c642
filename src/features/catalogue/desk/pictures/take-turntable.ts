import { imageTypes, orientedBitmap } from '#shared/shrink-image.ts';
import { framesInRow, rowsOf } from '#shared/turntable.ts';
import { countProblem, inOrder, shapeProblem } from '../../model/turntable-files.ts';

/** What a page shows at once is never wider. */
const frameWidth = 800;
const coding = { type: 'image/webp', quality: 0.86 } as const;

export interface Sheet {
  readonly blob: Blob;
  readonly frames: number;
}

/** Draws photographs into one file, in the order of their names; gives a sentence where it can't. */
export async function sheetOf(
  files: readonly File[],
  tell: (done: number) => void,
): Promise<Sheet | string> {
  const fault = countProblem(files.length);
  if (fault !== null) return fault;
  const photos: { readonly name: string; readonly bitmap: ImageBitmap }[] = [];
  try {
    for (const file of inOrder(files)) {
      if (!imageTypes.has(file.type)) return `${file.name}: use a JPEG, PNG, WebP or AVIF file.`;
      const bitmap = await orientedBitmap(file, frameWidth).catch(() => null);
      if (bitmap === null) return `${file.name} is not a picture that this browser can read.`;
      photos.push({ name: file.name, bitmap });
      tell(photos.length);
    }
    const sizes = photos.map(({ name, bitmap: { width, height } }) => ({ name, width, height }));
    return shapeProblem(sizes) ?? (await drawn(photos.map(({ bitmap }) => bitmap)));
  } finally {
    for (const { bitmap } of photos) bitmap.close();
  }
}

/** The same the other way round; its first side stays the first. */
export async function reversed({ blob, frames }: Sheet): Promise<Sheet> {
  const whole = await createImageBitmap(blob);
  const [width, height] = [whole.width / framesInRow, whole.height / rowsOf(frames)];
  const sides = await Promise.all(
    Array.from({ length: frames }, (_, n) => {
      const side = (frames - n) % frames;
      const [left, top] = [(side % framesInRow) * width, Math.floor(side / framesInRow) * height];
      return createImageBitmap(whole, left, top, width, height);
    }),
  );
  return drawn(sides);
}

async function drawn(sides: readonly ImageBitmap[]): Promise<Sheet> {
  const { width = frameWidth, height = frameWidth } = sides[0] ?? {};
  const canvas = new OffscreenCanvas(width * framesInRow, height * rowsOf(sides.length));
  const context = canvas.getContext('2d');
  for (const [n, side] of sides.entries()) {
    const [left, top] = [(n % framesInRow) * width, Math.floor(n / framesInRow) * height];
    context?.drawImage(side, left, top, width, height);
  }
  return { blob: await canvas.convertToBlob(coding), frames: sides.length };
}
