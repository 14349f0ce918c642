export type Field = (x: number, y: number, z: number) => number;
export type Vector = readonly [x: number, y: number, z: number];

const { abs, max, min, sqrt, cos, sin, PI } = Math;
const clamp = (v: number, low: number, high: number): number =>
  v < low ? low : v > high ? high : v;

export const sphere =
  ([cx, cy, cz]: Vector, radius: number): Field =>
  (x, y, z) =>
    sqrt((x - cx) ** 2 + (y - cy) ** 2 + (z - cz) ** 2) - radius;

/** Near enough to a distance for radii that do not differ wildly. */
export const ellipsoid =
  ([cx, cy, cz]: Vector, [rx, ry, rz]: Vector): Field =>
  (x, y, z) => {
    const [px, py, pz] = [(x - cx) / rx, (y - cy) / ry, (z - cz) / rz];
    const k0 = sqrt(px * px + py * py + pz * pz);
    const k1 = sqrt((px / rx) ** 2 + (py / ry) ** 2 + (pz / rz) ** 2);
    return k1 < 1e-9 ? -min(rx, ry, rz) : (k0 * (k0 - 1)) / k1;
  };

export const box =
  ([cx, cy, cz]: Vector, [hx, hy, hz]: Vector, round: number): Field =>
  (x, y, z) => {
    const qx = abs(x - cx) - hx + round;
    const qy = abs(y - cy) - hy + round;
    const qz = abs(z - cz) - hz + round;
    const [ox, oy, oz] = [max(qx, 0), max(qy, 0), max(qz, 0)];
    return sqrt(ox * ox + oy * oy + oz * oz) + min(max(qx, qy, qz), 0) - round;
  };

/** A rod from a to b whose radius goes from ra to rb, with round ends. */
export const rod = (a: Vector, b: Vector, ra: number, rb: number = ra): Field => {
  const [ax, ay, az] = a;
  const [dx, dy, dz] = [b[0] - ax, b[1] - ay, b[2] - az];
  const length2 = dx * dx + dy * dy + dz * dz || 1;
  return (x, y, z) => {
    const [px, py, pz] = [x - ax, y - ay, z - az];
    const t = clamp((px * dx + py * dy + pz * dz) / length2, 0, 1);
    return (
      sqrt((px - dx * t) ** 2 + (py - dy * t) ** 2 + (pz - dz * t) ** 2) - (ra + (rb - ra) * t)
    );
  };
};

/** An upright drum; `round` softens its edges. */
export const drum =
  ([cx, cy, cz]: Vector, radius: number, half: number, round: number): Field =>
  (x, y, z) => {
    const qr = sqrt((x - cx) ** 2 + (y - cy) ** 2) - radius + round;
    const qz = abs(z - cz) - half + round;
    return sqrt(max(qr, 0) ** 2 + max(qz, 0) ** 2) + min(max(qr, qz), 0) - round;
  };

/** An upright cone frustum from radius `low` at z0 to `high` at z1. */
export const cone = (
  [cx, cy]: readonly [x: number, y: number],
  z0: number,
  z1: number,
  low: number,
  high: number,
): Field => {
  const height = z1 - z0;
  const slope = (low - high) / height;
  const slant = 1 / sqrt(1 + slope * slope);
  return (x, y, z) => {
    const r = sqrt((x - cx) ** 2 + (y - cy) ** 2);
    const side = (r - (low - slope * (z - z0))) * slant;
    return max(side, z0 - z, z - z1);
  };
};

/** A lying ring round the z axis of its centre. */
export const torus =
  ([cx, cy, cz]: Vector, radius: number, tube: number): Field =>
  (x, y, z) => {
    const q = sqrt((x - cx) ** 2 + (y - cy) ** 2) - radius;
    return sqrt(q * q + (z - cz) ** 2) - tube;
  };

export const join =
  (...fields: readonly Field[]): Field =>
  (x, y, z) => {
    let nearest = Infinity;
    for (const field of fields) {
      const d = field(x, y, z);
      if (d < nearest) nearest = d;
    }
    return nearest;
  };

const soft = (a: number, b: number, k: number): number => {
  const h = max(k - abs(a - b), 0) / k;
  return min(a, b) - h * h * k * 0.25;
};

/** Joins with a fillet of size `k`. */
export const blend =
  (k: number, ...fields: readonly Field[]): Field =>
  (x, y, z) => {
    let d = Infinity;
    for (const field of fields) {
      const next = field(x, y, z);
      d = d === Infinity ? next : soft(d, next, k);
    }
    return d;
  };

/** Takes `tool` away from `body`, with an edge softened by `k`. */
export const carve =
  (k: number, body: Field, tool: Field): Field =>
  (x, y, z) =>
    -soft(-body(x, y, z), tool(x, y, z), k);

export const common =
  (k: number, a: Field, b: Field): Field =>
  (x, y, z) =>
    -soft(-a(x, y, z), -b(x, y, z), k);

export const move =
  (body: Field, [dx, dy, dz]: Vector): Field =>
  (x, y, z) =>
    body(x - dx, y - dy, z - dz);

/** The right half also stands on the left. */
export const mirror =
  (body: Field): Field =>
  (x, y, z) =>
    body(abs(x), y, z);

const radians = (degrees: number): number => (degrees * PI) / 180;

/** Tips forwards (towards the viewer) about the x axis through the origin. */
export const tip = (body: Field, degrees: number): Field => {
  const [c, s] = [cos(radians(degrees)), sin(radians(degrees))];
  return (x, y, z) => body(x, c * y - s * z, s * y + c * z);
};
export const lean = (body: Field, degrees: number): Field => {
  const [c, s] = [cos(radians(degrees)), sin(radians(degrees))];
  return (x, y, z) => body(c * x - s * z, y, s * x + c * z);
};
export const spin = (body: Field, degrees: number): Field => {
  const [c, s] = [cos(radians(degrees)), sin(radians(degrees))];
  return (x, y, z) => body(c * x + s * y, c * y - s * x, z);
};

/** `count` copies round the z axis; the first stands towards +x. */
export const around = (body: Field, count: number, phase = 0): Field => {
  const sector = (2 * PI) / count;
  return (x, y, z) => {
    const angle = Math.atan2(y, x) - phase;
    const turned = angle - sector * Math.round(angle / sector);
    const r = sqrt(x * x + y * y);
    return body(r * cos(turned), r * sin(turned), z);
  };
};

/** Beyond this the surface is too far for a ripple to reach. */
const RIPPLE_REACH = 0.16;

/** Pushes the surface out and in; keep `by` small and smooth. */
export const ripple =
  (body: Field, by: (x: number, y: number, z: number) => number): Field =>
  (x, y, z) => {
    const d = body(x, y, z);
    return d > RIPPLE_REACH || d < -RIPPLE_REACH ? d : d - by(x, y, z);
  };
