import type { Field } from './field.ts';
import type { Bounds } from './part.ts';

export type Mesh = {
  /** x, y, z, then the normal: six numbers a vertex. */
  readonly vertices: Float32Array;
  readonly triangles: Uint32Array;
};

type Grid = {
  readonly size: readonly [number, number, number];
  readonly low: readonly [number, number, number];
  readonly cell: number;
  readonly values: Float32Array;
};

const BLOCK = 6;

/** Blocks that the surface can't reach are filled with their sign alone. */
function sample(field: Field, bounds: Bounds, cell: number): Grid {
  const count = (axis: 0 | 1 | 2) =>
    Math.max(Math.ceil((bounds.high[axis] - bounds.low[axis]) / cell / BLOCK), 1) * BLOCK + 1;
  const [nx, ny, nz] = [count(0), count(1), count(2)];
  const [x0, y0, z0] = bounds.low;
  const values = new Float32Array(nx * ny * nz);
  const reach = BLOCK * cell * 0.8661 * 1.5;
  const half = (BLOCK * cell) / 2;
  for (let k = 0; k < nz - 1; k += BLOCK)
    for (let j = 0; j < ny - 1; j += BLOCK)
      for (let i = 0; i < nx - 1; i += BLOCK) {
        const d = field(x0 + i * cell + half, y0 + j * cell + half, z0 + k * cell + half);
        const far = Math.abs(d) > reach;
        for (let c = k; c <= k + BLOCK; c += 1)
          for (let b = j; b <= j + BLOCK; b += 1) {
            let at = (c * ny + b) * nx + i;
            for (let a = i; a <= i + BLOCK; a += 1, at += 1) {
              if (!far) values[at] = field(x0 + a * cell, y0 + b * cell, z0 + c * cell);
              else if (values[at] === 0) values[at] = d;
            }
          }
      }
  return { size: [nx, ny, nz], low: bounds.low, cell, values };
}

const EDGES: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, 2],
  [0, 4],
  [1, 3],
  [1, 5],
  [2, 3],
  [2, 6],
  [3, 7],
  [4, 5],
  [4, 6],
  [5, 7],
  [6, 7],
];

/** Where in the cell at (i, j, k) the surface passes, or null where it does not. */
function crossing(
  grid: Grid,
  i: number,
  j: number,
  k: number,
  corner: Float64Array,
): number[] | null {
  const [nx, ny] = grid.size;
  const base = (k * ny + j) * nx + i;
  let inside = 0;
  for (let n = 0; n < 8; n += 1) {
    const at = base + (n & 1) + (n & 2 ? nx : 0) + (n & 4 ? nx * ny : 0);
    const value = grid.values[at] ?? 1;
    corner[n] = value;
    if (value < 0) inside += 1;
  }
  if (inside === 0 || inside === 8) return null;
  let [x, y, z, hits] = [0, 0, 0, 0];
  for (const [from, to] of EDGES) {
    const [a, b] = [corner[from] ?? 0, corner[to] ?? 0];
    if (a < 0 === b < 0) continue;
    const t = a / (a - b);
    x += (from & 1) + ((to & 1) - (from & 1)) * t;
    y += ((from >> 1) & 1) + (((to >> 1) & 1) - ((from >> 1) & 1)) * t;
    z += ((from >> 2) & 1) + (((to >> 2) & 1) - ((from >> 2) & 1)) * t;
    hits += 1;
  }
  return [x / hits, y / hits, z / hits];
}

/** Writes the normal at a point and the point pulled onto the surface. */
function settle(field: Field, x: number, y: number, z: number, step: number, out: number[]): void {
  const e = step * 0.35;
  const a = field(x + e, y - e, z - e);
  const b = field(x - e, y - e, z + e);
  const c = field(x - e, y + e, z - e);
  const d = field(x + e, y + e, z + e);
  const [gx, gy, gz] = [a - b - c + d, -a - b + c + d, -a + b - c + d];
  const length = Math.sqrt(gx * gx + gy * gy + gz * gz) || 1;
  const [nx, ny, nz] = [gx / length, gy / length, gz / length];
  const off = Math.max(Math.min((a + b + c + d) / 4, step * 0.5), -step * 0.5);
  out.push(x - nx * off, y - ny * off, z - nz * off, nx, ny, nz);
}

function quads(grid: Grid, index: Int32Array): number[] {
  const [nx, ny, nz] = grid.size;
  const steps = [1, nx, nx * ny] as const;
  const triangles: number[] = [];
  for (let k = 1; k < nz - 1; k += 1)
    for (let j = 1; j < ny - 1; j += 1)
      for (let i = 1; i < nx - 1; i += 1) {
        const at = (k * ny + j) * nx + i;
        const here = (grid.values[at] ?? 1) < 0;
        for (let axis = 0; axis < 3; axis += 1) {
          if ((grid.values[at + (steps[axis] ?? 0)] ?? 1) < 0 === here) continue;
          const u = steps[(axis + 1) % 3] ?? 0;
          const v = steps[(axis + 2) % 3] ?? 0;
          const [p, q] = [index[at - u - v] ?? -1, index[at - v] ?? -1];
          const [r, s] = [index[at] ?? -1, index[at - u] ?? -1];
          if (p < 0 || q < 0 || r < 0 || s < 0) continue;
          if (here) triangles.push(p, q, r, p, r, s);
          else triangles.push(p, r, q, p, s, r);
        }
      }
  return triangles;
}

export function meshOf(field: Field, bounds: Bounds, cell: number): Mesh {
  const grid = sample(field, bounds, cell);
  const [nx, ny, nz] = grid.size;
  const [x0, y0, z0] = grid.low;
  const index = new Int32Array(nx * ny * nz).fill(-1);
  const corner = new Float64Array(8);
  const vertices: number[] = [];
  for (let k = 0; k < nz - 1; k += 1)
    for (let j = 0; j < ny - 1; j += 1)
      for (let i = 0; i < nx - 1; i += 1) {
        const hit = crossing(grid, i, j, k, corner);
        if (hit === null) continue;
        const [x = 0, y = 0, z = 0] = hit;
        index[(k * ny + j) * nx + i] = vertices.length / 6;
        settle(
          field,
          x0 + (i + x) * cell,
          y0 + (j + y) * cell,
          z0 + (k + z) * cell,
          cell,
          vertices,
        );
      }
  return { vertices: Float32Array.from(vertices), triangles: Uint32Array.from(quads(grid, index)) };
}
