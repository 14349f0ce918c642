/** What a board is made of, at the scale of its layers: what lies inside is shown where it goes. */
import { box, carve, join, type Field } from '../../solid/field.ts';
import { METAL, within, type Bounds, type Paint, type Part } from '../../solid/part.ts';
import { capField } from '../../artisan/cap-base.ts';
import { posedParts, type Pose } from '../../artisan/sculpt.ts';
import { solid } from '../object-model.ts';
import { board, nearestCentre, ROWS, slab, U } from './board-layers.ts';
import { inkOf, strokesOf } from './legend-paint.ts';

/** The lower half of a case, open, as deep as felt and circuit board need. */
export function openCase(at: Pose): Part[] {
  const walls = carve(
    0.02,
    box([0, 0, 0.17], [1.68, 0.68, 0.17], 0.07),
    box([0, 0, 0.36], [1.57, 0.57, 0.3], 0.04),
  );
  return posedParts(
    [solid(walls, within(-1.72, -0.72, -0.01, 1.72, 0.72, 0.36), '#4a4d52', { cell: 0.017 })],
    at,
  );
}

const LEGENDS = [' 1234567890-= ', ' QWERTYUIOP[] ', " ASDFGHJKL;' ", ' ZXCVBNM,./ ', ''];

/** Each key's middle, how much wider than high it is, and its letter. */
const KEYS = ROWS.map(({ keys }, row) => {
  let x = -7.5;
  return keys.map((width, n) => {
    x += width;
    const strokes = strokesOf(LEGENDS[row]?.[n] ?? ' ');
    const isSpace = width > 6;
    return { x: (x - width / 2) * U, wider: ((width - 1) * U) / 2, strokes, isSpace };
  });
});

/** The key over a place, and where from its middle. */
function keyAt(x: number, y: number) {
  const row = Math.min(Math.max(Math.floor(y / U + 2.5), 0), 4);
  const keys = KEYS[row] ?? [];
  const key = keys.find((one) => x < one.x + one.wider + U / 2) ?? keys.at(-1);
  return key && { ...key, dx: x - key.x, dy: y - (row - 2) * U };
}

/** Each with its rim at z 0. */
const CAPS: Field = (x, y, z) => {
  const key = keyAt(x, y);
  if (key === undefined) return 1;
  const across = Math.max(Math.abs(key.dx) - key.wider, 0);
  return capField(across / 0.102, key.dy / 0.102, z / 0.17) * 0.1;
};
const CAP_COLOURS: Paint = (x, y, z) => {
  const key = keyAt(x, y);
  if (key === undefined) return 0;
  const ink = z < 0.06 ? 0 : inkOf(key.strokes, key.dx / 0.085, key.dy / 0.085);
  return key.strokes.length > 0 || key.isSpace ? ink : 1;
};
/** Cut where the bounds end: they grow when a part is turned. */
const only =
  ({ low, high }: Bounds, field: Field): Field =>
  (x, y, z) =>
    Math.max(field(x, y, z), low[0] - x, x - high[0], low[1] - y, y - high[1]);

const caps = (bounds: Bounds): Part =>
  solid(only(bounds, CAPS), bounds, '#3f566c', {
    second: '#ead9bb',
    paint: CAP_COLOURS,
    cell: 0.0095,
  });

/** The upper half of a board: keys in two colours on their plate. */
export function keysOnPlate(at: Pose): Part[] {
  const sheet = solid(slab(0.03, 0.03), within(-1.58, -0.58, -0.01, 1.58, 0.58, 0.07), '#c3c6c9', {
    surface: METAL,
    cell: 0.017,
  });
  const keys = caps(within(-1.54, -0.54, -0.02, 1.54, 0.54, 0.13));
  return posedParts([sheet, ...posedParts([keys], { at: [0, 0, 0.09] })], at);
}

export const circuit = (at: Pose): Part[] =>
  posedParts([board('#23493c', '#c9a85c', () => 0, nearestCentre)], at);

/** Keys of one row, from one to another by their number. */
export type Stretch = { readonly row: number; readonly from: number; readonly to: number };

function boundsOf({ row, from, to }: Stretch, low: number, high: number): Bounds {
  const keys = KEYS[row] ?? [];
  const edge = (index: number, side: 1 | -1) => {
    const key = keys[index];
    return key === undefined ? 0 : key.x + side * (key.wider + U / 2);
  };
  const y = (row - 2) * U;
  return within(edge(from, -1), y - U / 2, low, edge(to, 1), y + U / 2, high);
}

/** In the plate whose upper side is at z 0: a flange and a slope, and the cross that a cap sits on. */
const HOUSING: Field = (x, y, z) => {
  const half = 0.078 - 0.35 * Math.max(z - 0.02, 0);
  return Math.max(Math.max(Math.abs(x), Math.abs(y)) - half, Math.abs(z) - 0.062) * 0.93;
};
const CROSS: Field = join(
  box([0, 0, 0.07], [0.024, 0.008, 0.036], 0.003),
  box([0, 0, 0.07], [0.008, 0.024, 0.036], 0.003),
);
const overEach =
  (field: Field): Field =>
  (x, y, z) => {
    const [dx, dy] = nearestCentre(x, y);
    return field(dx, dy, z);
  };

export function switches(stretches: readonly Stretch[], at: Pose): Part[] {
  const parts = stretches.flatMap((stretch) => {
    const bounds = boundsOf(stretch, -0.08, 0.12);
    return [
      solid(only(bounds, overEach(HOUSING)), bounds, '#2f3237', { cell: 0.0085 }),
      solid(only(bounds, overEach(CROSS)), bounds, '#c1462f', { cell: 0.006 }),
    ];
  });
  return posedParts(parts, at);
}

export const keycaps = (stretches: readonly Stretch[], at: Pose): Part[] =>
  posedParts(
    stretches.map((stretch) => caps(boundsOf(stretch, -0.02, 0.13))),
    at,
  );

const CAP: Field = (x, y, z) => capField(x / 0.102, y / 0.102, z / 0.17) * 0.1;

/** One keycap by itself: everybody knows how large that is. */
export function looseCap(letter: string, at: Pose): Part[] {
  const strokes = strokesOf(letter);
  const ink: Paint = (x, y, z) => (z < 0.06 ? 0 : inkOf(strokes, x / 0.085, y / 0.085));
  const cap = solid(CAP, within(-0.11, -0.11, -0.01, 0.11, 0.11, 0.12), '#c1462f', {
    second: '#fff1ea',
    paint: ink,
    cell: 0.0085,
  });
  return posedParts([cap], at);
}

/** One switch by itself, standing on its pole. */
export function looseSwitch(at: Pose): Part[] {
  const bounds = within(-0.09, -0.09, -0.08, 0.09, 0.09, 0.12);
  return posedParts(
    [
      solid(
        join(HOUSING, box([0, 0, -0.05], [0.066, 0.066, 0.04], 0.01)),
        within(-0.09, -0.09, -0.1, 0.09, 0.09, 0.08),
        '#2f3237',
        { cell: 0.0065 },
      ),
      solid(CROSS, bounds, '#c1462f', { cell: 0.005 }),
    ],
    at,
  );
}
