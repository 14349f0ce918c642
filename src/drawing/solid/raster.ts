/** Each vertex is eight numbers: place, normal, openness, sight of the light. */
import type { Eye } from './eye.ts';
import type { Mesh } from './mesh.ts';

export const STRIDE = 8;

export type LitMesh = { readonly vertices: Float32Array; readonly triangles: Mesh['triangles'] };

export type Buffer = {
  readonly size: number;
  readonly depth: Float32Array;
  /** 1 + the part's number; 0 where nothing was hit. */
  readonly part: Uint8Array;
  /** STRIDE numbers a pixel. */
  readonly values: Float32Array;
};

export function emptyBuffer(size: number): Buffer {
  return {
    size,
    depth: new Float32Array(size * size).fill(-1e9),
    part: new Uint8Array(size * size),
    values: new Float32Array(size * size * STRIDE),
  };
}

/** Three numbers a vertex: pixel x, pixel y, nearness. */
function projected(mesh: LitMesh, eye: Eye, size: number): Float32Array {
  const count = mesh.vertices.length / STRIDE;
  const out = new Float32Array(count * 3);
  const { forward: f, right: r, up: u, target: t, span, distance } = eye;
  for (let i = 0; i < count; i += 1) {
    const x = (mesh.vertices[i * STRIDE] ?? 0) - t[0];
    const y = (mesh.vertices[i * STRIDE + 1] ?? 0) - t[1];
    const z = (mesh.vertices[i * STRIDE + 2] ?? 0) - t[2];
    const near = x * f[0] + y * f[1] + z * f[2];
    const scale = (distance / (distance - near)) * (size / span);
    out[i * 3] = size / 2 + (x * r[0] + y * r[1] + z * r[2]) * scale;
    out[i * 3 + 1] = size / 2 - (x * u[0] + y * u[1] + z * u[2]) * scale;
    out[i * 3 + 2] = near;
  }
  return out;
}

type Corner = { readonly x: number; readonly y: number; readonly z: number; readonly at: number };

function fill(buffer: Buffer, mesh: LitMesh, a: Corner, b: Corner, c: Corner, part: number): void {
  const { size, depth, values } = buffer;
  const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (Math.abs(area) < 1e-9) return;
  const x0 = Math.max(Math.ceil(Math.min(a.x, b.x, c.x) - 0.5), 0);
  const x1 = Math.min(Math.floor(Math.max(a.x, b.x, c.x) - 0.5), size - 1);
  const y0 = Math.max(Math.ceil(Math.min(a.y, b.y, c.y) - 0.5), 0);
  const y1 = Math.min(Math.floor(Math.max(a.y, b.y, c.y) - 0.5), size - 1);
  const source = mesh.vertices;
  for (let py = y0; py <= y1; py += 1)
    for (let px = x0; px <= x1; px += 1) {
      const [qx, qy] = [px + 0.5, py + 0.5];
      const wb = ((qx - a.x) * (c.y - a.y) - (qy - a.y) * (c.x - a.x)) / area;
      const wc = ((b.x - a.x) * (qy - a.y) - (b.y - a.y) * (qx - a.x)) / area;
      const wa = 1 - wb - wc;
      if (wa < -1e-6 || wb < -1e-6 || wc < -1e-6) continue;
      const z = a.z * wa + b.z * wb + c.z * wc;
      const at = py * size + px;
      if (z <= (depth[at] ?? 0)) continue;
      depth[at] = z;
      buffer.part[at] = part;
      for (let n = 0; n < STRIDE; n += 1)
        values[at * STRIDE + n] =
          (source[a.at + n] ?? 0) * wa +
          (source[b.at + n] ?? 0) * wb +
          (source[c.at + n] ?? 0) * wc;
    }
}

export function drawMesh(buffer: Buffer, mesh: LitMesh, eye: Eye, part: number): void {
  const points = projected(mesh, eye, buffer.size);
  const corner = (vertex: number): Corner => ({
    x: points[vertex * 3] ?? 0,
    y: points[vertex * 3 + 1] ?? 0,
    z: points[vertex * 3 + 2] ?? 0,
    at: vertex * STRIDE,
  });
  const { triangles } = mesh;
  for (let i = 0; i < triangles.length; i += 3)
    fill(
      buffer,
      mesh,
      corner(triangles[i] ?? 0),
      corner(triangles[i + 1] ?? 0),
      corner(triangles[i + 2] ?? 0),
      part,
    );
}
