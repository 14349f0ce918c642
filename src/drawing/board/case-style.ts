import type { CaseStyle, CaseStyleName } from './board-spec.ts';

/** How much the foot of every case falls from the near edge to the far one, to a key unit. */
export const FOOT_SLOPE = 0.11;

const STYLES: Record<Exclude<CaseStyleName, 'none'>, CaseStyle> = {
  seamless: {
    bezel: 0.34,
    forehead: 0,
    cornerRadius: 0.32,
    sideProfile: 'chamfer',
    thickness: 0.72,
    wall: 0.12,
    finish: 'anodised',
  },
  forehead: {
    bezel: 0.3,
    forehead: 0.72,
    cornerRadius: 0.26,
    sideProfile: 'seam',
    thickness: 0.78,
    wall: 0.14,
    finish: 'anodised',
  },
  wedge: {
    bezel: 0.42,
    forehead: 0.1,
    cornerRadius: 0.12,
    sideProfile: 'straight',
    thickness: 0.95,
    wall: 0.16,
    finish: 'anodised',
  },
  pebble: {
    bezel: 0.5,
    forehead: 0.05,
    cornerRadius: 0.95,
    sideProfile: 'rounded',
    thickness: 0.7,
    wall: 0.1,
    finish: 'painted',
  },
  tray: {
    bezel: 0.2,
    forehead: 0,
    cornerRadius: 0.22,
    sideProfile: 'undercut',
    thickness: 0.55,
    wall: 0.06,
    finish: 'frosted',
  },
  floating: {
    bezel: 0.16,
    forehead: 0.12,
    cornerRadius: 0.2,
    sideProfile: 'undercut',
    thickness: 0.75,
    wall: -0.2,
    finish: 'anodised',
  },
};

export function caseStyleOf(style: CaseStyleName | CaseStyle | undefined): CaseStyle | null {
  if (style === 'none') return null;
  if (typeof style === 'object') return style;
  return STYLES[style ?? 'seamless'];
}
