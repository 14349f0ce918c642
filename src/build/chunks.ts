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

/**
 * What every page runs, and a few files that belong together: they compress better as one, and are
 * asked for once. The first named takes what two of them lean on.
 */
const names = ['errors', 'boot', 'facts', 'time', 'buying'] as const;

export const chunkGroups = names.map((name, index) => ({
  name,
  test: (id: string) => chunkOf(id) === name,
  priority: index === 0 ? 1 : 0,
}));
