/**
 * Invariant: the part lies within the picture and has the shape that was asked for, to the pixel that
 * rounding leaves.
 */
export const cropShapes = { landscape: 4 / 3, square: 1, portrait: 3 / 4 } as const;
export type CropShape = keyof typeof cropShapes;

export interface Crop {
  readonly shape: CropShape;
  /** From 0.1 to 1 of the largest part of this shape. */
  readonly size: number;
  /** From 0, at the left and top, to 1. */
  readonly across: number;
  readonly down: number;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface PicturePart extends PictureSize {
  readonly x: number;
  readonly y: number;
}

export const middleCrop: Crop = { shape: 'landscape', size: 1, across: 0.5, down: 0.5 };
const within = (value: number, least: number) => Math.min(Math.max(value, least), 1);

/** @example partOf({ width: 300, height: 100 }, { shape: 'square', size: 1, across: 0, down: 0 }) // { x: 0, y: 0, width: 100, height: 100 } */
export function partOf({ width, height }: PictureSize, crop: Crop): PicturePart {
  const aspect = cropShapes[crop.shape];
  const widest = Math.min(width, height * aspect);
  const kept = Math.max(Math.round(widest * within(crop.size, 0.1)), 1);
  const tall = Math.min(Math.max(Math.round(kept / aspect), 1), height);
  return {
    x: Math.round((width - kept) * within(crop.across, 0)),
    y: Math.round((height - tall) * within(crop.down, 0)),
    width: kept,
    height: tall,
  };
}

/** Moved by so many pixels of the picture. */
export function moveCrop(picture: PictureSize, crop: Crop, right: number, downwards: number): Crop {
  const part = partOf(picture, crop);
  const free = { across: picture.width - part.width, down: picture.height - part.height };
  return {
    ...crop,
    across: free.across === 0 ? crop.across : within((part.x + right) / free.across, 0),
    down: free.down === 0 ? crop.down : within((part.y + downwards) / free.down, 0),
  };
}
