import { readFileSync } from 'node:fs';

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

export const chunkGroups = names.map((name, index) => ({
  name,
  test: (id: string) => isOf(name, id),
  priority: names.length - index,
}));
