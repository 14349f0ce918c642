/**
 * The only place that knows which layer may import which: the table of CONTRIBUTING as data.
 * It prevents a lower layer from leaning on a higher one, and screens from leaning on each other.
 */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface ImportFault {
  readonly file: string;
  readonly imports: string;
  readonly because: string;
}

/** Package names, layers of src, or `own` for the importer's own folder. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // The hash and the curve are pure arithmetic: no I/O comes with them.
  domain: ['domain', '@noble/curves', '@noble/hashes'],
  backend: ['backend', 'domain', '@supabase/supabase-js', '@supabase/postgrest-js'],
  stores: ['stores', 'domain', 'backend', 'nanostores', '@nanostores/persistent'],
  content: ['content', 'domain', 'backend', 'routes', 'astro', 'markdown-it'],
  components: [
    'components',
    'domain',
    'stores',
    'backend',
    'content',
    'integrations',
    'routes',
    'styles',
    'astro',
    'nanostores',
    '@fontsource',
    '@fontsource-variable',
  ],
  'islands/ui': [
    'islands/ui',
    'domain',
    'errors',
    'styles',
    'react',
    'react-dom',
    '@observablehq/plot',
    '@tanstack/react-virtual',
  ],
  islands: [
    'own',
    'domain',
    'stores',
    'islands/ui',
    'routes',
    'styles',
    'react',
    'react-dom',
    '@nanostores/react',
    '*',
  ],
  analytics: [
    'analytics',
    'errors',
    'domain',
    'stores',
    '@amplitude/analytics-browser',
    '@amplitude/analytics-core',
    'nanostores',
  ],
  errors: [
    'errors',
    '../package.json',
    'domain',
    'stores',
    '@sentry/astro',
    '@sentry/browser',
    '@sentry/core',
    '@sentry/cli',
    'astro',
    'node:',
  ],
  boot: ['boot', 'stores', 'analytics', 'errors', 'domain', 'routes', 'nanostores'],
  integrations: [
    'integrations',
    'content',
    'domain',
    'backend',
    'routes',
    'errors',
    'astro',
    'sharp',
    'node:',
    'vite',
  ],
  layouts: [
    'layouts',
    'components',
    'islands',
    'islands/ui',
    'domain',
    'content',
    'integrations',
    'boot',
    'styles',
    'analytics',
    'errors',
    'routes',
    'astro',
    '@fontsource-variable',
    '@astrojs',
  ],
  pages: [
    'layouts',
    'components',
    'islands',
    'islands/ui',
    'domain',
    'content',
    'integrations',
    'boot',
    'styles',
    'routes',
    'astro',
    '@astrojs',
    'node:',
  ],
};

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

export async function findImportFaults(projectFolder: string): Promise<ImportFault[]> {
  const root = path.join(projectFolder, 'src');
  const faults: ImportFault[] = [];
  for await (const name of glob('**/*.{ts,tsx,astro,mjs}', { cwd: root })) {
    const layer = layerOf(name);
    const rules = layer ? allowed[layer] : undefined;
    if (!layer || !rules) continue;
    const text = await readFile(path.join(root, name), 'utf8');
    for (const match of text.matchAll(importPattern)) {
      const target = match[1] ?? match[2] ?? '';
      const because = whyForbidden(name, layer, target, rules);
      if (because) faults.push({ file: `src/${name}`, imports: target, because });
    }
  }
  return faults.toSorted((a, b) => a.file.localeCompare(b.file));
}

function layerOf(name: string): string | null {
  const [first, second] = name.split('/');
  if (first === 'islands') return second === 'ui' ? 'islands/ui' : 'islands';
  return first && first in allowed && name.includes('/') ? first : null;
}

function whyForbidden(
  file: string,
  layer: string,
  target: string,
  rules: readonly string[],
): string | null {
  const inside = insideSource(file, target);
  if (inside === null) {
    if (rules.includes('*') || rules.some((rule) => isPackage(target, rule))) return null;
    return `${layer} may not import the package ${target}`;
  }
  const targetLayer = inside.startsWith('styles/')
    ? 'styles'
    : (layerOf(inside) ?? inside.replace(/\.(ts|mjs|css)$/, ''));
  if (isSibling(file, inside) || rules.includes(targetLayer)) return null;
  if (targetLayer === 'islands' && layer === 'islands') return 'a screen may not import another';
  return `${layer} may not import ${targetLayer}`;
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
  return path.posix.join(path.posix.dirname(file), target);
}

/** What every desk of the workshop shows: its door, the bar above its table, and the count of a pile. */
const sharedByDesks = /^islands\/admin\/(?:gate|publish|stock)\//;

/** Files of one folder of a layer belong together; for islands the folder is the screen. */
function isSibling(file: string, inside: string): boolean {
  if (file.startsWith('islands/admin/') && sharedByDesks.test(inside)) return true;
  const depth = file.startsWith('islands/') ? (file.startsWith('islands/admin/') ? 3 : 2) : 1;
  return file.split('/').slice(0, depth).join('/') === inside.split('/').slice(0, depth).join('/');
}
