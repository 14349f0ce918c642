/** What a thumb turns, as one file that comes when it is touched. */
import sharp from 'sharp';
import { drawProductPicture } from '#drawing/product-picture/draw-product-picture.ts';
import type { ProductPictureSpec } from '#drawing/product-picture/product-picture-spec.ts';
import { drawnFrames, framesInRow, rowsOf } from '#shared/turntable.ts';
import type { PictureQuality } from './picture-files.ts';
import { rasterise, type Pixels } from './rasterise.ts';

/** In motion nobody sees single pixels. */
const coding = { quality: 45, chromaSubsampling: '4:2:0' } as const;
const qualities = {
  full: { frameWidth: 800, effort: 2 },
  preview: { frameWidth: 400, effort: 0 },
  draft: { frameWidth: 80, effort: 0 },
} as const;

export const sheetWidth = (quality: PictureQuality): number =>
  qualities[quality].frameWidth * framesInRow;

/** All the way round: from each to the next, what is near goes to the right. */
export async function drawSheet(
  spec: Extract<ProductPictureSpec, { readonly kind: 'board' }>,
  quality: PictureQuality,
): Promise<Pixels> {
  const { frameWidth } = qualities[quality];
  const frames: Pixels[] = [];
  for (let n = 0; n < drawnFrames; n += 1) {
    const turned = (-n * 360) / drawnFrames;
    frames.push(await rasterise(drawProductPicture({ ...spec, turned }), frameWidth));
  }
  const { height = 0, channels = 4 } = frames[0]?.info ?? {};
  return sharp({
    create: {
      width: sheetWidth(quality),
      height: height * rowsOf(drawnFrames),
      channels: 3,
      background: '#ffffff',
    },
  })
    .composite(
      frames.map(({ data }, n) => ({
        input: data,
        raw: { width: frameWidth, height, channels },
        left: (n % framesInRow) * frameWidth,
        top: Math.floor(n / framesInRow) * height,
      })),
    )
    .raw()
    .toBuffer({ resolveWithObject: true });
}

export const encodeSheet = (
  { data, info: { width, height, channels } }: Pixels,
  quality: PictureQuality,
): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels } })
    .avif({ ...coding, effort: qualities[quality].effort })
    .toBuffer();
