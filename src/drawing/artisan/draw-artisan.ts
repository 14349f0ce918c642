/** The same spec gives the same SVG. */
import { studioPicture } from '../product-picture/studio.ts';
import { eyeAt, type EyeSetting } from '../solid/eye.ts';
import { GLOSS, METAL, PEARL, RESIN, SATIN, type Part, type Surface } from '../solid/part.ts';
import { solidPicture } from '../solid/picture.ts';
import type { ArtisanForm, ArtisanMaterial, ArtisanSpec } from './artisan-spec.ts';
import { capBase } from './cap-base.ts';
import { crater } from './forms/crater.ts';
import { diver } from './forms/diver.ts';
import { fox } from './forms/fox.ts';
import { koi } from './forms/koi.ts';
import { lighthouse } from './forms/lighthouse.ts';
import { moth } from './forms/moth.ts';
import { nautilus } from './forms/nautilus.ts';
import { owl } from './forms/owl.ts';
import { succulent } from './forms/succulent.ts';
import { summit } from './forms/summit.ts';
import { teacup } from './forms/teacup.ts';
import { toadstool } from './forms/toadstool.ts';
import { boardCorner, RIM, type CornerKeys } from './board-corner.ts';
import { posedParts, type Sculpt } from './sculpt.ts';

const SCULPTS: Record<ArtisanForm, Sculpt> = {
  moth,
  koi,
  fox,
  summit,
  toadstool,
  nautilus,
  diver,
  succulent,
  teacup,
  lighthouse,
  owl,
  crater,
};

const SURFACES: Record<ArtisanMaterial, Surface> = {
  satin: SATIN,
  gloss: GLOSS,
  resin: RESIN,
  pearl: PEARL,
  metal: METAL,
};

const VIEWS: Record<NonNullable<ArtisanSpec['view']>, EyeSetting> = {
  hero: { pitch: 34, yaw: -22, target: [0.08, 0, 0.84], span: 3.2 },
  top: { pitch: 68, yaw: -12, target: [0.05, 0.05, 0.7], span: 3.3 },
  side: { pitch: 14, yaw: -52, target: [0, 0, 0.95], span: 3.5 },
  mounted: { pitch: 34, yaw: -26, target: [0.85, 0.58, 0.98], span: 5.7, distance: 18 },
};

const DARK = { colour: '#5f6266', legends: '#eceae5' };
const LIGHT = { colour: '#dad7d0', legends: '#3b3a37' };
const key = (letter: string, wide = 1): CornerKeys['keys'] => [[letter, wide]];
/** As much as is seen round it. */
const NEAR_ESC: readonly CornerKeys[] = [
  { row: 0, start: 1, keys: [...key('1'), ...key('2')], ...LIGHT },
  { row: 1, start: 0, keys: key('', 1.5), ...DARK },
  { row: 1, start: 1.5, keys: key('Q'), ...LIGHT },
  { row: 2, start: 0, keys: key('', 1.75), ...DARK },
  { row: 2, start: 1.75, keys: key('A'), ...LIGHT },
];

/** Where a cap of this kind has its place: at the far left corner of a board. */
const onEsc = (sculpt: readonly Part[]): Part[] => [
  ...boardCorner(NEAR_ESC, { left: 0, right: 3, rows: 4 }),
  ...posedParts(
    // It is seen from further away than alone.
    sculpt.map((part) => ({ ...part, cell: part.cell * 1.4 })),
    { at: [0, 0, RIM] },
  ),
];

/** Forms that lie flat are seen from higher up, low ones from nearer. */
const OWN_EYE: Partial<Record<ArtisanForm, Partial<EyeSetting>>> = {
  koi: { pitch: 54, span: 2.85, target: [0.08, 0.02, 0.46] },
  succulent: { pitch: 42, span: 2.9 },
  crater: { pitch: 38, span: 2.8, target: [0.08, 0, 0.74] },
  moth: { pitch: 40 },
  fox: { span: 2.85, target: [0.1, 0, 0.8] },
  owl: { span: 2.95 },
  nautilus: { span: 3, target: [0.1, 0, 0.84] },
  teacup: { span: 2.9 },
  diver: { span: 2.95 },
};

function eyeSetting({ form, view = 'hero' }: ArtisanSpec): EyeSetting {
  const own = OWN_EYE[form] ?? {};
  if (view === 'hero') return { ...VIEWS.hero, ...own };
  if (view === 'mounted') return { ...VIEWS.mounted, pitch: own.pitch ?? VIEWS.mounted.pitch };
  return VIEWS[view];
}

export function drawArtisan(spec: ArtisanSpec): string {
  const surface = SURFACES[spec.material ?? 'gloss'];
  const speckle = spec.speckle ?? 0;
  const clay = { palette: spec.palette, surface, speckle, seed: spec.seed ?? 1 };
  const cap = [capBase(spec.palette.base, surface, speckle), ...SCULPTS[spec.form](clay)];
  const isMounted = spec.view === 'mounted';
  const image = solidPicture(
    isMounted ? onEsc(cap) : cap,
    eyeAt(eyeSetting(spec)),
    spec.resolution ?? 800,
    `artisan ${spec.form} ${clay.seed}${isMounted ? ' mounted' : ''}`,
  );
  const { background, width, title } = spec;
  return studioPicture({ image, background, width, title });
}
