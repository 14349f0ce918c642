export function hash3(x: number, y: number, z: number, seed: number): number {
  let h = (Math.imul(x, 374761393) + Math.imul(y, 668265263)) | 0;
  h = (h + Math.imul(z, 2147483647) + Math.imul(seed, 1274126177)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1103515245);
  h = Math.imul(h ^ (h >>> 16), 2654435761);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}

const smooth = (t: number): number => t * t * (3 - 2 * t);

/** -1 to 1, one bump to a unit. */
export function noise3(x: number, y: number, z: number, seed: number): number {
  const [ix, iy, iz] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [fx, fy, fz] = [smooth(x - ix), smooth(y - iy), smooth(z - iz)];
  const row = (dy: number, dz: number) => {
    const a = hash3(ix, iy + dy, iz + dz, seed);
    return a + (hash3(ix + 1, iy + dy, iz + dz, seed) - a) * fx;
  };
  const near = row(0, 0) + (row(1, 0) - row(0, 0)) * fy;
  const far = row(0, 1) + (row(1, 1) - row(0, 1)) * fy;
  return (near + (far - near) * fz) * 2 - 1;
}

export function cloud(x: number, y: number, z: number, seed: number): number {
  return (
    0.55 * noise3(x, y, z, seed) +
    0.3 * noise3(x * 2.1, y * 2.1, z * 2.1, seed + 7) +
    0.15 * noise3(x * 4.3, y * 4.3, z * 4.3, seed + 13)
  );
}
