/**
 * Who may import whom, as data. Inside a feature: model, then api, then store, then ui and desk. Between
 * features: along the graph below, which has no circle, and never upwards in the other's layers.
 */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface ImportFault {
  readonly file: string;
  readonly imports: string;
  readonly because: string;
}

/** Which features a feature leans on. */
export const graph: Readonly<Record<string, readonly string[]>> = {
  account: [],
  batches: [],
  countries: [],
  currencies: [],
  search: [],
  texts: [],
  publishing: [],
  updates: ['account', 'batches'],
  staff: ['account'],
  photos: ['account'],
  stock: [],
  translations: ['account'],
  catalogue: ['batches', 'publishing', 'stock', 'updates'],
  colours: ['batches', 'catalogue', 'updates'],
  designs: ['account', 'colours'],
  cart: ['account', 'batches', 'countries', 'designs'],
  lists: ['account', 'batches', 'cart', 'catalogue'],
  shipping: ['batches', 'cart', 'stock'],
  orders: [
    'account',
    'batches',
    'cart',
    'catalogue',
    'countries',
    'currencies',
    'photos',
    'shipping',
  ],
  wishes: ['account', 'batches', 'cart', 'catalogue'],
  shelves: ['account', 'cart', 'catalogue', 'orders', 'photos'],
  checkout: ['account', 'cart', 'orders'],
  customers: ['account', 'lists', 'orders'],
  picker: ['cart', 'colours', 'designs'],
  'shop-check': ['account', 'batches', 'staff'],
  workshop: [
    'account',
    'catalogue',
    'colours',
    'designs',
    'orders',
    'photos',
    'publishing',
    'shipping',
    'shop-check',
    'texts',
    'translations',
  ],
  overview: ['account', 'batches', 'designs', 'lists', 'orders', 'staff', 'updates'],
  storefront: [
    'account',
    'batches',
    'cart',
    'catalogue',
    'countries',
    'lists',
    'overview',
    'shipping',
    'updates',
  ],
};

/** Low to high. The pages of the shop front have no layers: all of it is shown. */
const layers = ['model', 'api', 'store', 'ui', 'canvas', 'desk'] as const;
type Layer = (typeof layers)[number];

const pure = ['@noble/curves', '@noble/hashes'];
const packagesOf: Readonly<Record<Layer, readonly string[]>> = {
  model: pure,
  api: ['@supabase/supabase-js', '@supabase/postgrest-js'],
  store: ['nanostores'],
  ui: ['react', 'react-dom', '@nanostores/react', 'nanostores', 'astro', 'uqr'],
  canvas: [],
  desk: ['react', 'react-dom', '@nanostores/react', '@observablehq/plot'],
};

interface Room {
  readonly rooms: readonly string[];
  readonly packages: readonly string[];
}

/** The rooms beside the features. `features` stands for any of them. */
const rooms: Readonly<Record<string, Room>> = {
  shared: {
    rooms: [],
    packages: ['nanostores', '@supabase/supabase-js', '@supabase/postgrest-js', 'markdown-it'],
  },
  drawing: { rooms: ['shared'], packages: [] },
  languages: { rooms: ['shared', 'routes'], packages: [] },
  ui: {
    rooms: ['shared', 'routes'],
    packages: ['react', 'react-dom', 'astro', '@fontsource', '@fontsource-variable'],
  },
  'desk-kit': {
    rooms: ['shared', 'ui', 'routes', 'features/account'],
    packages: [
      'react',
      'react-dom',
      'nanostores',
      '@nanostores/react',
      '@supabase/supabase-js',
      '@observablehq/plot',
      '@tanstack/react-virtual',
    ],
  },
  telemetry: {
    rooms: ['shared', 'ui', 'routes', 'languages', 'features'],
    packages: [
      '@amplitude',
      '@sentry',
      'nanostores',
      'react',
      'astro',
      'node:',
      '../../../package.json',
    ],
  },
  content: {
    rooms: ['shared', 'drawing', 'languages', 'routes', 'features'],
    packages: ['astro', 'markdown-it', 'sharp', 'node:'],
  },
  build: {
    rooms: [
      'shared',
      'drawing',
      'languages',
      'content',
      'routes',
      'features',
      'desk-kit',
      'telemetry',
    ],
    packages: ['astro', '@astrojs/compiler-rs', 'sharp', 'vite', 'node:', '@noble/hashes'],
  },
};

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

export async function findImportFaults(projectFolder: string): Promise<ImportFault[]> {
  const root = path.join(projectFolder, 'src');
  const faults: ImportFault[] = [
    ...(await findFunctionFaults(projectFolder)),
    ...(await findBackendFaults(projectFolder)),
  ];
  for await (const found of glob('**/*.{ts,tsx,astro,mjs}', { cwd: root })) {
    const file = found.split(path.sep).join('/');
    const text = await readFile(path.join(root, file), 'utf8');
    for (const match of text.matchAll(importPattern)) {
      const target = match[1] ?? match[2] ?? '';
      const because = whyForbidden(file, target);
      if (because !== null) faults.push({ file: `src/${file}`, imports: target, because });
    }
  }
  return faults.toSorted((a, b) => a.file.localeCompare(b.file));
}

const backendFolder = 'scripts/local-supabase';

