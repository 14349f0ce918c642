import { artisanForms, type ArtisanSpec } from '../artisan/artisan-spec.ts';
import { boardFields, capFields } from './parse-board-fields.ts';
import {
  objectKinds,
  objectViews,
  type KitSheetSpec,
  type ObjectKind,
  type ObjectSpec,
  type ProductPictureSpec,
} from './product-picture-spec.ts';
import {
  bagAt,
  colourAt,
  isBag,
  maybe,
  numberAt,
  oneOf,
  SpecFault,
  textAt,
  type Bag,
} from './spec-reader.ts';

export type SpecResult =
  | { readonly ok: true; readonly value: ProductPictureSpec }
  | { readonly ok: false; readonly error: { readonly message: string } };

/** Above this the embedded picture is longer than SVG readers take in one attribute (10 MB). */
const MAX_RESOLUTION = 1300;

const pixels = (bag: Bag, key: string) => numberAt(bag, key, 16, 4096);

function artisanFields(bag: Bag): ArtisanSpec {
  const palette = bagAt(bag, 'palette');
  return {
    form: oneOf(bag, 'form', artisanForms),
    palette: {
      body: colourAt(palette, 'body'),
      secondary: colourAt(palette, 'secondary'),
      accent: colourAt(palette, 'accent'),
      glow: colourAt(palette, 'glow'),
      base: colourAt(palette, 'base'),
    },
    ...maybe(bag, 'material', (from, key) =>
      oneOf(from, key, ['satin', 'gloss', 'resin', 'pearl', 'metal'] as const),
    ),
    ...maybe(bag, 'speckle', (from, key) => numberAt(from, key, 0, 1)),
    ...maybe(bag, 'seed', (from, key) => numberAt(from, key, 0, 1e6)),
    ...maybe(bag, 'background', colourAt),
    ...maybe(bag, 'view', (from, key) =>
      oneOf(from, key, ['hero', 'top', 'side', 'mounted'] as const),
    ),
    ...maybe(bag, 'width', pixels),
    ...maybe(bag, 'resolution', (from, key) => numberAt(from, key, 16, MAX_RESOLUTION)),
    ...maybe(bag, 'title', textAt),
  };
}

function objectFields(bag: Bag, kind: ObjectKind): ObjectSpec {
  const colours = bagAt(bag, 'colours');
  return {
    kind,
    colours: {
      main: colourAt(colours, 'main'),
      second: colourAt(colours, 'second'),
      accent: colourAt(colours, 'accent'),
    },
    ...maybe(bag, 'background', colourAt),
    ...maybe(bag, 'variant', (from, key) => numberAt(from, key, 0, 99)),
    ...maybe(bag, 'view', (from, key) => oneOf(from, key, objectViews)),
    ...maybe(bag, 'seed', (from, key) => numberAt(from, key, 0, 1e6)),
    ...maybe(bag, 'width', pixels),
    ...maybe(bag, 'resolution', (from, key) => numberAt(from, key, 16, MAX_RESOLUTION)),
    ...maybe(bag, 'title', textAt),
  };
}

const KITS: readonly KitSheetSpec['kit'][] = [
  'base',
  'numpad',
  'novelties',
  'spacebars',
  'forties',
  'iso',
  'alphas',
  'accents',
];

function readSpec(bag: Bag): ProductPictureSpec {
  const kind = oneOf(bag, 'kind', ['board', 'artisan', 'kit-sheet', ...objectKinds]);
  switch (kind) {
    case 'board':
      return { kind, ...boardFields(bag) };
    case 'artisan':
      return { kind, ...artisanFields(bag) };
    case 'kit-sheet':
      return { kind, kit: oneOf(bag, 'kit', KITS), ...capFields(bag) };
    default:
      return objectFields(bag, kind);
  }
}

export function parseProductPictureSpec(json: unknown): SpecResult {
  if (!isBag(json)) return { ok: false, error: { message: 'A picture is an object.' } };
  try {
    return { ok: true, value: readSpec(json) };
  } catch (fault) {
    if (fault instanceof SpecFault) return { ok: false, error: { message: fault.message } };
    throw fault;
  }
}
