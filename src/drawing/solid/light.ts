import type { Field, Vector } from './field.ts';

const unit = ([x, y, z]: Vector): Vector => {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
};

/** Over the left and a little before the sculpt, so that faces are lit. */
export const KEY_LIGHT = unit([-0.56, 0.22, 0.8]);
export const FILL_LIGHT = unit([0.75, 0.55, 0.42]);
export const RIM_LIGHT = unit([0.35, -0.85, 0.42]);

/** 1 in the open, towards 0 in creases. */
export function openness(scene: Field, at: Vector, normal: Vector): number {
  let hidden = 0;
  let weight = 1;
  for (const step of [0.045, 0.11, 0.22, 0.42]) {
    const d = scene(at[0] + normal[0] * step, at[1] + normal[1] * step, at[2] + normal[2] * step);
    hidden += weight * Math.max(0, step - d) * (1 / step);
    weight *= 0.72;
  }
  return Math.max(0, 1 - 0.36 * hidden);
}

/** 1 where the key light is in full sight, 0 in its shadow. */
export function sight(scene: Field, at: Vector, normal: Vector): number {
  let seen = 1;
  let t = 0.05;
  const [x, y, z] = [at[0] + normal[0] * 0.03, at[1] + normal[1] * 0.03, at[2] + normal[2] * 0.03];
  for (let step = 0; step < 18 && t < 3.2; step += 1) {
    const d = scene(x + KEY_LIGHT[0] * t, y + KEY_LIGHT[1] * t, z + KEY_LIGHT[2] * t);
    if (d < 0.004) return 0;
    seen = Math.min(seen, (5.5 * d) / t);
    t += Math.min(Math.max(d, 0.04), 0.35);
  }
  return seen * seen * (3 - 2 * seen);
}
