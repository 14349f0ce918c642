export const artisanForms = [
  'moth',
  'koi',
  'fox',
  'summit',
  'toadstool',
  'nautilus',
  'diver',
  'succulent',
  'teacup',
  'lighthouse',
  'owl',
  'crater',
] as const;
export type ArtisanForm = (typeof artisanForms)[number];

export type ArtisanPalette = {
  readonly body: string;
  readonly secondary: string;
  readonly accent: string;
  /** Eyes, lamps, a koi’s crown and other small lights. */
  readonly glow: string;
  /** The cap under the sculpt, and the water that stands in it. */
  readonly base: string;
};

export type ArtisanMaterial = 'satin' | 'gloss' | 'resin' | 'pearl' | 'metal';

export type ArtisanSpec = {
  readonly form: ArtisanForm;
  readonly palette: ArtisanPalette;
  readonly material?: ArtisanMaterial;
  /** How many flecks are cast into it, 0 to 1. */
  readonly speckle?: number;
  /** Changes flecks, veins and other accidents of casting. */
  readonly seed?: number;
  readonly background?: string;
  readonly view?: 'hero' | 'top' | 'side' | 'mounted';
  readonly width?: number;
  /** Pixels across the sculpt; the file grows with its square. */
  readonly resolution?: number;
  readonly title?: string;
};
