/** Models of cables. */
import { blend, box, drum, join, move, rod, torus, type Field } from '../../solid/field.ts';
import { METAL, within, type Paint } from '../../solid/part.ts';
import { helix, laid, solid, type ObjectModel } from '../object-model.ts';
import { step } from '../../artisan/sculpt.ts';

const braid =
  (along: number, round: number): Paint =>
  (x, y, z) =>
    step(0.1, 0.5, Math.sin((x + z * 0.3) * along) * Math.sin((y + z) * round));

export const coiledCable: ObjectModel = {
  parts: ({ colours: { main, second, accent } }) => {
    const coil = move(laid(helix(0.24, 0.062, 0.138, -0.78, 0.78)), [0, -0.3, 0.31]);
    const lead = blend(
      0.05,
      rod([0.78, -0.3, 0.08], [1.12, -0.24, 0.07], 0.06),
      rod([1.12, -0.24, 0.07], [1.3, 0.05, 0.07], 0.06),
      rod([1.3, 0.05, 0.07], [1.12, 0.42, 0.07], 0.06),
      rod([1.12, 0.42, 0.07], [0.66, 0.52, 0.07], 0.06),
    );
    const tail = blend(
      0.05,
      rod([-0.78, -0.3, 0.08], [-1.1, -0.2, 0.07], 0.06),
      rod([-1.1, -0.2, 0.07], [-1.22, 0.15, 0.07], 0.06),
      rod([-1.22, 0.15, 0.07], [-0.95, 0.5, 0.07], 0.06),
    );
    const barrel = (x0: number, x1: number, r: number): Field =>
      laid(drum([0.16, 0.52, (x0 + x1) / 2], r, (x1 - x0) / 2, 0.03));
    const aviator = join(
      barrel(-0.1, 0.26, 0.16),
      barrel(0.26, 0.34, 0.13),
      barrel(0.34, 0.62, 0.15),
      barrel(0.62, 0.72, 0.09),
    );
    const rings = join(
      ...[-0.04, 0.02, 0.08, 0.4, 0.46].map((x) => laid(torus([0.16, 0.52, x], 0.158, 0.014))),
    );
    const plug = join(
      box([-0.72, 0.52, 0.1], [0.24, 0.14, 0.085], 0.06),
      box([-0.36, 0.52, 0.1], [0.2, 0.1, 0.04], 0.035),
    );
    return [
      solid(join(coil, lead, tail), within(-1.4, -0.65, -0.01, 1.45, 0.65, 0.66), main, {
        second,
        paint: braid(70, 60),
        cell: 0.018,
      }),
      solid(join(aviator, rings), within(-0.2, 0.3, -0.02, 0.8, 0.74, 0.36), accent, {
        surface: METAL,
        cell: 0.016,
      }),
      solid(plug, within(-1, 0.35, 0, -0.1, 0.7, 0.22), accent, { surface: METAL, cell: 0.014 }),
    ];
  },
  eye: { pitch: 46, yaw: -18, target: [0.05, 0.05, 0.1], span: 3.3 },
};
