import sharp from 'sharp';

export interface TestPhoto {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Photographs whose red grows from each to the next, in the order of their numbers. */
export function turnedPhotos(
  count: number,
  size = { width: 120, height: 90 },
): Promise<readonly TestPhoto[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const background = { r: Math.round((n * 255) / (count - 1)), g: 40, b: 90 };
      const picture = sharp({ create: { ...size, channels: 3, background } });
      const buffer = await picture.png().toBuffer();
      return { name: `board ${n + 1}.png`, mimeType: 'image/png', buffer };
    }),
  );
}
