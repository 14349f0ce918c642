import { readFile } from 'node:fs/promises';
import path from 'node:path';

interface PublishedRoute {
  readonly path: string;
  readonly payloadHash: string;
}

export type PublishedBuild = ReadonlyMap<string, string>;

const mostNamed = 60;

/** Each page of a site with the hash of what it was made from; none where there is no site yet. */
export async function readBuild(siteFolder: string): Promise<PublishedBuild> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(siteFolder, 'builds', name), 'utf8'));
  try {
    const { id } = (await read('latest.json')) as { readonly id: string };
    const meta = (await read(`meta/${id}.json`)) as { readonly routes: readonly PublishedRoute[] };
    return new Map(meta.routes.map((route) => [route.path, route.payloadHash]));
  } catch {
    return new Map();
  }
}

/**
 * One sentence, then a line for each page: `+` new, `~` changed, `-` gone.
 * @example describeChanges(new Map([['/', 'a']]), new Map([['/', 'b']])) // 'Pages: 0 new, 1 changed, 0 gone.\n~ /'
 */
export function describeChanges(before: PublishedBuild, after: PublishedBuild): string {
  const lines = [
    ...[...after.keys()].filter((page) => !before.has(page)).map((page) => `+ ${page}`),
    ...[...after]
      .filter(([page, hash]) => before.has(page) && before.get(page) !== hash)
      .map(([page]) => `~ ${page}`),
    ...[...before.keys()].filter((page) => !after.has(page)).map((page) => `- ${page}`),
  ];
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  const sentence = `Pages: ${count('+')} new, ${count('~')} changed, ${count('-')} gone.`;
  const more = lines.length > mostNamed ? [`… and ${lines.length - mostNamed} more`] : [];
  return [sentence, ...lines.slice(0, mostNamed), ...more].join('\n');
}
