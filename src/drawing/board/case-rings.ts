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

export function caseRings(profile: CaseStyle['sideProfile']): readonly CaseRing[] {
  switch (profile) {
    case 'straight':
      return [...CHAMFER, { inset: 0, share: 1, drop: 0 }];
    case 'chamfer':
      return [...CHAMFER, { inset: 0, share: 0.62, drop: 0 }, { inset: 0.2, share: 1, drop: 0 }];
    case 'undercut':
      return [...CHAMFER, { inset: 0, share: 0.34, drop: 0 }, { inset: 0.34, share: 1, drop: 0 }];
    case 'rounded':
      return [
        { inset: 0.2, share: 0, drop: 0 },
        { inset: 0.1, share: 0.05, drop: 0 },
        { inset: 0.035, share: 0.14, drop: 0 },
        { inset: 0, share: 0.3, drop: 0 },
        { inset: 0.02, share: 0.5, drop: 0 },
        { inset: 0.08, share: 0.7, drop: 0 },
        { inset: 0.2, share: 0.87, drop: 0 },
        { inset: 0.4, share: 1, drop: 0 },
      ];
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
