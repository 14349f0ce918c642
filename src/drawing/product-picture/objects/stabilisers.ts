/** The model of a stabiliser. */
import { blend, box, carve, join, move, rod, type Field } from '../../solid/field.ts';
import { GLOSS, METAL, within } from '../../solid/part.ts';
import { solid, type ObjectModel } from '../object-model.ts';

const stabHousing = (x: number): Field =>
  move(
    carve(
      0.02,
      carve(
        0.02,
        blend(
          0.03,
          box([0, 0, 0.34], [0.25, 0.42, 0.34], 0.05),
          box([0, 0, 0.08], [0.29, 0.5, 0.06], 0.03),
        ),
        box([0, -0.06, 0.5], [0.17, 0.24, 0.42], 0.04),
      ),
      box([0, 0.44, 0.2], [0.4, 0.08, 0.1], 0.02),
    ),
    [x, 0, 0],
  );
const stabStem = (x: number): Field =>
  move(
    join(
      box([0, -0.06, 0.52], [0.14, 0.2, 0.36], 0.03),
      move(
        join(box([0, 0, 0], [0.13, 0.04, 0.14], 0.01), box([0, 0, 0], [0.042, 0.13, 0.14], 0.01)),
        [0, -0.06, 0.98],
      ),
    ),
    [x, 0, 0],
  );

export const stabiliser: ObjectModel = {
  parts: ({ colours: { main, second } }) => [
    solid(
      join(stabHousing(-0.95), stabHousing(0.95)),
      within(-1.3, -0.55, -0.01, 1.3, 0.55, 0.72),
      main,
      { cell: 0.018 },
    ),
    solid(join(stabStem(-0.95), stabStem(0.95)), within(-1.2, -0.3, 0.1, 1.2, 0.2, 1.16), second, {
      surface: GLOSS,
      cell: 0.016,
    }),
    solid(
      blend(
        0.03,
        rod([-0.95, 0.46, 0.2], [0.95, 0.46, 0.2], 0.042),
        rod([-0.95, 0.46, 0.2], [-0.95, -0.2, 0.24], 0.042),
        rod([0.95, 0.46, 0.2], [0.95, -0.2, 0.24], 0.042),
      ),
      within(-1.05, -0.3, 0.1, 1.05, 0.55, 0.34),
      '#d8b566',
      { surface: METAL, cell: 0.014 },
    ),
  ],
  eye: { pitch: 34, yaw: -24, target: [0, 0, 0.4], span: 3.3 },
};
