import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

/** A file that begins with this comment says which chunk it shares with others. */
const comment = /^(?:---\n)?\s*(?:\/\/|\/\*) chunk: ([a-z]+)\b/;
const known = new Map<string, string | undefined>();

function chunkOf(id: string): string | undefined {
  const file = id.replace(/\?.*/, '');
  if (!file.includes('/src/')) return undefined;
  if (!known.has(file)) known.set(file, comment.exec(readFileSync(file, 'utf8').slice(0, 80))?.[1]);
  return known.get(file);
}

/** Libraries that several of the chunks below stand on. */
const libraries: ReadonlyMap<string, RegExp> = new Map([
  ['stores', /\/node_modules\/nanostores\//],
  ['react', /\/node_modules\/(?:react|react-dom|scheduler|@nanostores\/react)\//],
]);

/**
 * What every page runs, and files that belong together: they compress better as one, and are asked for
 * once. A chunk takes along what its files stand on; the one named first takes what two of them need.
 */
const names = [
  'errors',
  'boot',
  'facts',
  'time',
  'buying',
  'stores',
  'react',
  'controls',
  'backend',
  'reader',
  'session',
  'cart',
  'account',
  'lists',
  'picker',
] as const;

function isOf(name: string, id: string): boolean {
  return chunkOf(id) === name || (libraries.get(name)?.test(id) ?? false);
}

const ownDesk = /\/src\/(?:desk-kit|pages\/admin|features\/[^/]+\/desk)\//;
let ofVisitors: ReadonlySet<string> = new Set();

/** Finds what pages of visitors run: everything but what only the desk reaches. */
export function deskCode(): Plugin {
  return {
    name: 'desk-code',
    applyToEnvironment: ({ name }) => name === 'client',
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
    renderStart() {
      ofVisitors = reachedFrom(
        [...this.getModuleIds()].filter(
          (id) => this.getModuleInfo(id)?.isEntry === true && !ownDesk.test(id),
        ),
        (id) => this.getModuleInfo(id),
      );
    },
  };
}

function reachedFrom(
  ids: readonly string[],
  infoOf: (id: string) => Rolldown.ModuleInfo | null,
): ReadonlySet<string> {
  const reached = new Set(ids);
  for (const id of reached) {
    const info = infoOf(id);
    for (const next of info?.importedIds ?? []) reached.add(next);
    for (const next of info?.dynamicallyImportedIds ?? []) reached.add(next);
  }
  return reached;
}

const named = names.map((name, index) => ({
  name,
  test: (id: string) => isOf(name, id),
  priority: names.length - index,
}));

/** What several desks share comes in few files, by who shares it: it was a hundred of half a kilobyte. */
const shared = {
  name: 'desk',
  test: (id: string) => !ofVisitors.has(id),
  entriesAware: true,
  entriesAwareMergeThreshold: 10_000,
  includeDependenciesRecursively: false,
  minShareCount: 2,
  priority: 0,
};

export const chunkGroups = [...named, shared];
