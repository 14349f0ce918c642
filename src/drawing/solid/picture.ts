/** The same scene always gives the same bytes. */
import { linearToSrgb } from '../colour.ts';
import type { Eye } from './eye.ts';
import { floorAtPixel, floorShadow, type Floor } from './floor.ts';
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

const SMOOTH = 0.998;
const EVEN = 0.02;

/** True where the pixel's four samples, from `at` on, lie on one part, face the same way and are painted alike. */
function isSmooth(buffer: Buffer, at: number, parts: readonly Part[]): boolean {
  const part = buffer.part[at];
  const v = buffer.values;
  const first = at * STRIDE + 3;
  const paint = parts[(part ?? 0) - 1]?.paint;
  const share = (o: number) => paint?.(v[o] ?? 0, v[o + 1] ?? 0, v[o + 2] ?? 0) ?? 0;
  const painted = share(at * STRIDE);
  for (const other of [at + 1, at + buffer.size, at + buffer.size + 1]) {
    if (buffer.part[other] !== part) return false;
    if (part === 0) continue;
    const o = other * STRIDE + 3;
    const along =
      (v[first] ?? 0) * (v[o] ?? 0) +
      (v[first + 1] ?? 0) * (v[o + 1] ?? 0) +
      (v[first + 2] ?? 0) * (v[o + 2] ?? 0);
    if (along < SMOOTH) return false;
    if (paint && Math.abs(share(other * STRIDE) - painted) > EVEN) return false;
  }
  return true;
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
      // Inside a smooth surface the four samples are one colour; edges get all four.
      const samples = isSmooth(buffer, py * 2 * buffer.size + px * 2, parts) ? 1 : 4;
      for (let n = 0; n < samples; n += 1) {
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
      rgba[o + 3] = Math.round((alpha / samples) * 255);
    }
  return rgba;
}

type Geometry = {
  readonly floor: Floor;
  readonly meshes: readonly LitMesh[];
};

function geometryOf(parts: readonly Part[], coarse: number): Geometry {
  const bounds = boundsOf(parts);
  const reach = Math.max(...bounds.high, ...bounds.low.map(Math.abs));
  const scene = sampled(sceneField(parts), bounds);
  return {
    floor: floorShadow(scene, reach * 2.3),
    meshes: parts.map((part) => litMesh(part, scene, coarse)),
  };
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
  const { floor, meshes } = rememberedGeometry(parts, shape, size);
  const buffer = emptyBuffer(size * 2);
  meshes.forEach((mesh, index) => drawMesh(buffer, mesh, eye, index + 1));
  const rgba = pixels({ buffer, floor, parts, eye });
  return `data:image/png;base64,${base64(encodePng(size, size, rgba))}`;
}
