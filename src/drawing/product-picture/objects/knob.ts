/** The model of a knob. */
import { around, blend, box, carve, drum, move, torus } from '../../solid/field.ts';
import { GLOSS, METAL, within } from '../../solid/part.ts';
import { solid, type ObjectModel } from '../object-model.ts';

export const knob: ObjectModel = {
  parts: ({ colours: { main, accent } }) => {
    const body = carve(
      0.02,
      blend(0.05, drum([0, 0, 0.56], 0.72, 0.56, 0.09), drum([0, 0, 0.1], 0.82, 0.1, 0.05)),
      around(box([0.8, 0, 0.6], [0.09, 0.022, 0.36], 0.01), 44),
    );
    const dished = carve(0.03, body, move(torus([0, 0, 0], 0.6, 0.02), [0, 0, 1.12]));
    return [
      solid(dished, within(-0.88, -0.88, -0.01, 0.88, 0.88, 1.16), main, {
        surface: METAL,
        cell: 0.016,
      }),
      solid(
        box([-0.2, 0.46, 1.11], [0.03, 0.12, 0.03], 0.02),
        within(-0.3, 0.3, 1.02, -0.1, 0.6, 1.18),
        accent,
        { surface: GLOSS, cell: 0.01 },
      ),
    ];
  },
  eye: { pitch: 36, yaw: -24, target: [0, 0, 0.5], span: 2.9 },
};
