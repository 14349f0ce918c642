/** Each is how far it stands in from the widest outline and how far down it lies. */
import type { CaseStyle } from './board-spec.ts';

export type CaseRing = {
  readonly inset: number;
  /** Share of the way from the top edge (0) to the foot (1), and key units below that. */
  readonly share: number;
  readonly drop: number;
  /** Another colour begins under this ring. */
  readonly seam?: boolean;
};

const CHAMFER: readonly CaseRing[] = [
  { inset: 0.06, share: 0, drop: 0 },
  { inset: 0, share: 0, drop: 0.06 },
];

/** Below this a case stands upright on the table: it would rock on its slope like a boat. */
const PLINTH = 0.88;

/** Close enough that no step is seen on the curve. */
const CURVE: readonly CaseRing[] = Array.from({ length: 15 }, (_, n) => {
  const share = (1 - Math.cos((Math.PI * n) / 14)) / 2;
  const from = share < 0.36 ? (0.36 - share) / 0.36 : (share - 0.36) / 0.64;
  const deep = share < 0.36 ? 0.2 : 0.3;
  return { inset: deep * (1 - Math.sqrt(1 - 0.98 * from * from)), share: share * PLINTH, drop: 0 };
});
const ROUNDED: readonly CaseRing[] = [
  ...CURVE,
  { inset: CURVE.at(-1)?.inset ?? 0, share: 1, drop: 0 },
];

const plinth = (inset: number): CaseRing[] =>
  [PLINTH, 1].map((share) => ({ inset, share, drop: 0 }));

/** How far the foot stands in from the widest outline. */
export const footInset = (profile: CaseStyle['sideProfile']): number =>
  Math.max(caseRings(profile).at(-1)?.inset ?? 0, 0.06);

export function caseRings(profile: CaseStyle['sideProfile']): readonly CaseRing[] {
  switch (profile) {
    case 'straight':
      return [...CHAMFER, { inset: 0, share: 0.9, drop: 0 }, { inset: 0.1, share: 1, drop: 0 }];
    case 'chamfer':
      return [...CHAMFER, { inset: 0, share: 0.55, drop: 0 }, ...plinth(0.16)];
    case 'undercut':
      return [...CHAMFER, { inset: 0, share: 0.34, drop: 0 }, ...plinth(0.24)];
    case 'rounded':
      return ROUNDED;
    case 'seam':
      return [
        ...CHAMFER,
        { inset: 0, share: 0.46, drop: 0 },
        { inset: 0.05, share: 0.46, drop: 0.02, seam: true },
        { inset: 0.05, share: 0.54, drop: 0 },
        { inset: 0.0, share: 0.54, drop: 0.02 },
        { inset: 0.0, share: 0.86, drop: 0 },
        { inset: 0.16, share: 1, drop: 0 },
      ];
  }
}
