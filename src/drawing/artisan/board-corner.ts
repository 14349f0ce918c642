/** The corner of a keyboard, at the scale of a keycap, with an open place for what is shown on it. */
import { box, carve, type Field } from '../solid/field.ts';
import { SATIN, within, type Paint, type Part } from '../solid/part.ts';
import { inkOf, strokesOf } from '../product-picture/objects/legend-paint.ts';
import { capField } from './cap-base.ts';

/** From one key's middle to the next; the open place is at 0. */
const PITCH = 2;
/** How high a cap's rim is over the ground. */
export const RIM = 0.62;
const PLATE = 0.5;
const LETTER = 0.54;

/** Keys of one colour beside each other. */
export type CornerKeys = {
  readonly row: number;
  /** Where they begin: 0 is the left edge of the open place, 1 the right one. */
  readonly start: number;
  readonly keys: readonly (readonly [letter: string, wide: number])[];
  readonly colour: string;
  readonly legends: string;
};

function capsOf({ row, start, keys, colour, legends }: CornerKeys): Part {
  let right = (start - 0.5) * PITCH;
  const places = keys.map(([letter, wide]) => {
    right += wide * PITCH;
    const half = (wide * PITCH) / 2;
    return { x: right - half, right, wider: half - PITCH / 2, strokes: strokesOf(letter) };
  });
  const y = row * PITCH;
  const placeAt = (x: number) => places.find((place) => x < place.right) ?? places.at(-1);
  const caps: Field = (px, py, pz) => {
    const place = placeAt(px);
    if (place === undefined) return 1;
    return capField(Math.max(Math.abs(px - place.x) - place.wider, 0), py - y, pz - RIM);
  };
  const ink: Paint = (px, py, pz) => {
    const place = placeAt(px);
    if (place === undefined || pz < RIM + 0.4) return 0;
    return inkOf(place.strokes, (px - place.x) / LETTER, (py - y) / LETTER);
  };
  return {
    field: caps,
    bounds: within((start - 0.5) * PITCH, y - 1, RIM - 0.03, right, y + 1, RIM + 0.64),
    colour,
    second: legends,
    paint: ink,
    surface: SATIN,
    cell: 0.036,
  };
}

type Reach = { readonly left: number; readonly right: number; readonly rows: number };

/** Its case reaches from one key to another, counted from the open place, and over so many rows. */
export function boardCorner(keys: readonly CornerKeys[], { left, right, rows }: Reach): Part[] {
  const [x, across] = [((left + right) / 2) * PITCH, ((right - left + 1) * PITCH) / 2];
  const [y, along] = [((rows - 1) * PITCH) / 2, (rows * PITCH) / 2];
  const shell = carve(
    0.06,
    box([x, y, 0.45], [across + 0.7, along + 0.7, 0.45], 0.22),
    box([x, y, PLATE + 0.5], [across + 0.1, along + 0.1, 0.5], 0.12),
  );
  const [reachX, reachY] = [across + 0.8, along + 0.8];
  const bounds = within(x - reachX, y - reachY, -0.02, x + reachX, y + reachY, 0.96);
  return [
    { field: shell, bounds, colour: '#3a3d42', surface: SATIN, cell: 0.056 },
    ...keys.map(capsOf),
  ];
}
