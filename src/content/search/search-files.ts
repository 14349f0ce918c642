/**
 * Invariant: the name of a part tells its version, so that a page never mixes the words of one build
 * with the finds of another.
 */
import { oncePerBuild } from '../rows.ts';
import { buildSearchFiles, type SearchManifest } from '#features/search/model/search-index.ts';
import { hashOf } from '../payload-text.ts';
import { readFindables, readSuggestions } from './findables.ts';
import synonyms from './synonyms.json' with { type: 'json' };

const readFiles = oncePerBuild(async () => {
  const finds = await readFindables();
  const { parts, blocks } = buildSearchFiles(finds, synonyms);
  const texts = [
    ...parts.map((part, number) => [`w${number}`, JSON.stringify(part)] as const),
    ...blocks.map((block, number) => [`f${number}`, JSON.stringify(block)] as const),
  ];
  const version = hashOf(texts.map(([, text]) => text).join('\n')).slice(0, 12);
  const manifest: SearchManifest = {
    version,
    finds: finds.length,
    parts: parts.length,
    suggestions: await readSuggestions(),
  };
  return { manifest, texts };
});

export async function searchManifest(): Promise<string> {
  return `${JSON.stringify((await readFiles()).manifest)}\n`;
}

/** Every part with its name. */
export async function searchParts(): Promise<readonly { name: string; text: string }[]> {
  const { manifest, texts } = await readFiles();
  return texts.map(([name, text]) => ({ name: `${manifest.version}-${name}`, text: `${text}\n` }));
}
