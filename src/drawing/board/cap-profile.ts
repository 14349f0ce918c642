import type { CapProfile } from './board-spec.ts';
import type { Insets } from './outline.ts';

export type CapShape = {
  readonly top: Insets;
  /** Height of the top's far and near edge, in key units. */
  readonly far: number;
  readonly near: number;
  readonly topRadius: number;
  readonly baseRadius: number;
  readonly dish: 'cylinder' | 'sphere' | 'even';
};

const side = (north: number, sides: number, south: number): Insets => ({
  north,
  east: sides,
  south,
  west: sides,
});

/** From the bottom row up; rows above the last take the last. */
const CHERRY: readonly (readonly [far: number, near: number])[] = [
  [0.37, 0.4],
  [0.37, 0.39],
  [0.41, 0.38],
  [0.47, 0.4],
  [0.53, 0.43],
  [0.55, 0.45],
];
const SA: readonly (readonly [far: number, near: number])[] = [
  [0.6, 0.68],
  [0.6, 0.66],
  [0.62, 0.6],
  [0.7, 0.63],
  [0.82, 0.7],
  [0.84, 0.72],
];

const fromRows = (
  rows: readonly (readonly [number, number])[],
  rowFromBottom: number,
): Pick<CapShape, 'far' | 'near'> => {
  const [far, near] = rows[Math.min(Math.max(rowFromBottom, 0), rows.length - 1)] ?? [0.4, 0.4];
  return { far, near };
};

export function capShape(profile: CapProfile, rowFromBottom: number): CapShape {
  switch (profile) {
    case 'cherry':
      return {
        ...fromRows(CHERRY, rowFromBottom),
        top: side(0.085, 0.15, 0.2),
        topRadius: 0.115,
        baseRadius: 0.06,
        dish: 'cylinder',
      };
    case 'sa':
      return {
        ...fromRows(SA, rowFromBottom),
        top: side(0.13, 0.165, 0.19),
        topRadius: 0.17,
        baseRadius: 0.06,
        dish: 'sphere',
      };
    case 'xda':
      return {
        far: 0.43,
        near: 0.43,
        top: side(0.095, 0.105, 0.115),
        topRadius: 0.14,
        baseRadius: 0.07,
        dish: 'even',
      };
    case 'low':
      return {
        far: 0.24,
        near: 0.24,
        top: side(0.06, 0.07, 0.08),
        topRadius: 0.1,
        baseRadius: 0.07,
        dish: 'even',
      };
  }
}
