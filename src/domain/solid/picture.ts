/**
 * The only way a solid scene becomes pixels: meshes, light per vertex, raster at twice the size,
 * shade, and a floor that only takes shadow. The same scene always gives the same bytes.
 */
import { linearToSrgb } from '../colour.ts';
import { floorAt, type Eye } from './eye.ts';
import { openness, sight } from './light.ts';
import { sampled } from './sampled.ts';
import { meshOf } from './mesh.ts';
import { boundsOf, sceneField, type Part } from './part.ts';
import { base64, encodePng } from './png.ts';
import { drawMesh, emptyBuffer, STRIDE, type Buffer, type LitMesh } from './raster.ts';
import { develop, inkOf, shade, type Hit } from './shade.ts';
import type { Field } from './field.ts';

function litMesh(part: Part, scene: Field, coarse: number): LitMesh {
  const mesh = meshOf(part.field, part.bounds, part.cell * coarse);
  const count = mesh.vertices.length / 6;
  const vertices = new Float32Array(count * STRIDE);
  for (let i = 0; i < count; i += 1) {
    const [x = 0, y = 0, z = 0, nx = 0, ny = 0, nz = 0] = mesh.vertices.subarray(i * 6, i * 6 + 6);
    vertices.set([x, y, z, nx, ny, nz], i * STRIDE);
    vertices[i * STRIDE + 6] = openness(scene, [x, y, z], [nx, ny, nz]);
    vertices[i * STRIDE + 7] = sight(scene, [x, y, z], [nx, ny, nz]);
  }
  return { vertices, triangles: mesh.triangles };
}

type Floor = { readonly half: number; readonly columns: number; readonly dark: Float32Array };
const FLOOR_COLUMNS = 180;

/** How dark the floor is, on a coarse grid: shadows are soft, so the places between are blended. */
function floorShadow(scene: Field, half: number): Floor {
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

function floorAtPixel(floor: Floor, eye: Eye, across: number, down: number): number {
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

type Shot = {
  readonly buffer: Buffer;
  readonly floor: Floor;
  readonly parts: readonly Part[];
  readonly eye: Eye;
};

function hitAt(buffer: Buffer, at: number, hit: Hit): void {
  const v = buffer.values;
  const o = at * STRIDE;
  const [nx, ny, nz] = [v[o + 3] ?? 0, v[o + 4] ?? 0, v[o + 5] ?? 0];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
  hit.x = v[o] ?? 0;
  hit.y = v[o + 1] ?? 0;
  hit.z = v[o + 2] ?? 0;
  hit.nx = nx / length;
  hit.ny = ny / length;
  hit.nz = nz / length;
  hit.open = v[o + 6] ?? 0;
  hit.seen = v[o + 7] ?? 0;
}

/** Four samples to a pixel; the floor's shadow is black with that much cover. */
function pixels({ buffer, floor, parts, eye }: Shot): Uint8Array {
  const size = buffer.size / 2;
  const rgba = new Uint8Array(size * size * 4);
  const inks = parts.map(inkOf);
  const hit: Hit = { x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0, open: 0, seen: 0 };
  const sample = new Float64Array(3);
  const sum = new Float64Array(4);
  for (let py = 0; py < size; py += 1)
    for (let px = 0; px < size; px += 1) {
      sum.fill(0);
      for (let n = 0; n < 4; n += 1) {
        const [x, y] = [px * 2 + (n & 1), py * 2 + (n >> 1)];
        const at = y * buffer.size + x;
        const ink = inks[(buffer.part[at] ?? 0) - 1];
        if (ink === undefined) {
          sum[3] =
            (sum[3] ?? 0) + floorAtPixel(floor, eye, x / buffer.size - 0.5, y / buffer.size - 0.5);
          continue;
        }
        hitAt(buffer, at, hit);
        sample.fill(0);
        shade(hit, ink, eye.forward, sample);
        for (let c = 0; c < 3; c += 1)
          sum[c] = (sum[c] ?? 0) + linearToSrgb(Math.min(develop(Math.max(sample[c] ?? 0, 0)), 1));
        sum[3] = (sum[3] ?? 0) + 1;
      }
      const alpha = sum[3] ?? 0;
      if (alpha <= 0) continue;
      const o = (py * size + px) * 4;
      for (let c = 0; c < 3; c += 1) rgba[o + c] = Math.round(((sum[c] ?? 0) / alpha) * 255);
      rgba[o + 3] = Math.round((alpha / 4) * 255);
    }
  return rgba;
}

type Geometry = {
  readonly scene: Field;
  readonly reach: number;
  readonly meshes: readonly LitMesh[];
};

function geometryOf(parts: readonly Part[], coarse: number): Geometry {
  const bounds = boundsOf(parts);
  const reach = Math.max(...bounds.high, ...bounds.low.map(Math.abs));
  const scene = sampled(sceneField(parts), bounds);
  return { scene, reach, meshes: parts.map((part) => litMesh(part, scene, coarse)) };
}

/** The last few shapes: a shop draws one shape in many colours, and shape is most of the work. */
const shapes = new Map<string, Geometry>();
const KEPT_SHAPES = 3;

/** A small picture has no use for fine cells: they would be smaller than its pixels. */
const coarseness = (size: number): number => Math.min(Math.max(Math.round(320 / size), 1), 3);

function rememberedGeometry(parts: readonly Part[], name: string, size: number): Geometry {
  const coarse = coarseness(size);
  const shape = `${name} ${coarse}`;
  const known = shapes.get(shape);
  if (known !== undefined) return known;
  const made = geometryOf(parts, coarse);
  const [oldest] = shapes.keys();
  if (shapes.size >= KEPT_SHAPES && oldest !== undefined) shapes.delete(oldest);
  shapes.set(shape, made);
  return made;
}

/**
 * A PNG of `size` pixels square as a data address, clear where nothing stands or throws shadow.
 * `shape` names the geometry: equal names must mean equal fields, whatever the colours.
 */
export function solidPicture(
  parts: readonly Part[],
  eye: Eye,
  size: number,
  shape: string,
): string {
  const { scene, reach, meshes } = rememberedGeometry(parts, shape, size);
  const buffer = emptyBuffer(size * 2);
  meshes.forEach((mesh, index) => drawMesh(buffer, mesh, eye, index + 1));
  const floor = floorShadow(scene, reach * 2.3);
  const rgba = pixels({ buffer, floor, parts, eye });
  return `data:image/png;base64,${base64(encodePng(size, size, rgba))}`;
}
