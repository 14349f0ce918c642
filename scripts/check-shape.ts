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
const exempt =
  /database\.types\.ts$|\/mail\/languages\/|\/keyboard-layouts\/|common-passwords\.ts$/;

export async function findShapeFaults(projectFolder: string): Promise<ShapeFault[]> {
  const faults: ShapeFault[] = [];
  const islands = new Map<string, string>();
  const pattern = '{src,scripts,supabase/functions,tests}/**/*.{ts,tsx,astro,mjs}';
  for await (const found of glob(pattern, { cwd: projectFolder })) {
    const file = found.split(path.sep).join('/');
    if (exempt.test(file)) continue;
    const text = await readFile(path.join(projectFolder, file), 'utf8');
    faults.push(...Array.from(faultsOf(file, text), (because) => ({ file, because })));
    if (file.endsWith('.astro')) faults.push(...(await unguardedIslands(projectFolder, text)));
    if (/^src\/features\/.*\.tsx$/.test(file)) islands.set(file, text);
  }
  faults.push(...reachableDialogs(islands), ...(await crowdedFolders(projectFolder)));
  return faults.toSorted((a, b) => a.file.localeCompare(b.file));
}

const mostFiles = 40;

/** A folder that nobody can take in at a glance hides rooms that want a name. */
async function crowdedFolders(projectFolder: string): Promise<ShapeFault[]> {
  const counts = new Map<string, number>();
  for await (const found of glob('{src,tests,supabase/schemas}/**/*.*', { cwd: projectFolder })) {
    const folder = path.dirname(found).split(path.sep).join('/');
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return Array.from(counts, ([file, count]) => ({
    file,
    because: count > mostFiles ? `holds ${count} files, and ${mostFiles} is the most` : '',
  })).filter(({ because }) => because !== '');
}

/** Files that answer a failed `import()` by hand, each with how. */
const answeredByHand: Readonly<Record<string, string>> = {
  'src/telemetry/analytics/amplitude-client.ts': 'nobody waits for statistics',
  'src/telemetry/analytics/amplitude.ts': 'nobody waits for statistics',
  'src/shared/backend/client.ts': 'the failure is forgotten, and the next request asks again',
  'src/shared/backend/read-at-once.ts':
    'the request fails, which its page says with a key to ask again',
  'src/desk-kit/api/desk-error.ts':
    'the refusal keeps its plain sentence, and the next one asks again',
  'src/boot/language.ts': 'the next answer asks again, and until then it is read as it was said',
  'src/boot/cart-copy.ts': 'each change of the cart asks again, and the next page',
  'src/telemetry/errors/island-failure.ts':
    'asked for with the page, and again when an island fails',
  'src/telemetry/analytics/statistics.ts': 'nobody waits for statistics',
  'src/telemetry/errors/sentry.client.ts': 'a report that can’t be sent must not become an error',
  'src/features/cart/store/goods.ts': 'the next line that has no address asks again',
  'src/features/cart/ui/drawer-view.ts': 'the drawer says that it failed, with a key to ask again',
  'src/features/cart/store/design-pictures.ts': 'whoever shows the picture next asks again',
  'src/features/account/store/auth-act.ts': 'the step says that it failed, and is sent again',
  'src/features/lists/store/lists.ts':
    'the panel says that the shop can’t be reached, with keys to ask again',
  'src/features/lists/store/draw-checks.ts':
    'the check says that it failed, with a key to ask again',
};

const lateImport = /(?<!typeof )\bimport\((?=['"])/g;
const loading = /\b(?:onIntent|loadForPress|loadSoon|loadOwn|latePart)\(/g;

/** Whether a place in a text stands between the brackets of a call that asks again after a failure. */
function isAskedAgain(text: string, place: number): boolean {
  return [...text.slice(0, place).matchAll(loading)].some(({ index }) => {
    const between = text.slice(index, place);
    return between.split('(').length > between.split(')').length;
  });
}

/** A failed `import()` that nobody answers leaves a key dead for as long as the page is open. */
function* lateImportFaults(file: string, text: string): Generator<string> {
  if (!/^src\/(?!build\/)/.test(file) || file in answeredByHand) return;
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  for (const { index } of code.matchAll(lateImport)) {
    if (isAskedAgain(code, index)) continue;
    const [, name] = /const (\w+) = \(\) =>\s*$/.exec(code.slice(0, index)) ?? [];
    const uses = name
      ? [...code.matchAll(new RegExp(`(?<!const |typeof )\\b${name}\\b`, 'g'))]
      : [];
    if (uses.length > 0 && uses.every((use) => isAskedAgain(code, use.index))) continue;
    yield 'imports late by itself: onIntent, loadForPress, loadSoon or latePart ask again after a failure';
  }
}

function* faultsOf(file: string, text: string): Generator<string> {
  yield* lateImportFaults(file, text);
  const names = file.split('/').map((part) => part.replace(/\..*$/, ''));
  const empty = names.find((name) => emptyNames.has(name));
  if (empty) yield `the name "${empty}" does not say what lives there`;
  if (file.startsWith('src/pages/') && file.endsWith('.astro')) yield* frontmatterFaults(text);
  if (file.endsWith('.tsx') && /\bcreateRoot\(/.test(text) && !guard.test(text)) {
    yield 'mounts an island without IslandBoundary: what it throws would take the page along';
  }
}

/**
 * An island that mounts in a host which it finds stands inside a part of a page, whose styles reach all that
 * is in it: its dialogs are to be drawn elsewhere.
 */
function reachableDialogs(islands: ReadonlyMap<string, string>): ShapeFault[] {
  const folderOf = (file: string) => path.posix.dirname(file);
  const inPages = Array.from(islands)
    .filter(([, text]) => /\bcreateRoot\(/.test(text) && !/\bcreateElement\(/.test(text))
    .map(([file]) => folderOf(file));
  return Array.from(islands)
    .filter(([file, text]) => inPages.includes(folderOf(file)) && /<Dialog\b/.test(text))
    .filter(([, text]) => !/\bcreatePortal\(/.test(text))
    .map(([file]) => ({
      file,
      because: 'draws a dialog inside a part of a page, whose styles reach it: use createPortal',
    }));
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
