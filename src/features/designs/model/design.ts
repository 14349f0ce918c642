/** A colour with a code is one of a maker's book; one without is an idea that can't be made. */
import type { CapProfile, CaseStyleName, KeyZone, LegendStyle } from '#drawing/board/board-spec.ts';
import { zoneOfKey } from '#drawing/board/key-zone.ts';
import type { KeyboardLayout, LayoutKey } from '#drawing/keyboard-layouts/keyboard-layout.ts';
import { builtInLayouts, type LayoutName } from '#drawing/keyboard-layouts/built-in.ts';
import type { Paint } from '#features/colours/model/palette.ts';

export type { Paint } from '#features/colours/model/palette.ts';

export const designZones = [
  'alphas',
  'modifiers',
  'accents',
  'legends',
  'modifierLegends',
  'accentLegends',
  'case',
  'plate',
  'weight',
] as const;
export type DesignZone = (typeof designZones)[number];

export type KeyPaint = { readonly cap?: Paint; readonly legend?: Paint; readonly zone?: KeyZone };

export type Design = {
  readonly layout: LayoutName | KeyboardLayout;
  readonly zones: Readonly<Record<DesignZone, Paint>>;
  /** By index of the key in the layout. */
  readonly keys: { readonly [index: number]: KeyPaint };
  readonly legends: LegendStyle;
  readonly profile: CapProfile;
  readonly caseStyle: CaseStyleName;
};

export const legendStyles: readonly LegendStyle[] = ['on', 'off', 'sub'];
export const capProfiles: readonly CapProfile[] = ['cherry', 'sa', 'xda', 'low'];
export const caseStyles: readonly CaseStyleName[] = [
  'seamless',
  'forehead',
  'wedge',
  'pebble',
  'tray',
  'floating',
  'none',
];
export const keyZones: readonly KeyZone[] = ['alphas', 'modifiers', 'accents'];

const LEGEND_ZONES = {
  alphas: 'legends',
  modifiers: 'modifierLegends',
  accents: 'accentLegends',
} as const satisfies Record<KeyZone, DesignZone>;

export const legendZoneOf = (zone: KeyZone): DesignZone => LEGEND_ZONES[zone];

export function layoutOf(design: Pick<Design, 'layout'>): KeyboardLayout {
  return typeof design.layout === 'string' ? builtInLayouts[design.layout] : design.layout;
}

/** Zones follow from the legends, which never change within a layout. */
const zonesOfLayouts = new WeakMap<KeyboardLayout, readonly KeyZone[]>();

export function zoneAt(design: Design, index: number): KeyZone {
  const layout = layoutOf(design);
  const zones = zonesOfLayouts.get(layout) ?? layout.keys.map(zoneOfKey);
  zonesOfLayouts.set(layout, zones);
  return design.keys[index]?.zone ?? zones[index] ?? 'alphas';
}

export function capPaint(design: Design, index: number): Paint {
  return design.keys[index]?.cap ?? design.zones[zoneAt(design, index)];
}

export function legendPaint(design: Design, index: number): Paint {
  return design.keys[index]?.legend ?? design.zones[legendZoneOf(zoneAt(design, index))];
}

export const samePaint = (first: Paint, second: Paint): boolean =>
  first.hex === second.hex && first.code === second.code;

/** What a key is called where it can't be seen. @example keyName(key) // 'Q' ; 'key 31' */
export function keyName(key: LayoutKey | undefined, index: number): string {
  const words = key?.legends.filter(({ position }) => position < 9).map(({ text }) => text.trim());
  const said = words?.filter((word) => word !== '') ?? [];
  if (said.length > 0) return said.toReversed().join(' ');
  return (key?.width ?? 1) >= 3 ? 'space bar' : `key ${index + 1}`;
}

/** Keys whose middles lie on one height make a row; rotated clusters have rows of their own. */
export function rowOf(layout: KeyboardLayout, index: number): number[] {
  const chosen = layout.keys[index];
  if (chosen === undefined) return [];
  const middle = (key: LayoutKey) => key.y + Math.min(key.height, 1) / 2;
  return layout.keys.flatMap((key, at) => {
    const turnedAlike =
      key.rotation === chosen.rotation &&
      key.rotationX === chosen.rotationX &&
      key.rotationY === chosen.rotationY;
    return turnedAlike && Math.abs(middle(key) - middle(chosen)) < 0.5 ? [at] : [];
  });
}

export const startingDesign: Design = {
  layout: '65',
  zones: {
    alphas: { hex: '#f1efe8', code: 'veld-abs-vp02' },
    modifiers: { hex: '#4f7591', code: 'veld-abs-vp55' },
    accents: { hex: '#e08a35', code: 'veld-abs-vp31' },
    legends: { hex: '#2d2e31', code: 'veld-abs-vp14' },
    modifierLegends: { hex: '#f1efe8', code: 'veld-abs-vp02' },
    accentLegends: { hex: '#2d2e31', code: 'veld-abs-vp14' },
    case: { hex: '#c9ccd0', code: 'lode-anodic-la-01' },
    plate: { hex: '#4a4d52', code: 'lode-anodic-la-04' },
    weight: { hex: '#7a4a37', code: 'lode-anodic-la-48' },
  },
  keys: {},
  legends: 'on',
  profile: 'cherry',
  caseStyle: 'seamless',
};
