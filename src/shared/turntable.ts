/** Photographs or drawings of a thing from all sides, in one file: rows of six, from left to right. */
export interface TurntableSheet {
  readonly link: string;
  readonly frames: number;
}

export const framesInRow = 6;
export const drawnFrames = 24;
export const leastFrames = 8;
export const mostFrames = 24;

export const rowsOf = (frames: number): number => Math.ceil(frames / framesInRow);
