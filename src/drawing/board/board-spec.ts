/** Everything that changes a picture is in here; colours are `#hex` or `oklch(…)` text. */
import type { KeyboardLayout } from '../keyboard-layouts/keyboard-layout.ts';
import type { LayoutName } from '../keyboard-layouts/built-in.ts';

export type KeyZone = 'alphas' | 'modifiers' | 'accents';

export type ZoneColours = {
  readonly alphas: string;
  readonly modifiers: string;
  readonly accents: string;
  /** Legends on alphas, and on the others unless they have their own. */
  readonly legends: string;
  readonly modifierLegends?: string;
  readonly accentLegends?: string;
  readonly case: string;
  readonly plate: string;
  readonly weight: string;
};

export type KeyColours = { readonly cap?: string; readonly legend?: string };
export type CapProfile = 'cherry' | 'sa' | 'xda' | 'low';
/**
 * `left`, `right` and `front` are lower than `angled`, `corner` is the near right one close up;
 * `back` shows the underside, `rear` the side with the socket.
 */
export type BoardView =
  | 'top'
  | 'angled'
  | 'left'
  | 'right'
  | 'front'
  | 'corner'
  | 'flat'
  | 'detail'
  | 'side'
  | 'back'
  | 'rear'
  | 'exploded';
export type LegendStyle = 'on' | 'off' | 'sub';
export type CaseStyleName =
  | 'seamless'
  | 'forehead'
  | 'wedge'
  | 'pebble'
  | 'tray'
  | 'floating'
  | 'none';
export type CaseFinish = 'anodised' | 'painted' | 'frosted' | 'wood' | 'brass';

export type CaseStyle = {
  /** Key units, like every length here. */
  readonly bezel: number;
  readonly forehead: number;
  readonly cornerRadius: number;
  readonly sideProfile: 'straight' | 'chamfer' | 'undercut' | 'rounded' | 'seam';
  readonly thickness: number;
  /** How far the wall stands above the foot of the caps. */
  readonly wall: number;
  readonly finish: CaseFinish;
};

export type BoardScene = {
  /** Absent for a picture without a ground, to lay over something else. */
  readonly background?: string;
  readonly shadow?: boolean;
};

export type BoardSpec = {
  readonly layout: LayoutName | KeyboardLayout;
  readonly colours: ZoneColours;
  /** By index of the key in the layout. */
  readonly keyColours?: { readonly [index: number]: KeyColours };
  /** By index of the key, where the usual reading of its legend is not wanted. */
  readonly keyZones?: { readonly [index: number]: KeyZone };
  readonly legends?: LegendStyle;
  readonly profile?: CapProfile;
  readonly caseStyle?: CaseStyleName | CaseStyle;
  readonly finish?: CaseFinish;
  /** The key that a knob stands in the place of. */
  readonly knob?: number;
  /** False where no weight lies under the case. */
  readonly isWeighted?: boolean;
  /** One screw at the back closes the case, and none from below. */
  readonly hasThumbScrew?: boolean;
  /** The colour of the light that shines through the whole case. */
  readonly glow?: string;
  /** The colour of the light in a strip along the back. */
  readonly window?: string;
  readonly view?: BoardView;
  /** Degrees that the board is turned on the table, of a frame that holds it at every turn. */
  readonly turned?: number;
  readonly scene?: BoardScene;
  /** The key in the middle of a `detail`. */
  readonly focus?: number;
  /** Pixels across; the picture's own proportions give the height. */
  readonly width?: number;
  /** Width divided by height, for a picture that must fill a frame. */
  readonly aspect?: number;
  /** Read to people who can't see the picture. */
  readonly title?: string;
  /** Keeps ids apart where several pictures stand in one page. */
  readonly idPrefix?: string;
};
