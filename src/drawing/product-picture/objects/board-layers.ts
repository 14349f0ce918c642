/** Models of the layers inside a board: plate, circuit board and foam. */
import { box, carve, drum, join, type Field } from '../../solid/field.ts';
import { noise3 } from '../../solid/noise.ts';
import { GLOSS, MATT, METAL, SATIN, within, type Paint } from '../../solid/part.ts';
import { solid, type ObjectModel } from '../object-model.ts';
import { band, step } from '../../artisan/sculpt.ts';

const ROWS = [
  { start: 0, wide: 0, keys: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2] },
  { start: 0, wide: 0, keys: [1.5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.5] },
  { start: 0, wide: 0, keys: [1.75, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2.25] },
  { start: 0, wide: 0, keys: [2.25, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2.75] },
  { start: 0, wide: 0, keys: [1.25, 1.25, 1.25, 6.25, 1.25, 1.25, 1.25, 1.25] },
] as const;
const U = 0.2;

/** Centres of a 60% board's switches, row by row. */
const CENTRES: readonly (readonly number[])[] = ROWS.map(({ keys }) => {
  let x = -7.5;
  return keys.map((width) => {
    x += width;
    return (x - width / 2) * U;
  });
});

const nearestCentre = (x: number, y: number): readonly [dx: number, dy: number] => {
  const row = Math.min(Math.max(Math.floor(y / U + 2.5), 0), 4);
  const dy = y - (row - 2) * U;
  let dx = Infinity;
  for (const centre of CENTRES[row] ?? []) if (Math.abs(x - centre) < Math.abs(dx)) dx = x - centre;
  return [dx, dy];
};

/** Square holes for switches. */
const holes =
  (half: number): Field =>
  (x, y) => {
    const [dx, dy] = nearestCentre(x, y);
    return Math.max(Math.abs(dx), Math.abs(dy)) - half;
  };

const slab = (z: number, half: number): Field =>
  box([0, 0, z], [1.54, 0.54, half], Math.min(half * 0.6, 0.02));

export const plate: ObjectModel = {
  parts: ({ colours: { main } }) => [
    solid(
      carve(0.006, slab(0.12, 0.026), holes(0.073)),
      within(-1.58, -0.58, 0.07, 1.58, 0.58, 0.17),
      main,
      { surface: METAL, cell: 0.0115 },
    ),
    solid(
      join(
        ...[-1.2, 1.2].flatMap((x) =>
          [-0.4, 0.4].map((y) => drum([x * 1.25, y * 1.3, 0.05], 0.03, 0.06, 0.01)),
        ),
      ),
      within(-1.6, -0.6, -0.01, 1.6, 0.6, 0.12),
      main,
      { surface: METAL, cell: 0.014 },
    ),
  ],
  eye: { pitch: 50, yaw: -24, target: [0, 0, 0.05], span: 3.3 },
};

export const pcb: ObjectModel = {
  parts: ({ colours: { main, second, accent }, seed }) => {
    const traces: Paint = (x, y) => {
      const [dx, dy] = nearestCentre(x, y);
      const pad = Math.max(
        1 - step(0.012, 0.016, Math.hypot(dx - 0.045, dy + 0.05)),
        1 - step(0.012, 0.016, Math.hypot(dx + 0.03, dy + 0.06)),
      );
      const lines =
        band(0, 0.14, Math.sin(y * 190), 0.1) *
        step(0.06, 0.07, Math.abs(dy)) *
        step(0, 0.1, noise3(x * 3, Math.round(y * 30), 0, seed));
      return Math.max(
        pad,
        0.4 * lines,
        band(0.055, 0.004, Math.max(Math.abs(dx), Math.abs(dy)), 0.003) * 0.8,
      );
    };
    const sockets: Field = (x, y, z) => {
      const [dx, dy] = nearestCentre(x, y);
      return Math.max(Math.abs(Math.hypot(dx, dy) - 0.026) - 0.006, Math.abs(z - 0.09) - 0.012);
    };
    const chips = join(
      box([-0.98, -0.28, 0.115], [0.075, 0.075, 0.022], 0.008),
      box([0.35, -0.5, 0.11], [0.06, 0.03, 0.018], 0.006),
      box([0.62, -0.5, 0.11], [0.03, 0.02, 0.018], 0.006),
    );
    const port = box([-1.3, -0.53, 0.13], [0.1, 0.07, 0.04], 0.025);
    return [
      solid(
        carve(0.004, slab(0.06, 0.03), (x, y) => Math.hypot(...nearestCentre(x, y)) - 0.022),
        within(-1.58, -0.58, 0.02, 1.58, 0.58, 0.1),
        main,
        { surface: GLOSS, second, paint: traces, cell: 0.0115 },
      ),
      solid(sockets, within(-1.56, -0.56, 0.07, 1.56, 0.56, 0.11), second, {
        surface: METAL,
        cell: 0.0115,
      }),
      solid(chips, within(-1.1, -0.6, 0.08, 0.8, -0.1, 0.15), '#1b1c20', {
        surface: SATIN,
        cell: 0.011,
      }),
      solid(port, within(-1.45, -0.64, 0.06, -1.15, -0.42, 0.19), accent, {
        surface: METAL,
        cell: 0.011,
      }),
    ];
  },
  eye: { pitch: 52, yaw: -22, target: [0, 0, 0.05], span: 3.3 },
};

export const foam: ObjectModel = {
  parts: ({ colours: { main, second }, seed }) => {
    const layer = (z: number, turn: number): Field => {
      const flat = carve(0.012, slab(0, 0.055), holes(0.078));
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      return (x, y, pz) =>
        flat(c * x + s * y, c * y - s * x, pz - z) - 0.004 * noise3(x * 40, y * 40, pz * 40, seed);
    };
    return [
      solid(layer(0.06, 0), within(-1.6, -0.62, -0.01, 1.6, 0.62, 0.13), main, {
        surface: MATT,
        cell: 0.0125,
        speckle: 0.15,
      }),
      solid(layer(0.19, 0.16), within(-1.65, -0.82, 0.11, 1.65, 0.82, 0.27), second, {
        surface: MATT,
        cell: 0.0125,
      }),
    ];
  },
  eye: { pitch: 46, yaw: -24, target: [0, 0, 0.1], span: 3.5 },
};
