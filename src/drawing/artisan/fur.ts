import { noise3 } from '../solid/noise.ts';

export const fur =
  (seed: number, depth: number) =>
  (x: number, y: number, z: number): number =>
    depth * noise3(x * 16, y * 9, z * 16, seed);
