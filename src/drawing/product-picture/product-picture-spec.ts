import type { ArtisanSpec } from '../artisan/artisan-spec.ts';
import type { BoardSpec } from '../board/board-spec.ts';

export const objectKinds = [
  'switch',
  'switch-underside',
  'switch-exploded',
  'stabiliser',
  'coiled-cable',
  'straight-cable',
  'desk-mat',
  'wrist-rest',
  'lube-jar',
  'switch-puller',
  'keycap-puller',
  'screwdriver',
  'plate',
  'pcb',
  'carry-case',
  'tray',
  'foam',
  'knob',
] as const;
export type ObjectKind = (typeof objectKinds)[number];

/** From where a thing is looked at. */
export const objectViews = ['whole', 'other-side', 'close'] as const;
export type ObjectView = (typeof objectViews)[number];

export type ObjectColours = {
  readonly main: string;
  readonly second: string;
  readonly accent: string;
};

export type ObjectSpec = {
  readonly kind: ObjectKind;
  readonly colours: ObjectColours;
  readonly background?: string;
  readonly variant?: number;
  readonly view?: ObjectView;
  readonly seed?: number;
  readonly width?: number;
  readonly resolution?: number;
  readonly title?: string;
};

/** A keycap kit laid out in rows on the ground, without a board under it. */
export type KitSheetSpec = Omit<BoardSpec, 'layout' | 'caseStyle' | 'view'> & {
  readonly kit:
    | 'base'
    | 'numpad'
    | 'novelties'
    | 'spacebars'
    | 'forties'
    | 'iso'
    | 'alphas'
    | 'accents';
};

export type ProductPictureSpec =
  | ({ readonly kind: 'board' } & BoardSpec)
  | ({ readonly kind: 'artisan' } & ArtisanSpec)
  | ({ readonly kind: 'kit-sheet' } & KitSheetSpec)
  | ObjectSpec;
