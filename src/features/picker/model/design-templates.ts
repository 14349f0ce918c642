import type { DesignZone } from '#features/designs/model/design.ts';

export type DesignTemplate = {
  readonly name: string;
  /** Codes of colorways. */
  readonly zones: Readonly<Partial<Record<DesignZone, string>>>;
};

const caps = (
  alphas: string,
  modifiers: string,
  accents: string,
  legends: readonly [string, string, string],
  body: string,
): DesignTemplate['zones'] => ({
  alphas: `veld-abs-${alphas}`,
  modifiers: `veld-abs-${modifiers}`,
  accents: `veld-abs-${accents}`,
  legends: `veld-abs-${legends[0]}`,
  modifierLegends: `veld-abs-${legends[1]}`,
  accentLegends: `veld-abs-${legends[2]}`,
  case: `lode-anodic-${body}`,
});

export const designTemplates: readonly DesignTemplate[] = [
  { name: 'Harbour', zones: caps('vp02', 'vp55', 'vp31', ['vp14', 'vp02', 'vp14'], 'la-01') },
  { name: 'Saltmarsh', zones: caps('vp44', 'vp42', 'vp21', ['vp47', 'vp02', 'vp02'], 'la-23') },
  { name: 'Terminal', zones: caps('vp14', 'vp11', 'vp31', ['vp31', 'vp14', 'vp14'], 'la-09') },
  {
    name: 'Cloth and board',
    zones: caps('vp24', 'vp47', 'vp36', ['vp36', 'vp36', 'vp14'], 'la-48'),
  },
  { name: 'Plum orchard', zones: caps('vp36', 'vp63', 'vp68', ['vp63', 'vp36', 'vp14'], 'la-31') },
  { name: 'Rock pool', zones: caps('vp72', 'vp52', 'vp55', ['vp52', 'vp72', 'vp02'], 'la-17') },
  { name: 'Oats', zones: caps('vp05', 'vp81', 'vp02', ['vp14', 'vp02', 'vp14'], 'la-52') },
  { name: 'Beige box', zones: caps('vp05', 'vp11', 'vp21', ['vp14', 'vp14', 'vp02'], 'la-01') },
];
