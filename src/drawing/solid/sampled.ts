/**
 * A field read once on a grid and blended between: near enough for soft light, and many times
 * cheaper than the field itself. Beyond the grid the distance to it is added.
 */
import type { Field } from './field.ts';
import { outside, type Bounds } from './part.ts';

const ACROSS = 62;
const MARGIN = 0.3;

export function sampled(field: Field, bounds: Bounds): Field {
  const low = bounds.low.map((v) => v - MARGIN);
  const [x0 = 0, y0 = 0, z0 = 0] = low;
  const [w, d, h] = [
    bounds.high[0] + MARGIN - x0,
    bounds.high[1] + MARGIN - y0,
    bounds.high[2] + MARGIN - z0,
  ];
  const cell = Math.max(w, d, h) / ACROSS;
  const count = (length: number) => Math.max(Math.ceil(length / cell) + 1, 2);
  const [nx, ny, nz] = [count(w), count(d), count(h)];
  const values = new Float32Array(nx * ny * nz);
  for (let k = 0, at = 0; k < nz; k += 1)
    for (let j = 0; j < ny; j += 1)
      for (let i = 0; i < nx; i += 1, at += 1)
        values[at] = field(x0 + i * cell, y0 + j * cell, z0 + k * cell);
  const frame: Bounds = {
    low: [x0, y0, z0],
    high: [x0 + (nx - 1) * cell, y0 + (ny - 1) * cell, z0 + (nz - 1) * cell],
  };
  const plane = nx * ny;
  const within = (v: number, most: number) => (v < 0 ? 0 : v > most ? most : v);
  return (x, y, z) => {
    const fx = within((x - x0) / cell, nx - 1.001);
    const fy = within((y - y0) / cell, ny - 1.001);
    const fz = within((z - z0) / cell, nz - 1.001);
    const [ix, iy, iz] = [fx | 0, fy | 0, fz | 0];
    const [tx, ty, tz] = [fx - ix, fy - iy, fz - iz];
    const at = iz * plane + iy * nx + ix;
    const row = (from: number): number => {
      const a = values[from] ?? 0;
      return a + ((values[from + 1] ?? 0) - a) * tx;
    };
    const a = row(at);
    const b = row(at + plane);
    const near = a + (row(at + nx) - a) * ty;
    const far = b + (row(at + plane + nx) - b) * ty;
    return near + (far - near) * tz + outside(frame, x, y, z);
  };
}
