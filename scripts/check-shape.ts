import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface ShapeFault {
  readonly file: string;
  readonly because: string;
}

const emptyNames = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'misc',
  'common',
  'lib',
  'types',
]);
/** Generated, or data that happens to be TypeScript. */
const exempt = /database\.types\.ts$|\/keyboard-layouts\/|common-passwords\.ts$/;

export async function findShapeFaults(projectFolder: string): Promise<ShapeFault[]> {
  const faults: ShapeFault[] = [];
  const pattern = '{src,scripts,supabase/functions,tests}/**/*.{ts,tsx,astro,mjs}';
  for await (const found of glob(pattern, { cwd: projectFolder })) {
    const file = found.split(path.sep).join('/');
    if (exempt.test(file)) continue;
    const text = await readFile(path.join(projectFolder, file), 'utf8');
    faults.push(...Array.from(faultsOf(file, text), (because) => ({ file, because })));
    if (file.endsWith('.astro')) faults.push(...(await unguardedIslands(projectFolder, text)));
  }
  return faults.toSorted((a, b) => a.file.localeCompare(b.file));
}

function* faultsOf(file: string, text: string): Generator<string> {
  const names = file.split('/').map((part) => part.replace(/\..*$/, ''));
  const empty = names.find((name) => emptyNames.has(name));
  if (empty) yield `the name "${empty}" does not say what lives there`;
  if (file.startsWith('src/pages/') && file.endsWith('.astro')) yield* frontmatterFaults(text);
  if (file.startsWith('src/islands/') && /\bcreateRoot\(/.test(text) && !guard.test(text)) {
    yield 'mounts an island without IslandBoundary: what it throws would take the page along';
  }
}

/** The desks' door holds the boundary for all of them. */
const guard = /<(?:IslandBoundary|DeskGate)\b/;

/** The islands that a page wakes: each says in its own file what guards it. */
async function unguardedIslands(projectFolder: string, page: string): Promise<ShapeFault[]> {
  const faults: ShapeFault[] = [];
  for (const [, name = ''] of page.matchAll(/<([A-Z]\w*)\b[^>]*\sclient:/g)) {
    const source = new RegExp(`import \\{?\\s*${name}\\s*\\}? from '#(.+?)'`).exec(page)?.[1];
    if (source === undefined) continue;
    const file = `src/${source}`;
    const text = await readFile(path.join(projectFolder, file), 'utf8').catch(() => '');
    const because = `is the island ${name} without <IslandBoundary> around what it shows`;
    if (!guard.test(text)) faults.push({ file, because });
  }
  return faults;
}

function* frontmatterFaults(text: string): Generator<string> {
  const frontmatter = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
  const lines = frontmatter.split('\n').length;
  if (lines > 40) yield `frontmatter of ${lines} lines, and 40 is the most`;
}
