/**
 * Where the subject of a photograph is, and what frames of another shape show of it. Invariant: a cut lies
 * within its picture, and is the largest of its shape that does.
 */
import { numberOf, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import type { PicturePart, PictureSize } from './crop.ts';

/** In whole per cent from the left and from the top. */
export interface Focus {
  readonly x: number;
  readonly y: number;
}

export const middle: Focus = { x: 50, y: 50 };

/** Width to height of the frames in which the shop shows a picture that was taken in another shape. */
export const frames = { card: 4 / 3, square: 1, wide: 2, share: 1200 / 630 } as const;
export type Frame = keyof typeof frames;

/** What a frame of this shape shows. */
export interface Cut extends Focus {
  readonly ratio: number;
}

const squareBelow = 1.3;

/** A card shows narrow pictures whole, or nearly so. */
export const cardFrame = ({ width, height }: PictureSize): 'square' | 'card' =>
  width / height < squareBelow ? 'square' : 'card';

const between = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), most);

export const isMiddle = ({ x, y }: Focus): boolean => x === middle.x && y === middle.y;

/** @example focusAt(0.257, 1.4) // { x: 26, y: 100 } */
export const focusAt = (across: number, down: number): Focus => ({
  x: Math.round(between(across, 0, 1) * 100),
  y: Math.round(between(down, 0, 1) * 100),
});

/**
 * The subject comes to the middle, or as near to it as the picture goes.
 * @example cutAround({ width: 300, height: 100 }, { ratio: 1, x: 100, y: 50 }) // { x: 200, y: 0, width: 100, height: 100 }
 */
export function cutAround({ width, height }: PictureSize, { ratio, x, y }: Cut): PicturePart {
  const isWider = width / height > ratio;
  const kept = isWider ? between(Math.round(height * ratio), 1, width) : width;
  const tall = isWider ? height : between(Math.round(width / ratio), 1, height);
  return {
    x: between(Math.round((width * x) / 100 - kept / 2), 0, width - kept),
    y: between(Math.round((height * y) / 100 - tall / 2), 0, height - tall),
    width: kept,
    height: tall,
  };
}

/** Where `object-position` shows the same of a picture that a frame of this shape cuts by itself. */
export function positionOf(picture: PictureSize, cut: Cut): string {
  const part = cutAround(picture, cut);
  const share = (start: number, free: number) => (free === 0 ? 50 : (100 * start) / free);
  const across = share(part.x, picture.width - part.width);
  const down = share(part.y, picture.height - part.height);
  return `${across}% ${down}%`;
}

export const moveFocus = (focus: Focus, by: Focus): Focus =>
  focusAt((focus.x + by.x) / 100, (focus.y + by.y) / 100);

type Picture = Draft<Pick<Row<'product_images'>, 'focus_x' | 'focus_y' | 'width' | 'height'>>;

export const focusOf = (row: Picture): Focus => ({
  x: numberOf(row, 'focus_x') ?? middle.x,
  y: numberOf(row, 'focus_y') ?? middle.y,
});

export const sizeOf = (row: Picture): PictureSize => ({
  width: numberOf(row, 'width') ?? 1,
  height: numberOf(row, 'height') ?? 1,
});

/** The same place in a part of the picture, or the nearest to it. */
export function focusWithin(picture: PictureSize, part: PicturePart, focus: Focus): Focus {
  if (isMiddle(focus)) return middle;
  const across = (picture.width * focus.x) / 100 - part.x;
  const down = (picture.height * focus.y) / 100 - part.y;
  return focusAt(across / part.width, down / part.height);
}
