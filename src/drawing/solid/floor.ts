/** The same scene always gives the same floor. */
import { floorAt, type Eye } from './eye.ts';
import type { Field } from './field.ts';
import { sight } from './light.ts';

export type Floor = {
  readonly half: number;
  readonly columns: number;
  readonly dark: Float32Array;
};
const FLOOR_COLUMNS = 180;

/** How dark the floor is, on a coarse grid: shadows are soft, so the places between are blended. */
export function floorShadow(scene: Field, half: number): Floor {
  const columns = FLOOR_COLUMNS;
  const dark = new Float32Array(columns * columns);
  for (let j = 1; j < columns - 1; j += 1)
    for (let i = 1; i < columns - 1; i += 1) {
      const x = ((i / (columns - 1)) * 2 - 1) * half;
      const y = ((j / (columns - 1)) * 2 - 1) * half;
      const seen = sight(scene, [x, y, 0.01], [0, 0, 1]);
      let near = 0;
      for (const [height, weight] of FLOOR_REACH)
        near += weight * Math.max(0, 1 - scene(x, y, height) / height);
      const fade = Math.min(1, Math.max(0, (1 - Math.hypot(x, y) / half) * 4));
      dark[j * columns + i] = fade * Math.min(0.4 * (1 - seen) + 0.55 * near, 0.8);
    }
  return { half, columns, dark: blurred(blurred(dark, columns), columns) };
}

/** Takes the steps of the grid out of round outlines. */
function blurred(dark: Float32Array, columns: number): Float32Array {
  const out = new Float32Array(dark.length);
  for (let j = 1; j < columns - 1; j += 1)
    for (let i = 1; i < columns - 1; i += 1) {
      const at = j * columns + i;
      let sum = 0;
      for (const row of [-columns, 0, columns])
        sum += (dark[at + row - 1] ?? 0) + 2 * (dark[at + row] ?? 0) + (dark[at + row + 1] ?? 0);
      const middle = (dark[at - 1] ?? 0) + 2 * (dark[at] ?? 0) + (dark[at + 1] ?? 0);
      out[at] = (sum + middle) / 16;
    }
  return out;
}

const FLOOR_REACH = [
  [0.08, 0.35],
  [0.22, 0.35],
  [0.55, 0.3],
] as const;

export function floorAtPixel(floor: Floor, eye: Eye, across: number, down: number): number {
  const at = floorAt(eye, across, down);
  if (at === null) return 0;
  const fx = ((at[0] / floor.half + 1) / 2) * (floor.columns - 1);
  const fy = ((at[1] / floor.half + 1) / 2) * (floor.columns - 1);
  const [ix, iy] = [Math.floor(fx), Math.floor(fy)];
  if (ix < 0 || iy < 0 || ix >= floor.columns - 1 || iy >= floor.columns - 1) return 0;
  const [tx, ty] = [fx - ix, fy - iy];
  const from = iy * floor.columns + ix;
  const read = (offset: number) => floor.dark[from + offset] ?? 0;
  const upper = read(0) + (read(1) - read(0)) * tx;
  const lower = read(floor.columns) + (read(floor.columns + 1) - read(floor.columns)) * tx;
  return upper + (lower - upper) * ty;
}
