/** Sculpts begin at `DECK`. */
import { blend, type Field } from '../solid/field.ts';
import { within, type Part, type Surface } from '../solid/part.ts';

/** Height at which a sculpt begins. */
export const DECK = 0.5;

/** A skirt that narrows upwards, as a keycap's does. */
const skirt: Field = (x, y, z) => {
  const t = Math.min(Math.max(z / DECK, 0), 1);
  const half = 0.93 - 0.12 * t * (0.7 + 0.3 * t);
  const round = 0.16;
  const qx = Math.abs(x) - half + round;
  const qy = Math.abs(y + 0.02 * t) - half + round;
  const plan = Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) + Math.min(Math.max(qx, qy), 0) - round;
  const cap = Math.max(0.015 - z, z - DECK);
  const k = 0.09;
  const h = Math.max(k - Math.abs(plan - cap), 0) / k;
  return (Math.max(plan, cap) + h * h * k * 0.25) * 0.94;
};

/** Its corners are as round as the skirt's, or they would stand out of it. */
const lip: Field = (x, y, z) => {
  const [half, corner, round] = [0.74, 0.15, 0.04];
  const qx = Math.abs(x) - half + corner;
  const qy = Math.abs(y + 0.02) - half + corner;
  const plan = Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) + Math.min(Math.max(qx, qy), 0);
  const [out, up] = [plan - corner + round, Math.abs(z - DECK) - 0.05 + round];
  return Math.hypot(Math.max(out, 0), Math.max(up, 0)) + Math.min(Math.max(out, up), 0) - round;
};

export const capField: Field = blend(0.1, skirt, lip);

/** A pearly sculpt stands on a calmer cap, or the cap would draw the eye. */
export const capBase = (colour: string, surface: Surface, speckle = 0): Part => ({
  field: capField,
  bounds: within(-1.05, -1.05, -0.03, 1.05, 1.05, 0.64),
  colour,
  surface: { ...surface, pearl: surface.pearl * 0.2 },
  speckle,
  cell: 0.028,
});