/** The stand-in for Supabase is a product of its own: what it needs of a shop is handed in. */
async function findBackendFaults(projectFolder: string): Promise<ImportFault[]> {
  const faults: ImportFault[] = [];
  for await (const found of glob(`${backendFolder}/**/*.ts`, { cwd: projectFolder })) {
    const file = found.split(path.sep).join('/');
    const text = await readFile(path.join(projectFolder, file), 'utf8');
    for (const [, first, second] of text.matchAll(importPattern)) {
      const imports = first ?? second ?? '';
      const target = path.posix.join(path.posix.dirname(file), imports);
      const isOwn = !imports.startsWith('.') || target.startsWith(`${backendFolder}/`);
      if (isOwn && !imports.startsWith('#')) continue;
      faults.push({ file, imports, because: 'the embedded backend imports nothing of the shop' });
    }
  }
  return faults;
}

/** Edge functions run without the shop's pages: of src they use what is pure or names types alone. */
const pureFiles =
  /^#(?:features\/[\w-]+\/model|drawing|shared)\/(?!backend\/(?!(?:given|database\.types)\.ts))/;

async function findFunctionFaults(projectFolder: string): Promise<ImportFault[]> {
  const faults: ImportFault[] = [];
  for await (const found of glob('supabase/functions/**/*.ts', { cwd: projectFolder })) {
    const text = await readFile(path.join(projectFolder, found), 'utf8');
    for (const [, first, second] of text.matchAll(importPattern)) {
      const imports = first ?? second ?? '';
      if (!imports.startsWith('#') || pureFiles.test(imports)) continue;
      faults.push({ file: found, imports, because: 'an edge function imports what is pure' });
    }
  }
  return faults;
}

interface Place {
  readonly room: string;
  readonly feature: string | null;
  readonly layer: Layer;
}

function placeOf(file: string): Place {
  const [room = '', feature = '', folder = ''] = file.split('/');
  if (room !== 'features') {
    return { room: room.replace(/\.(ts|mjs)$/, ''), feature: null, layer: 'ui' };
  }
  return { room, feature, layer: layers.find((layer) => layer === folder) ?? 'ui' };
}

function whyForbidden(file: string, target: string): string | null {
  const from = placeOf(file);
  const inside = insideSource(file, target);
  if (inside === null) return whyNoPackage(from, target);
  const to = placeOf(inside);
  if (from.feature === null) return whyNoRoom(from, to);
  if (to.feature === null) return whyNotFromFeature(from, to, inside);
  if (from.feature !== to.feature && !graph[from.feature]?.includes(to.feature)) {
    return `${from.feature} does not lean on ${to.feature}`;
  }
  return isUpwards(from.layer, to.layer) ? `${from.layer} may not import ${to.layer}` : null;
}

const isShown = (layer: Layer) => layers.indexOf(layer) >= layers.indexOf('ui');

function isUpwards(from: Layer, to: Layer): boolean {
  if (isShown(from) && isShown(to)) return from !== 'desk' && to === 'desk';
  return layers.indexOf(to) > layers.indexOf(from);
}

function whyNoPackage({ room, feature, layer }: Place, target: string): string | null {
  const known = feature === null ? rooms[room]?.packages : packagesOf[layer];
  if (known === undefined || known.some((rule) => isPackage(target, rule))) return null;
  return `${feature === null ? room : `${feature}/${layer}`} may not import the package ${target}`;
}

/** Pages, layouts and the boot script put everything together; other rooms say what they need. */
function whyNoRoom(from: Place, to: Place): string | null {
  const known = rooms[from.room];
  if (known === undefined || from.room === to.room || known.rooms.includes(to.room)) return null;
  if (to.feature !== null && known.rooms.includes(`features/${to.feature}`)) return null;
  return `${from.room} may not import ${to.feature ?? to.room}`;
}

/** What every layer may use beside the features. */
const below: Readonly<Record<Layer, readonly string[]>> = {
  model: ['shared', 'drawing', 'languages'],
  api: ['shared', 'drawing', 'languages'],
  store: ['shared', 'drawing', 'languages', 'routes'],
  ui: ['shared', 'drawing', 'languages', 'routes', 'ui', 'content', 'telemetry'],
  canvas: ['shared', 'drawing', 'languages'],
  desk: ['shared', 'drawing', 'languages', 'routes', 'ui', 'telemetry'],
};

function whyNotFromFeature({ layer, feature }: Place, to: Place, inside: string): string | null {
  const isAsking = inside.startsWith('shared/backend/') && inside !== 'shared/backend/given.ts';
  if (layer === 'model' && isAsking) return 'a model asks nobody';
  if (below[layer].includes(to.room)) return null;
  if (to.room !== 'desk-kit') return `${feature}/${layer} may not import ${to.room}`;
  const [, part = ''] = inside.split('/');
  const target = layers.find((name) => name === part) ?? 'desk';
  return isUpwards(layer, target) ? `${layer} may not import ${inside}` : null;
}

function isPackage(target: string, rule: string): boolean {
  if (rule === 'node:') return target.startsWith('node:');
  if (rule === 'astro' && target.startsWith('astro:')) return true;
  return target === rule || target.startsWith(`${rule}/`);
}

/** The path below src that an import names, or null for a package. */
function insideSource(file: string, target: string): string | null {
  if (target.startsWith('#')) return target.slice(1);
  if (!target.startsWith('.')) return null;
  const inside = path.posix.join(path.posix.dirname(file), target);
  return inside.startsWith('../') ? null : inside;
}
