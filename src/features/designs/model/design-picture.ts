/**
 * A saved design is drawn the same way in the picker, in lists, in orders and for link previews.
 */
import type { BoardSpec, BoardView, KeyColours, KeyZone } from '#drawing/board/board-spec.ts';
import type { Design } from './design.ts';

export type DesignPicture = {
  readonly view?: BoardView;
  readonly background?: string;
  readonly width?: number;
  readonly aspect?: number;
  readonly title?: string;
  readonly idPrefix?: string;
};

export function designBoard(design: Design, picture: DesignPicture = {}): BoardSpec {
  const { zones } = design;
  const keyColours: Record<number, KeyColours> = {};
  const keyZones: Record<number, KeyZone> = {};
  for (const [name, { cap, legend, zone }] of Object.entries(design.keys)) {
    const index = Number(name);
    if (zone) keyZones[index] = zone;
    if (cap ?? legend)
      keyColours[index] = {
        ...(cap ? { cap: cap.hex } : {}),
        ...(legend ? { legend: legend.hex } : {}),
      };
  }
  const { view = 'top', background, ...rest } = picture;
  return {
    layout: design.layout,
    colours: {
      alphas: zones.alphas.hex,
      modifiers: zones.modifiers.hex,
      accents: zones.accents.hex,
      legends: zones.legends.hex,
      modifierLegends: zones.modifierLegends.hex,
      accentLegends: zones.accentLegends.hex,
      case: zones.case.hex,
      plate: zones.plate.hex,
      weight: zones.weight.hex,
    },
    keyColours,
    keyZones,
    legends: design.legends,
    profile: design.profile,
    caseStyle: design.caseStyle,
    view,
    ...(background === undefined ? {} : { scene: { background } }),
    ...rest,
  };
}
