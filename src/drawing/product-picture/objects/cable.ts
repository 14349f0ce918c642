/** Models of cables. */
import {
  blend,
  box,
  drum,
  join,
  move,
  rod,
  torus,
  type Field,
  type Vector,
} from '../../solid/field.ts';
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

/** A braided cord along a line that winds once to each side. */
function windingCord(from: number, to: number, sway: number, radius: number): Field {
  const steps = 44;
  const at = (step: number): Vector => {
    const along = step / steps;
    // It leaves both plugs straight.
    const aside = sway * Math.sin(along * 2 * Math.PI) * Math.sin(along * Math.PI);
    return [from + (to - from) * along, aside, 0.08];
  };
  return join(...Array.from({ length: steps }, (_, step) => rod(at(step), at(step + 1), radius)));
}

/** The metal of a plug and the sleeve that holds it, pointing along the x axis. */
function plugAt([x, y, z]: Vector, to: 1 | -1, scale: number) {
  const sized = (size: number) => size * scale;
  return {
    sleeve: blend(
      sized(0.03),
      box([x + to * sized(0.2), y, z], [sized(0.2), sized(0.115), sized(0.065)], sized(0.05)),
      rod([x - to * sized(0.12), y, z], [x + to * sized(0.04), y, z], sized(0.05), sized(0.065)),
    ),
    metal: box([x + to * sized(0.48), y, z], [sized(0.14), sized(0.09), sized(0.035)], sized(0.03)),
  };
}

export const straightCable: ObjectModel = {
  parts: ({ colours: { main, second, accent }, variant }) => {
    const isCloseUp = variant % 2 === 1;
    const ends = isCloseUp
      ? [plugAt([-0.25, 0.36, 0.17], 1, 2), plugAt([0.05, -0.36, 0.17], 1, 2)]
      : [plugAt([-0.98, 0, 0.08], -1, 1), plugAt([0.98, 0, 0.08], 1, 1)];
    const cord = isCloseUp
      ? join(
          rod([-1.75, 0.7, 0.1], [-0.45, 0.36, 0.17], 0.1),
          rod([-1.75, -0.62, 0.1], [-0.15, -0.36, 0.17], 0.1),
        )
      : windingCord(-0.95, 0.95, 0.55, 0.05);
    return [
      solid(cord, within(-1.9, -0.85, -0.02, 1.1, 0.85, 0.4), main, {
        second,
        paint: braid(80, 70),
        cell: 0.018,
      }),
      solid(
        join(...ends.map(({ sleeve }) => sleeve)),
        within(-1.6, -0.7, -0.02, 1.6, 0.7, 0.4),
        second,
        {
          cell: 0.016,
        },
      ),
      solid(
        join(...ends.map(({ metal }) => metal)),
        within(-1.7, -0.7, -0.02, 1.7, 0.7, 0.4),
        accent,
        {
          surface: METAL,
          cell: 0.014,
        },
      ),
    ];
  },
  eye: { pitch: 50, yaw: -14, target: [0, 0, 0.08], span: 3.3 },
};
