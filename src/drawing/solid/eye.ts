import type { Vector } from './field.ts';

export type Eye = {
  /** Towards the viewer. */
  readonly forward: Vector;
  readonly right: Vector;
  readonly up: Vector;
  /** What the picture's middle looks at. */
  readonly target: Vector;
  /** Units across the picture at the target. */
  readonly span: number;
  readonly distance: number;
};

export type EyeSetting = {
  readonly pitch: number;
  readonly yaw: number;
  readonly target: Vector;
  readonly span: number;
  readonly distance?: number;
};

export function eyeAt({ pitch, yaw, target, span, distance = 11 }: EyeSetting): Eye {
  const [p, y] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180];
  const [cp, sp, cy, sy] = [Math.cos(p), Math.sin(p), Math.cos(y), Math.sin(y)];
  return {
    forward: [sy * cp, cy * cp, sp],
    right: [cy, -sy, 0],
    up: [-sy * sp, -cy * sp, cp],
    target,
    span,
    distance,
  };
}

/** Where the sight line through a pixel meets the floor, or null above the horizon. */
export function floorAt(eye: Eye, across: number, down: number): Vector | null {
  const { forward: f, right: r, up: u, target: t, span, distance } = eye;
  const [a, b] = [across * span, -down * span];
  const on: Vector = [
    t[0] + r[0] * a + u[0] * b,
    t[1] + r[1] * a + u[1] * b,
    t[2] + r[2] * a + u[2] * b,
  ];
  const from: Vector = [t[0] + f[0] * distance, t[1] + f[1] * distance, t[2] + f[2] * distance];
  const fall = from[2] - on[2];
  if (fall <= 1e-4) return null;
  const s = from[2] / fall;
  return [from[0] + (on[0] - from[0]) * s, from[1] + (on[1] - from[1]) * s, 0];
}

/** Where a point is in the picture: 0 to 1 across and down. */
export function onPicture(eye: Eye, [x, y, z]: Vector): readonly [across: number, down: number] {
  const { forward: f, right: r, up: u, target: t, span, distance } = eye;
  const [a, b, c] = [x - t[0], y - t[1], z - t[2]];
  const scale = distance / (distance - a * f[0] - b * f[1] - c * f[2]) / span;
  return [
    0.5 + (a * r[0] + b * r[1] + c * r[2]) * scale,
    0.5 - (a * u[0] + b * u[1] + c * u[2]) * scale,
  ];
}
