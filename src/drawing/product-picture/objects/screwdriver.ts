/** The model of a screwdriver with its bits. */
import { around, blend, carve, drum, join, rod, sphere, type Field } from '../../solid/field.ts';
import { METAL, within } from '../../solid/part.ts';
import { laid, solid, type ObjectModel } from '../object-model.ts';

export const screwdriver: ObjectModel = {
  parts: ({ colours: { main, second, accent } }) => {
    const grip = carve(
      0.02,
      blend(
        0.06,
        laid(drum([0.22, 0, -0.62], 0.21, 0.5, 0.07)),
        laid(drum([0.22, 0, -1.2], 0.17, 0.12, 0.05)),
      ),
      laid(around(rod([0.235, 0, -1.1], [0.235, 0, -0.2], 0.026), 14)),
    );
    const turned: Field = (x, y, z) => grip(x, y, z);
    const knurl = move14(0.22);
    const shaft = join(
      laid(drum([0.22, 0, 0.25], 0.055, 0.5, 0.01)),
      rod([0.72, 0, 0.22], [0.95, 0, 0.22], 0.05, 0.028),
    );
    const bits = join(
      ...[0, 1, 2].map((n) =>
        join(
          laid(drum([0.06, 0.5 + n * 0.17, 0.35 + n * 0.05], 0.055, 0.16, 0.012)),
          rod(
            [0.5 + n * 0.05, 0.5 + n * 0.17, 0.06],
            [0.66 + n * 0.05, 0.5 + n * 0.17, 0.06],
            0.04,
            0.014,
          ),
        ),
      ),
    );
    return [
      solid(turned, within(-1.4, -0.25, -0.01, -0.05, 0.25, 0.46), main, {
        surface: METAL,
        cell: 0.014,
      }),
      solid(
        join(knurl, laid(drum([0.22, 0, -0.06], 0.15, 0.08, 0.03))),
        within(-1.45, -0.25, -0.01, 0.1, 0.25, 0.46),
        accent,
        { surface: METAL, cell: 0.014 },
      ),
      solid(shaft, within(-0.3, -0.1, 0.1, 1, 0.1, 0.32), second, { surface: METAL, cell: 0.012 }),
      solid(bits, within(0.1, 0.4, -0.01, 0.85, 0.95, 0.14), second, {
        surface: METAL,
        cell: 0.012,
      }),
    ];
  },
  eye: { pitch: 40, yaw: -32, target: [-0.15, 0.15, 0.12], span: 3.1 },
  close: { pitch: 30, yaw: 30, target: [0.6, 0.35, 0.16], span: 1.5 },
};

/** The cap at the handle's end, which turns by itself. */
function move14(z: number): Field {
  return join(laid(drum([z, 0, -1.35], 0.16, 0.05, 0.03)), sphere([-1.38, 0, z], 0.05));
}
